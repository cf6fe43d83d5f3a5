// The input of an earlier perform, as the beginning of a form: an input's fields on the timeline are texts for people.

import { shown } from "../../run/flagText.js";
import { labelOf } from "./inputFields.js";
import { readValue } from "./valueText.js";

/** A recorded text as a value of a field, as JSON, or `undefined` if it isn't one. */
function valueOf({ type, choices = [] }, text) {
  if (type === "text") return JSON.stringify(text);
  if (type === "bool") return { on: "true", true: "true", yes: "true", off: "false", false: "false", no: "false" }[text.toLowerCase()];
  if (type === "choice") return choices.find((choice) => shown(choice) === text);
  if (type === "date") return undefined;
  return readValue(type, text.replace(/(?<=\d),(?=\d{3})/g, "")).value;
}

/**
 * The fields of a form that begin with the recorded ones, `{label, value, hidden}`, and those that are `missing`: required, and
 * neither recorded nor with a default. A recorded field belongs to the field with its label; one without a label belongs to the
 * first field that has none yet, unless that is recorded as hidden.
 */
export function withRecorded(fields, recorded) {
  if (!recorded) return { fields, missing: [] };
  const known = recorded.filter(({ hidden, value }) => !hidden && value !== undefined), unlabeled = known.filter(({ label }) => !label);
  const isHidden = (field) => recorded.some(({ label, hidden }) => hidden && label?.toLowerCase() === labelOf(field).toLowerCase());
  const filled = fields.map((field) => {
    const same = known.find(({ label }) => label && label.toLowerCase() === labelOf(field).toLowerCase());
    const value = same && valueOf(field, same.value);
    return value === undefined ? { field } : { field: { ...field, default: value }, isRecorded: true };
  });
  for (const { value: text } of unlabeled) {
    const index = filled.findIndex(({ field, isRecorded }) => !isRecorded && !field.optional && !isHidden(field) && valueOf(field, text) !== undefined);
    if (index < 0) continue;
    const { field } = filled[index];
    filled[index] = { field: { ...field, default: valueOf(field, text) }, isRecorded: true };
  }
  return {
    fields: filled.map(({ field }) => field),
    missing: filled.filter(({ field, isRecorded }) => !isRecorded && !field.optional && field.default === undefined).map(({ field }) => field),
  };
}

/** A sentence for the missing fields. */
export const missingText = (fields) => `The timeline doesn’t contain ${fields.map((field) => `“${labelOf(field)}”`).join(" and ")} of this input. Enter ${fields.length === 1 ? "it" : "them"}.`;
