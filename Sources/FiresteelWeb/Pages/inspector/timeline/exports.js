// Exports a timeline as text, JSON Lines or one HTML page.

import { attachMenu } from "../../kit/overlays/menu.js";
import { toast } from "../../kit/overlays/toasts.js";

const formats = [["text", "Text", "txt"], ["jsonl", "JSON Lines", "jsonl"], ["html", "HTML page", "html"]];

/** Attaches a menu of formats to a button of `page`. `query()` returns the run and the filters; `note()` describes the filters. */
export function attachExportMenu(button, { page, query, note = () => undefined }) {
  attachMenu(button, {
    label: "Export timeline",
    items: () => [
      ...[note()].filter(Boolean).map((heading) => ({ heading })),
      ...formats.map(([format, label, suffix]) => ({ label, act: () => save(format, suffix) })),
    ],
  });

  async function save(format, suffix) {
    try {
      await page.transport.download("timeline/export", { ...query(), format }, `timeline.${suffix}`);
      toast("Timeline exported.");
    } catch (error) {
      toast(`Can’t export the timeline: ${error.message}`, { failed: true });
      page.failed(error);
    }
  }
}
