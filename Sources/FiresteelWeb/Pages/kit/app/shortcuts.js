// Keyboard shortcuts: `/` searches, `?` lists the shortcuts.

import { h } from "../dom/dom.js";
import { icon } from "../dom/icons.js";
import { notify } from "../overlays/dialogs.js";

const common = [
  [["/"], "Search this page"],
  [["↑", "↓"], "Move in a list or a tree"],
  [["←", "→"], "Collapse or expand a feature in the tree, or repeated rows"],
  [["Home", "End"], "Go to the first or last item"],
  [["Enter"], "Open the selected item"],
  [["Esc"], "Go back to the list, or clear the search"],
  [["?"], "Show keyboard shortcuts"],
];

/** Shows the product's shortcuts, `[keys, description]`, and the common ones. */
function tellShortcuts(own = []) {
  notify({
    title: "Keyboard shortcuts",
    body: h("dl", { class: "pairs shortcuts" }, [...own, ...common].map(([keys, what]) => [
      h("dt", {}, keys.map((key) => [h("kbd", {}, key), " "])), h("dd", {}, what),
    ])),
  });
}

/** A button that shows them. */
export const shortcutsButton = (own) =>
  h("button", { class: "button quiet", type: "button", on: { click: () => tellShortcuts(own) } },
    icon("help"), "Shortcuts", h("kbd", { class: "push" }, "?"));

/** Listens for the common shortcuts. */
export function listenForShortcuts(own) {
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, textarea, select")) return;
    if (event.key === "?") {
      event.preventDefault();
      tellShortcuts(own);
    } else if (event.key === "/") {
      const field = document.querySelector(".search input");
      if (!field) return;
      event.preventDefault();
      field.focus();
      field.select();
    }
  });
}
