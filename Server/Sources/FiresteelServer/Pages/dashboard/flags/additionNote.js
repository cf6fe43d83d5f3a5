// The effect of adding a flag to an environment on programs, which have their own default until then.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { isBool, offVariant, variantWord } from "../text/flagState.js";

/** The value for programs once the flag is added, switched off; the server doesn’t know their defaults. */
export function additionText(flag) {
  const variant = offVariant(flag, { isOn: false });
  if (variant === undefined) return "Programs use their default, also while the flag is switched off.";
  const word = variantWord(flag, variant);
  return `Programs use their default. Adding it switched off gives everyone “${word}”: ${isBool(flag) && word === "off" ? "programs that have it on by default lose it" : "programs with another default lose that one"}.`;
}

/** The note in the dialog. */
export function additionNote(flag) {
  const changesNothing = offVariant(flag, { isOn: false }) === undefined;
  return h("p", { class: changesNothing ? "note" : "note warning" }, icon(changesNothing ? "help" : "warning"), h("span", {}, additionText(flag)));
}
