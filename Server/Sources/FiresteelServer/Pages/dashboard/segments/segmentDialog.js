// The dialog for a new or changed segment.

import { openDialog } from "../../kit/overlays/dialogs.js";
import { choiceField, longField, textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { openChange } from "../changes/changeDialog.js";
import { ConditionsEditor } from "../flags/conditionsEditor.js";
import { identifierOf } from "../signIn/noProgram.js";
import { nameOf } from "../text/flagState.js";

/** Opens the dialog; `saved(key)` is called after a new segment was saved. */
export function openSegment({ program, segment, saved = () => {} }) {
  const value = segment?.value ?? {}, others = new Map([...program.segments].filter(([key]) => key !== segment?.key));
  let conditions = value.if ?? [], written = false;
  const name = textField({ name: "name", label: "Name", value: value.name ?? "", optional: Boolean(segment) });
  const key = textField({ name: "key", label: "Key", value: segment?.key ?? "", hint: "It can’t be changed later.", attributes: { class: "field mono", spellcheck: "false" }, check: (text) => (program.segments.has(text.trim()) ? `There is a segment “${text.trim()}” already.` : undefined) });
  key.control.addEventListener("input", () => { written = true; });
  name.control.addEventListener("input", () => { if (!written) key.control.value = identifierOf(name.value); });
  const any = choiceField({ name: "isAny", label: "Conditions", value: value.isAny ? "any" : "all", choices: [["all", "All conditions hold"], ["any", "One condition is enough"]] });
  const editor = new ConditionsEditor({ program, segments: others, conditions, change: (list) => { conditions = list; }, joint: () => (any.value === "any" ? "or" : "and") });
  any.control.addEventListener("change", () => editor.draw());
  const people = longField({ name: "people", label: "People by key, one in each line", value: (value.people ?? []).join("\n"), rows: 3, optional: true });
  const form = new Form({
    label: "Segment", verb: "Review…", cancel: () => dialog.close(),
    fields: [name, ...(segment ? [] : [key]), longField({ name: "description", label: "Description", value: value.description ?? "", optional: true }), textField({ name: "owner", label: "Owner", value: value.owner ?? "", optional: true }), any, people],
    submit: async (values) => {
      const next = {
        name: values.name.trim(), description: values.description.trim(), owner: values.owner.trim(), isAny: values.isAny === "any" || undefined, if: conditions,
        people: [...new Set(values.people.split("\n").map((line) => line.trim()).filter(Boolean))],
      };
      const filled = Object.fromEntries(Object.entries(next).filter(([, own]) => own !== undefined && own.length !== 0));
      const id = segment?.key ?? values.key.trim();
      dialog.close();
      const isSent = await openChange({ program, title: segment ? `Change ${nameOf(segment)}?` : `Create ${values.name.trim()}?`, verb: segment ? "Save" : "Create segment", done: segment ? "Segment saved." : `${values.name.trim()} created.`,
        edits: segment ? edits(segment, filled) : [{ kind: "segment", name: id, base: 0, create: filled }] });
      if (isSent) saved(id);
    },
  });
  any.element.after(editor.element);
  const dialog = openDialog({ title: segment ? `Edit ${nameOf(segment)}` : "New segment", className: "wide", body: form.element });
  dialog.querySelector("footer").remove();
  name.control.focus();
}

function edits({ key, value, change }, next) {
  const known = ["name", "description", "owner", "isAny", "if", "people"], set = {}, clear = [];
  for (const field of known) {
    if (JSON.stringify(value[field]) === JSON.stringify(next[field])) continue;
    if (field in next) set[field] = next[field]; else clear.push(field);
  }
  return [{ kind: "segment", name: key, base: change, set, ...(clear.length ? { clear } : {}) }];
}

