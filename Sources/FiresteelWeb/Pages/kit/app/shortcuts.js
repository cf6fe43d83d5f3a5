// The keyboard: `/` searches, `?` says what else there is.

import { h } from "../dom/dom.js";
import { icon } from "../dom/icons.js";
import { notify } from "../overlays/dialogs.js";

const common = [
  [["/"], "Search this page"],
  [["↑", "↓"], "Move in a list or a tree"],
  [["←", "→"], "Close or open a feature in the tree"],
  [["Home", "End"], "Go to the first or the last"],
  [["Enter"], "Open what is chosen"],
  [["Esc"], "Go back to the list, or clear the search"],
  [["?"], "Show the shortcuts"],
];

/** Shows the shortcuts: the product's own, `[keys, description]`, and those of every page. */
export function tellShortcuts(own = []) {
  notify({
    title: "Shortcuts",
    body: h("dl", { class: "pairs shortcuts" }, [...own, ...common].map(([keys, what]) => [
      h("dt", {}, keys.map((key) => [h("kbd", {}, key), " "])), h("dd", {}, what),
    ])),
  });
}

/** A button that shows them. */
export const shortcutsButton = (own) =>
  h("button", { class: "button quiet", type: "button", on: { click: () => tellShortcuts(own) } },
    icon("help"), "Shortcuts", h("kbd", { class: "push" }, "?"));

/** Listens for the shortcuts that every page has. */
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
