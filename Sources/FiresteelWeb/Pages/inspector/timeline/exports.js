// Saves a timeline as a file: to read, for programs, or as one page for somebody else.

import { attachMenu } from "../../kit/overlays/menu.js";
import { toast } from "../../kit/overlays/toasts.js";

const formats = [["text", "As text", "txt"], ["jsonl", "As JSON Lines", "jsonl"], ["html", "As one HTML page", "html"]];

/** Gives a button of `page` a menu of formats. `query()` answers which run and which filters; `note()` says what that leaves. */
export function attachExportMenu(button, { page, query, note = () => undefined }) {
  attachMenu(button, {
    label: "Save the timeline",
    items: () => [
      ...[note()].filter(Boolean).map((heading) => ({ heading })),
      ...formats.map(([format, label, suffix]) => ({ label, act: () => save(format, suffix) })),
    ],
  });

  async function save(format, suffix) {
    try {
      await page.transport.download("timeline/export", { ...query(), format }, `timeline.${suffix}`);
      toast("The timeline was saved as a file.");
    } catch (error) {
      toast(`The timeline was not saved: ${error.message}`, { failed: true });
      page.failed(error);
    }
  }
}
