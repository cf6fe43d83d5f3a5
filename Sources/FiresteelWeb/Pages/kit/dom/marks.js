// Marks: a shape and a color, always with a label.

import { h, said } from "./dom.js";

/** A mark whose label is for screen readers only. */
export const mark = (name, word) => h("span", { class: `mark ${name}` }, said(word));

/** A mark whose label is beside it. */
export const plainMark = (name) => h("span", { class: `mark ${name}`, "aria-hidden": "true" });

/** A state in one or two words. */
export const badge = (name, word) => h("span", { class: `badge ${name}` }, word);
