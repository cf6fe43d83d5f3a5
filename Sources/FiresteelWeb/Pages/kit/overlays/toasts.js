// Says what was just done, with a way to undo it; says what went wrong until it was read.

import { h } from "../dom/dom.js";

const most = 4;

/**
 * Shows a sentence for a while: longer with `action`, `{name, run}`, of which `undo` is short for one; until dismissed where
 * something `failed`.
 */
export function toast(text, { undo, action = undo && { name: "Undo", run: undo }, failed = false } = {}) {
  const place = document.querySelector("body > .toasts")
    ?? document.body.appendChild(h("div", { class: "toasts", role: "status", "aria-live": "polite" }));
  const end = () => { clearTimeout(timer); item.remove(); };
  const button = (name, act) => h("button", { class: "button quiet small", type: "button", on: { click: () => { end(); act?.(); } } }, name);
  const item = h("div", { class: failed ? "toast failure" : "toast" }, h("p", {}, text),
    action && button(action.name, action.run), (failed || !action) && button("Dismiss"));
  place.append(item);
  while (place.children.length > most) place.firstChild.remove();
  let timer;
  if (failed) return;
  // A reader need not hurry: it stays while the pointer or the focus is on it.
  const isInUse = () => item.matches(":hover, :focus-within");
  const wait = () => { clearTimeout(timer); timer = setTimeout(() => (isInUse() ? wait() : end()), action ? 10_000 : 6_000); };
  wait();
  for (const event of ["mouseleave", "focusout"]) item.addEventListener(event, wait);
}
