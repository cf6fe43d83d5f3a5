// The number of new groups of reports beside Reports.

import { count } from "../../kit/text/format.js";
import { insightPath, readIfPresent } from "./insightAPI.js";

const event = "firesteel-reports", interval = 60_000;

/** Follows the groups of the current environment as long as the document exists. `placed()` is called when a page is shown. */
export function showReportCounts(app, program) {
  let shown;
  const read = async () => {
    const environment = shown = program.environment.id;
    try {
      const found = await readIfPresent(() => program.transport.get(insightPath(program, "groups"), { state: "open", limit: 1 }));
      if (environment !== program.environment.id) return;
      const { open = 0, new: fresh = 0 } = found?.counts ?? {};
      app.shell.showCount("reports", fresh || open, fresh ? `${count(fresh)} new` : `${count(open)} open`);
    } catch (error) {
      app.failed(error);
    }
  };
  addEventListener(event, read);
  setInterval(() => { if (!document.hidden) read(); }, interval);
  // Another environment has other reports.
  return { placed() { if (shown !== program.environment.id) read(); } };
}

/** Announces that groups changed. */
export const reportsChanged = () => dispatchEvent(new Event(event));
