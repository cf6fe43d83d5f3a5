// The value for people while a flag is off, and where a split can’t draw for them.

import { h, uniqueId } from "../../kit/dom/dom.js";
import { isBool, offVariant, variantWord } from "../text/flagState.js";

/** The choice below the rules; `edit(change)` changes the targeting, and `changed(word)` is called after that. Without `canEdit`, a sentence. */
export function offValue({ flag: { value: flag }, targeting, canEdit, edit, changed }) {
  const usual = offVariant(flag, {}), word = (variant) => variantWord(flag, variant), current = offVariant(flag, targeting);
  if (!canEdit) return h("p", { class: "sub after" }, `While it is off: ${word(current)}.`);
  const id = uniqueId("off");
  // A variant that no longer exists is an error, which the server names when the choice is saved.
  const names = [...new Set([...flag.variants.map(({ name }) => name), ...(current === undefined ? [] : [current])])];
  const select = h("select", { class: "field", id, data: { focus: "off-value" }, on: { change: () => {
    const variant = select.value === "" ? undefined : JSON.parse(select.value);
    edit((stored) => { if (variant === usual) delete stored.off; else stored.off = variant ?? null; });
    changed(word(variant));
  } } }, names.map((name) => h("option", { value: JSON.stringify(name) }, isBool(flag) && word(name) !== name ? `${word(name)} (${name})` : word(name))), h("option", { value: "" }, word(undefined)));
  select.value = current === undefined ? "" : JSON.stringify(current);
  return h("div", { class: "setting off-value" }, h("label", { for: id }, "While it is off"), select);
}
