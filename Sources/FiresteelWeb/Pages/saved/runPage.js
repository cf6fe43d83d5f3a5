// The page of a run's end.

import { showRun } from "../inspector/runs/runDetail.js";
import { endedAbnormally } from "../inspector/runs/runText.js";

/** Mounts the page. */
export function mountRun(page) {
  page.load(async () => {
    const { run } = page.readQuery(), facts = await page.transport.get(`runs/${encodeURIComponent(run)}`);
    page.heading.textContent = endedAbnormally(facts) ? "Crash" : "Run";
    showRun(page.byId("detail"), facts, { page, now: page.shared.program.now });
  });
}
