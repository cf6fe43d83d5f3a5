// Toasts: results of changes, with undo, and errors, which remain until dismissed.

import { h } from "../dom/dom.js";

const most = 4;

/**
 * Shows the toasts at the top while they would cover the focused field at the bottom, unless they would cover it there too. A
 * field as high as an editor is always covered, and has controls above it.
 */
function avoidFocus(place) {
  const field = document.activeElement;
  const covers = () => {
    if (!field?.matches("input, textarea, select, button, a") || field.offsetHeight > innerHeight / 2) return false;
    const own = place.getBoundingClientRect(), other = field.getBoundingClientRect();
    return own.left < other.right && other.left < own.right && own.top < other.bottom && other.top < own.bottom;
  };
  delete place.dataset.at;
  if (!covers()) return;
  place.dataset.at = "top";
  if (covers()) delete place.dataset.at;
}

/** Moves the toasts into the open modal dialog, outside of which nothing can be clicked or focused, and back when it closes. */
function placeInDialog(place) {
  const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
  if (!dialog || dialog.contains(place)) return;
  dialog.append(place);
  dialog.addEventListener("close", () => { document.body.append(place); placeInDialog(place); }, { once: true });
}

/**
 * Shows a sentence for a few seconds, longer with an `action` `{name, run}` (`undo` is a shorthand), and until dismissed if
 * something `failed`. It replaces an earlier toast with the same sentence, unless that can be undone, and one about the same
 * `topic`.
 */
export function toast(text, { undo, action = undo && { name: "Undo", run: undo }, failed = false, topic } = {}) {
  const place = document.querySelector(".toasts")
    ?? document.body.appendChild(h("div", { class: "toasts", role: "status", "aria-live": "polite" }));
  if (!place.dataset.watches) {
    place.dataset.watches = "";
    new MutationObserver(() => { if (place.childElementCount) placeInDialog(place); })
      .observe(document.body, { subtree: true, attributeFilter: ["open"] });
    document.addEventListener("focusin", () => { if (place.childElementCount && !place.contains(document.activeElement)) avoidFocus(place); });
  }
  const end = () => { clearTimeout(timer); item.remove(); };
  const button = (name, act) => h("button", { class: "button quiet small", type: "button", on: { click: () => { end(); act?.(); } } }, name);
  const item = h("div", { data: topic && { topic }, class: failed ? "toast failure" : "toast" }, h("p", {}, text),
    action && button(action.name, action.run), (failed || !action) && button("Dismiss"));
  const isReplaced = (earlier) => ((failed || !action) && earlier.firstChild.textContent === text) || (topic && earlier.dataset.topic === topic);
  for (const earlier of [...place.children].filter(isReplaced)) earlier.remove();
  placeInDialog(place);
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
