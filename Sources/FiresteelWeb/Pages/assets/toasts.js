// Says what was just done, with a way to undo it.

import { h } from "./dom.js";

let place;

/** Shows a sentence for a while: longer when there is something to undo, until dismissed when something went wrong. */
export function toast(text, { undo, failed = false } = {}) {
  place ??= document.body.appendChild(h("div", { class: "toasts", role: "status", "aria-live": "polite" }));
  const end = () => { clearTimeout(timer); item.remove(); };
  const button = undo
    ? h("button", { class: "button quiet small", type: "button", on: { click: () => { end(); undo(); } } }, "Undo")
    : h("button", { class: "button quiet small", type: "button", on: { click: end } }, "Dismiss");
  const item = h("div", { class: failed ? "toast failure" : "toast" }, h("p", {}, text), button);
  place.append(item);
  while (place.children.length > 3) place.firstChild.remove();
  let timer;
  if (failed) return;
  // Nobody should have to hurry: it stays while the pointer or the focus is on it.
  const isInUse = () => item.matches(":hover, :focus-within");
  const wait = () => { clearTimeout(timer); timer = setTimeout(() => (isInUse() ? wait() : end()), undo ? 10_000 : 6_000); };
  wait();
  for (const event of ["mouseleave", "focusout"]) item.addEventListener(event, wait);
}
