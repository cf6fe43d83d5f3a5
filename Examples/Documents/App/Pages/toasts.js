// What was just done, with Undo; what went wrong, with what to do.

import { byId, element, icon } from "./elements.js";

/** `action` is `{ name, run }`: a button that ends the toast. */
export function toast(text, { action, problem = false, stay = problem ? 12_000 : 7_000 } = {}) {
  const box = element("div", { className: problem ? "toast problem" : "toast" }, element("p", {}, text));
  const end = () => { clearTimeout(timer); box.remove(); };
  if (action) box.append(element("button", { className: "button small", onclick: () => { end(); action.run(); } }, action.name));
  box.append(element("button", { className: "button quiet small only", ariaLabel: "Dismiss", onclick: end }, icon("close")));
  let timer = setTimeout(end, stay);
  // Nobody should have to hurry.
  for (const [stop, go] of [["mouseenter", "mouseleave"], ["focusin", "focusout"]]) {
    box.addEventListener(stop, () => clearTimeout(timer));
    box.addEventListener(go, () => { clearTimeout(timer); timer = setTimeout(end, stay); });
  }
  const all = byId("toasts");
  all.append(box);
  while (all.children.length > 4) all.firstChild.remove();
}

export const problem = ({ message, remedy = "" }, action) => toast(`${message} ${remedy}`.trim(), { problem: true, action });
