// “Check a person…”: whether a person is in a segment. The server evaluates a flag that isn’t saved, with the segment as its rule.

import { fill, h } from "../../kit/dom/dom.js";
import { button } from "../../kit/dom/states.js";
import { Form } from "../app/form.js";
import { textField } from "../../kit/dom/field.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { nameOf } from "../text/flagState.js";

const key = "targetingKey", probe = "firesteel-check-a-person";

/** The attributes that the conditions of a segment, and of the segments in them, compare; sorted. */
export function attributesOf(segment, segments, seen = new Set()) {
  if (!segment || seen.has(segment.key)) return [];
  seen.add(segment.key);
  const found = (segment.value.if ?? []).flatMap((condition) => (condition.segment === undefined ? [condition.attribute] : attributesOf(segments.get(condition.segment), segments, seen)));
  return [...new Set(found)].filter((name) => name && name !== key).sort();
}

/** A value as typed: JSON where it is a number or a Boolean, otherwise text. */
const valueOf = (text) => (/^(true|false|-?\d+(\.\d+)?)$/.test(text.trim()) && String(JSON.parse(text)) === text.trim() ? JSON.parse(text) : text);

/** The edits of a flag that only members have. */
export const probeOf = (segment, environment) => [
  { kind: "flag", name: probe, base: 0, create: { type: "boolean", variants: [{ name: "member", value: true }, { name: "other", value: false }] } },
  { kind: "targeting", name: probe, environment: environment.id, base: 0, create: { isOn: true, rules: [{ id: "1", if: [{ segment: segment.key, is: "in" }], then: { variant: "member" } }], otherwise: { variant: "other" } } },
];

/** Opens the dialog. */
export function openPersonCheck({ program, segment }) {
  const names = attributesOf(segment, program.segments), result = h("p", { class: "verdict", role: "status" });
  const form = new Form({
    label: "Check a person", verb: "Check",
    fields: [textField({ name: key, label: "Person, by key", value: "", attributes: { spellcheck: "false", autocapitalize: "none" } }),
      ...names.map((name) => textField({ name, label: `${name}, if known`, value: "", optional: true, attributes: { spellcheck: "false", autocapitalize: "none" } }))],
    submit: async (values) => {
      fill(result);
      const known = Object.entries(values).filter(([, value]) => value.trim() !== ""), context = Object.fromEntries(known.map(([name, value]) => [name, name === key ? value.trim() : valueOf(value)]));
      const { variant, errorDetails } = await program.transport.post(`${program.path}/environments/${encodeURIComponent(program.environment.id)}/trials`, { flag: probe, context, edits: probeOf(segment, program.environment) });
      if (errorDetails) throw new Error(errorDetails);
      fill(result, answer(context[key], variant === "member", names.filter((name) => !(name in context))));
    },
  });
  const dialog = openDialog({ title: `Is a person in ${nameOf(segment)}?`, body: [form.element, result], footer: [button("Close", () => dialog.close())] });
  form.fields[0].control.focus();

  /** “u-1 is in Beta testers, by key.” */
  function answer(person, isMember, unknown) {
    const isListed = (segment.value.people ?? []).includes(person);
    return [h("strong", { class: "strong" }, person), isMember ? ` is in ${nameOf(segment)}, ${isListed ? "by key" : "by its conditions"}.` : ` isn’t in ${nameOf(segment)}.`,
      !isListed && unknown.length > 0 && h("span", { class: "sub" }, ` Checked without ${new Intl.ListFormat("en-GB").format(unknown)}.`)];
  }
}
