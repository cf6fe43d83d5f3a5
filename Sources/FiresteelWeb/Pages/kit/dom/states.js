// What stands where there is nothing to show: nothing yet, nothing matches, loading, out of reach.

import { h, said } from "./dom.js";
import { icon } from "./icons.js";

/** A state: what is the case, then what can be done about it. `level` is that of the heading. */
export function state({ symbol, title, text, buttons = [], failed = false, level = 2 }) {
  return h("div", { class: failed ? "state error" : "state" },
    icon(symbol), h(`h${level}`, {}, title),
    [text].flat().filter(Boolean).map((sentence) => h("p", {}, sentence)),
    buttons.length > 0 && h("p", { class: "buttons" }, buttons));
}

/** A button in a state or a head. */
export const button = (label, act, className = "") =>
  h("button", { class: `button ${className}`.trim(), type: "button", on: { click: act } }, label);

/** Bones in the place of what is being read, with a word for those who don't see them. */
export function loading(what, lines = 6) {
  const widths = ["w70", "w50", "w80", "w60", "w40"];
  return h("div", { "aria-busy": "true" },
    h("div", { class: "bones", "aria-hidden": "true" },
      Array.from({ length: lines }, (_, index) => h("div", { class: `bone ${widths[index % widths.length]}` }))),
    h("p", { class: "said", role: "status" }, said(what)));
}
