// Toasts: results of changes, with undo, and errors, which remain until dismissed.

import { h } from "../dom/dom.js";

const most = 4;

/**
 * Shows a sentence for a few seconds, longer with an `action` `{name, run}` (`undo` is a shorthand), and until dismissed if
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
  // The toast remains while it has the pointer or the focus.
  const isInUse = () => item.matches(":hover, :focus-within");
  const wait = () => { clearTimeout(timer); timer = setTimeout(() => (isInUse() ? wait() : end()), action ? 10_000 : 6_000); };
  wait();
  for (const event of ["mouseleave", "focusout"]) item.addEventListener(event, wait);
}
