// Menus that save a timeline or a log as text, JSON Lines or one HTML page.

import { attachMenu } from "../../kit/overlays/menu.js";
import { toast } from "../../kit/overlays/toasts.js";

const formats = { text: ["Text", "txt"], jsonl: ["JSON Lines", "jsonl"], html: ["HTML page", "html"] };

/**
 * Attaches a menu of formats to a button of `page`. `what` is “timeline” or “log”, `path` the call, `only` the offered formats;
 * `query()` returns the run and the filters; `note()` describes the filters.
 */
export function attachExportMenu(button, { page, what = "timeline", path = "timeline/export", only = Object.keys(formats), query, note = () => undefined }) {
  attachMenu(button, {
    label: `Export ${what}`,
    items: () => [
      ...[note()].filter(Boolean).map((heading) => ({ heading })),
      ...only.map((format) => ({ label: formats[format][0], act: () => save(format) })),
    ],
  });

  async function save(format) {
    try {
      await page.transport.download(path, { ...query(), format }, `${what}.${formats[format][1]}`);
      toast(`${what[0].toUpperCase()}${what.slice(1)} exported.`);
    } catch (error) {
      toast(`Can’t export the ${what}: ${error.message}`, { failed: true });
      page.failed(error);
    }
  }
}
