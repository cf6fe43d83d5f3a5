// Says what was just done, with a way to undo it.

import { h } from "./dom.js";

let place;

/** Shows a sentence for a while: longer when there is something to undo, until dismissed when something went wrong. */
export function toast(text, { undo, failed = false } = {}) {
  place ??= document.body.appendChild(h("div", { class: "toasts", role: "status", "aria-live": "polite" }));
  const button = undo
    ? h("button", { class: "button quiet small", type: "button", on: { click: () => { item.remove(); undo(); } } }, "Undo")
    : h("button", { class: "button quiet small", type: "button", on: { click: () => item.remove() } }, "Dismiss");
  const item = h("div", { class: failed ? "toast failure" : "toast" }, h("p", {}, text), button);
  place.append(item);
  while (place.children.length > 3) place.firstChild.remove();
  if (!failed) setTimeout(() => item.remove(), undo ? 10_000 : 6_000);
}
