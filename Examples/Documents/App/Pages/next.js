// The commands that the user will probably choose next, at the top of the menu.

import { byId, fill, h } from "/kit/dom/dom.js";
import { settled } from "/kit/time/pacing.js";

const labels = {
  new: "New document…", rename: "Rename…", close: "Close document", focus: "Focus mode", statistics: "Statistics",
  export: "Export as HTML", import: "Import folder…",
};
/** The commands that need no open document. */
const general = new Set(["new", "import"]);
/** Actions that the page performs on its own. */
const automatic = new Set(["list", "preview", "drafts"]);

/** The commands; `findNext()` reads them. */
export function createNext({ findNext }) {
  let commands = [];

  const read = settled(async () => { commands = await findNext().catch(() => []); }, 300);

  /** Reads the commands again after an action. */
  function readNext(action) { if (!automatic.has(action)) read(); }

  /** Shows them in the menu as it opens: an open menu doesn’t change. */
  function showNext({ isOpen }) {
    const shown = commands.filter((command) => command in labels && (isOpen || general.has(command)));
    const group = byId("next");
    group.hidden = shown.length === 0;
    fill(group, shown.map((command) => h("button", { role: "menuitem", data: { next: command } }, `Next: ${labels[command]}`)));
  }

  return { readNext, showNext };
}
