// The facts of a flag that all environments share, and their editor.

import { h, uniqueId } from "../../kit/dom/dom.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { choiceField, longField, textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { flagAddress } from "../app/routes.js";
import { openChange } from "../changes/changeDialog.js";
import { isBool, nameOf } from "../text/flagState.js";
import { tagsOf } from "./bulk.js";
import { declaredIn } from "./declaredIn.js";
import { groupsInUse, kindNamed, kinds } from "./flagFilters.js";

/** The card with the facts. */
export function about(program, flag) {
  const { value } = flag, { kind, expires, owner, tags = [], parent, exclusionGroup } = value;
  const needed = program.flags.get(parent);
  const pair = (term, text) => text && [h("dt", {}, term), h("dd", {}, text)];
  return h("section", { class: "card", "aria-labelledby": "about" }, h("div", { class: "section" },
    h("div", { class: "section-head" }, h("h2", { id: "about" }, "About"), program.mayEdit() && h("button", { class: "button small push", type: "button", data: { focus: "details" }, on: { click: () => openDetails(program, flag) } }, "Edit…")),
    h("dl", { class: "pairs" }, pair("Kind", [kinds[kindNamed(kind)] ?? kind, expires && `expires ${expires}`].filter(Boolean).join(", ")), pair("Owner", owner), pair("Tags", tags.join(", ")),
      pair("Needs", needed ? h("a", { href: flagAddress(parent), data: { focus: "needs" } }, nameOf(needed)) : parent), pair("Only one of", exclusionGroup), pair("Type", value.type), declaredIn(program, flag),
      pair("Variants", h("ul", {}, value.variants.map((variant) => h("li", {}, h("code", {}, `${variant.name}: ${JSON.stringify(variant.value)}`))))))));
}

/** The flags that can be the parent of one: Bool flags that are in use, and the present parent. */
function parentChoices(program, { key, value }) {
  const named = (flag) => [flag.key, nameOf(flag) === flag.key ? flag.key : `${nameOf(flag)} (${flag.key})`];
  const flags = [...program.flags.values()].filter((one) => one.key !== key && (one.key === value.parent || (isBool(one.value) && !one.value.isArchived)));
  const missing = value.parent && !program.flags.has(value.parent) ? [[value.parent, `${value.parent}, which doesn’t exist`]] : [];
  return [["", "None"], ...missing, ...flags.sort((one, other) => nameOf(one).localeCompare(nameOf(other), "en")).map(named)];
}

/** The dialog for name, description, owner, kind, expiry, tags, parent and exclusion group. */
export function openDetails(program, flag) {
  const value = { ...flag.value, kind: kindNamed(flag.value.kind) }, groups = uniqueId("groups");
  const form = new Form({
    label: "Details", verb: "Continue…", cancel: () => dialog.close(),
    fields: [
      textField({ name: "name", label: "Name", value: value.name ?? "", optional: true }),
      longField({ name: "description", label: "Description", value: value.description ?? "", optional: true }),
      textField({ name: "owner", label: "Owner", value: value.owner ?? "", optional: true }),
      choiceField({ name: "kind", label: "Kind", value: value.kind ?? "", optional: true, choices: [["", "None"], ...Object.entries(kinds)] }),
      textField({ name: "expires", label: "Expires", value: value.expires ?? "", optional: true, attributes: { type: "date" } }),
      textField({ name: "tags", label: "Tags, separated by commas", value: (value.tags ?? []).join(", "), optional: true }),
      choiceField({ name: "parent", label: "Needs", value: value.parent ?? "", optional: true, choices: parentChoices(program, flag), hint: "While that flag is off, this one is off." }),
      // Only a Bool flag can be on or off in a group; another one can only leave its group.
      ...(isBool(value) || value.exclusionGroup ? [textField({ name: "exclusionGroup", label: "Exclusion group", value: value.exclusionGroup ?? "", optional: true, attributes: { list: groups }, hint: "At most one flag of a group is on for a person." })] : []),
    ],
    submit: async (values) => {
      const next = { ...values, tags: tagsOf(values.tags) }, set = {}, clear = [];
      for (const [name, own] of Object.entries(next)) {
        const text = typeof own === "string" ? own.trim() : own;
        if (JSON.stringify(text) === JSON.stringify(value[name] ?? (name === "tags" ? [] : ""))) continue;
        if (text.length === 0) clear.push(name); else set[name] = text;
      }
      dialog.close();
      if (!Object.keys(set).length && !clear.length) return;
      openChange({ program, title: `Change ${nameOf(flag)}?`, done: "Details saved.", edits: [{ kind: "flag", name: flag.key, base: flag.change, set, ...(clear.length ? { clear } : {}) }] });
    },
  });
  form.element.append(h("datalist", { id: groups }, groupsInUse(program).map((group) => h("option", { value: group }))));
  const dialog = openDialog({ title: `Details of ${nameOf(flag)}`, body: form.element });
  dialog.querySelector("footer").remove();
}
