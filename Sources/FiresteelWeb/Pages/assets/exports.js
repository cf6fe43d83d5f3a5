// Saves a timeline as a file: to read, for programs, or as one page for somebody else.

import { download } from "./api.js";
import { attachMenu } from "./menu.js";
import { toast } from "./toasts.js";

const formats = [["text", "As text", "txt"], ["jsonl", "As JSON Lines", "jsonl"], ["html", "As one HTML page", "html"]];

/** Gives a button a menu of formats. `query()` answers which run and which filters; `note()` says what that leaves. */
export function attachExportMenu(button, { query, note = () => undefined, failed }) {
  attachMenu(button, {
    label: "Save the timeline",
    items: () => [
      ...[note()].filter(Boolean).map((heading) => ({ heading })),
      ...formats.map(([format, label, suffix]) => ({ label, act: () => save(format, suffix) })),
    ],
  });

  async function save(format, suffix) {
    try {
      await download("timeline/export", { ...query(), format }, `timeline.${suffix}`);
      toast("The timeline was saved as a file.");
    } catch (error) {
      toast(`The timeline was not saved: ${error.message}`, { failed: true });
      failed?.(error);
    }
  }
}
