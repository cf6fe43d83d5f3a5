// States without content: empty, no matches, loading, unreachable.

import { h, said } from "./dom.js";
import { icon } from "./icons.js";

/** A state: its title, then the next step. `level` is that of the heading, `more` an element at the end. */
export function state({ symbol, title, text, buttons = [], failed = false, level = 2, more }) {
  return h("div", { class: failed ? "state error" : "state" },
    icon(symbol), h(`h${level}`, {}, title),
    [text].flat().filter(Boolean).map((sentence) => h("p", {}, sentence)),
    buttons.length > 0 && h("p", { class: "buttons" }, buttons), more);
}

/** A button. */
export const button = (label, act, className = "") =>
  h("button", { class: `button ${className}`.trim(), type: "button", on: { click: act } }, label);

/** Placeholders for loading content, with a text for screen readers. */
export function loading(what, lines = 6) {
  const widths = ["w70", "w50", "w80", "w60", "w40"];
  return h("div", { "aria-busy": "true" },
    h("div", { class: "bones", "aria-hidden": "true" },
      Array.from({ length: lines }, (_, index) => h("div", { class: `bone ${widths[index % widths.length]}` }))),
    h("p", { class: "said", role: "status" }, said(what)));
}
