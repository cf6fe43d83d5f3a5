// Erases what programs sent about a person in the current environment, after a confirmation.

import { ask } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";
import { counted } from "../../kit/text/format.js";
import { confirmed } from "../changes/submit.js";
import { insightPath } from "./insightAPI.js";

/**
 * Reads how much is stored of a person, and asks. `found()` is called before the question, `erased()` after the data was erased.
 * Rejects if that can’t be read.
 */
export async function askToErase(program, person, { found = () => {}, erased = () => {} } = {}) {
  const path = insightPath(program, "people", person), place = program.environment.name.toLowerCase();
  const { sessions, reports } = await program.transport.get(path);
  // Counts of people may know a pseudonym of which nothing else is left.
  const text = sessions + reports === 0 ? `No session or report of ${person} is stored in ${place}. Counts that can be traced to the person are deleted as well.`
    : `${counted(sessions, "session")} and ${counted(reports, "report")} of ${person} are deleted from ${place}. Counts that can’t be traced to the person remain.`;
  found();
  ask({ title: "Erase this person’s data?", body: [`${text} This can’t be undone.`], verb: "Erase", act: async () => {
    await confirmed(program.transport, () => program.transport.remove(path));
    toast("Data erased.");
    erased();
  } });
}
