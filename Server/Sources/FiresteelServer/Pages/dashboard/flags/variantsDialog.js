// The dialog that changes the variants of a flag, and the rules of all environments that name them.

import { h } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { Form } from "../app/form.js";
import { openChange } from "../changes/changeDialog.js";
import { nameOf } from "../text/flagState.js";
import { Variants } from "./variants.js";

const types = { bool: "boolean", int: "integer" };

/** The names of variants in a part of a targeting: everything called `variant`. */
function variantsIn(value, found = new Set()) {
  if (Array.isArray(value)) value.forEach((one) => variantsIn(one, found));
  else if (value && typeof value === "object") {
    for (const [name, own] of Object.entries(value)) if (name === "variant" && typeof own === "string") found.add(own); else variantsIn(own, found);
  }
  return found;
}

/** A part of a targeting in which variants have other names. */
function renamed(value, names) {
  if (Array.isArray(value)) return value.map((one) => renamed(one, names));
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, name === "variant" && names.has(own) ? names.get(own) : renamed(own, names)]));
}

/** The uses of a variant: “rule 2 in production”. */
export function usesOfVariant(program, flag, variant) {
  return program.environments.flatMap(({ id, name: environment }) => {
    const value = flag.targetings.get(id)?.value, place = environment.toLowerCase();
    if (!value) return [];
    const { rules = [], otherwise, off, logic, ...rest } = value;
    return [
      ...rules.flatMap((rule, index) => (variantsIn(rule).has(variant) ? [`rule ${index + 1} in ${place}`] : [])),
      ...(variantsIn(otherwise).has(variant) ? [`everyone else in ${place}`] : []),
      ...(off === variant ? [`the value while off in ${place}`] : []),
      ...(logic !== undefined && JSON.stringify(logic).includes(JSON.stringify(variant)) ? [`the custom rule in ${place}`] : []),
      ...(variantsIn(rest).has(variant) ? [`the plan in ${place}`] : []),
    ];
  });
}

/** The edits that store `list`, whose elements have the name before as `was`, and rename what names them. */
function editsOf(program, flag, list) {
  const names = new Map(list.filter(({ was, name }) => was !== undefined && was !== name).map(({ was, name }) => [was, name]));
  const variants = list.map(({ was: _, ...variant }) => variant);
  if (textOf(variants) === textOf(flag.value.variants)) return [];
  const targetings = names.size === 0 ? [] : [...flag.targetings].flatMap(([environment, { value, change }]) => {
    const { logic: _, ...named } = value, next = renamed(named, names), set = {};
    if (names.has(named.off)) next.off = names.get(named.off);
    for (const field of Object.keys(named)) if (textOf(named[field]) !== textOf(next[field])) set[field] = next[field];
    return Object.keys(set).length ? [{ kind: "targeting", name: flag.key, environment, base: change, set }] : [];
  });
  return [{ kind: "flag", name: flag.key, base: flag.change, set: { variants } }, ...targetings];
}

/** Opens the dialog. */
export function openVariants(program, flag) {
  const listed = (uses) => (uses.length > 3 ? `${uses.slice(0, 3).join(", ")} and ${uses.length - 3} more places` : uses.join(" and "));
  const variants = new Variants(types[flag.value.type] ?? flag.value.type, {
    variants: flag.value.variants,
    reasonToKeep: (name) => {
      const uses = usesOfVariant(program, flag, name);
      return uses.length ? `“${name}” is used by ${listed(uses)}. Change that first.` : undefined;
    },
  });
  const form = new Form({
    label: "Variants", verb: "Continue…", fields: [variants], cancel: () => dialog.close(),
    submit: async ({ variants: { list } }) => {
      const custom = list.find(({ was, name }) => was !== undefined && was !== name && usesOfVariant(program, flag, was).some((use) => use.startsWith("the custom rule")));
      if (custom) return variants.complain(`A custom rule names “${custom.was}”, which can’t be renamed there. Keep its name.`);
      const edits = editsOf(program, flag, list);
      dialog.close();
      if (edits.length) openChange({ program, edits, title: `Change the variants of ${nameOf(flag)}?`, done: "Variants saved." });
    },
  });
  form.element.prepend(h("p", { class: "muted" }, "Rules follow a new name. Programs receive a new value as soon as the change takes effect."));
  const dialog = openDialog({ title: `Variants of ${nameOf(flag)}`, className: "wide", body: form.element });
  dialog.querySelector("footer").remove();
  variants.control.focus();
}
