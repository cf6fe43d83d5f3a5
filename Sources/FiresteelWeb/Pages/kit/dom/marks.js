// Marks: a shape and a colour, always with a word.

import { h, said } from "./dom.js";

/** A mark whose word is only read aloud. */
export const mark = (name, word) => h("span", { class: `mark ${name}` }, said(word));

/** A mark whose word stands beside it. */
export const plainMark = (name) => h("span", { class: `mark ${name}`, "aria-hidden": "true" });

/** A state in one or two words. */
export const badge = (name, word) => h("span", { class: `badge ${name}` }, word);
