// The keyboard: `/` searches, `?` says what else there is.

import { notify } from "./dialogs.js";
import { h } from "./dom.js";
import { paletteKeys } from "./paletteKeys.js";

const shortcuts = [
  [[paletteKeys], "Find and perform anything"],
  [["/"], "Search this page"],
  [["↑", "↓"], "Move in a list or a tree"],
  [["←", "→"], "Close or open a feature in the tree"],
  [["Home", "End"], "Go to the first or the last"],
  [["Enter"], "Open what is chosen"],
  [["Esc"], "Go back to the list, or clear the search"],
  [["?"], "Show the shortcuts"],
];

/** Shows the shortcuts. */
export function tellShortcuts() {
  notify({
    title: "Shortcuts",
    body: h("dl", { class: "pairs shortcuts" }, shortcuts.map(([keys, what]) => [
      h("dt", {}, keys.map((key) => [h("kbd", {}, key), " "])), h("dd", {}, what),
    ])),
  });
}

/** Listens for the shortcuts that every page has. */
export function listenForShortcuts() {
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, textarea, select")) return;
    if (event.key === "?") {
      event.preventDefault();
      tellShortcuts();
    } else if (event.key === "/") {
      const field = document.querySelector(".search input");
      if (!field) return;
      event.preventDefault();
      field.focus();
      field.select();
    }
  });
}
