// Toasts: results of changes, with undo, and errors, which remain until dismissed.

import { h } from "../dom/dom.js";

const most = 4;

/** Shows the toasts at the top while they would cover the focused field at the bottom, unless they would cover it there too. */
function avoidFocus(place) {
  const field = document.activeElement;
  const covers = () => {
    if (!field?.matches("input, textarea, select, button, a")) return false;
    const own = place.getBoundingClientRect(), other = field.getBoundingClientRect();
    return own.left < other.right && other.left < own.right && own.top < other.bottom && other.top < own.bottom;
  };
  delete place.dataset.at;
  if (!covers()) return;
  place.dataset.at = "top";
  if (covers()) delete place.dataset.at;
}

/**
 * Shows a sentence for a few seconds, longer with an `action` `{name, run}` (`undo` is a shorthand), and until dismissed if
 * something `failed`.
 */
export function toast(text, { undo, action = undo && { name: "Undo", run: undo }, failed = false } = {}) {
  const place = document.querySelector("body > .toasts")
    ?? document.body.appendChild(h("div", { class: "toasts", role: "status", "aria-live": "polite" }));
  if (!place.dataset.watches) {
    place.dataset.watches = "";
    document.addEventListener("focusin", () => { if (place.childElementCount && !place.contains(document.activeElement)) avoidFocus(place); });
  }
  const end = () => { clearTimeout(timer); item.remove(); };
  const button = (name, act) => h("button", { class: "button quiet small", type: "button", on: { click: () => { end(); act?.(); } } }, name);
  const item = h("div", { class: failed ? "toast failure" : "toast" }, h("p", {}, text),
    action && button(action.name, action.run), (failed || !action) && button("Dismiss"));
  place.append(item);
  avoidFocus(place);
  while (place.children.length > most) place.firstChild.remove();
  let timer;
  if (failed) return;
  // The toast remains while it has the pointer or the focus.
  const isInUse = () => item.matches(":hover, :focus-within");
  const wait = () => { clearTimeout(timer); timer = setTimeout(() => (isInUse() ? wait() : end()), action ? 10_000 : 6_000); };
  wait();
  for (const event of ["mouseleave", "focusout"]) item.addEventListener(event, wait);
}
