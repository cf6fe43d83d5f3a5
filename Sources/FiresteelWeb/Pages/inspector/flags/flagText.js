// What flags come to in words: values, reasons, types, how providers are doing.

import { span, toMinute } from "../../kit/text/format.js";

/** Why a flag has its value: the badge's colour and what a colleague would say. The protocol's word goes to the tooltip. */
const reasons = {
  OVERRIDE: ["reason-override", "Set by hand"],
  TARGETING_MATCH: ["reason-targeting", "Rule matched"],
  SPLIT: ["reason-split", "By share"],
  STATIC: ["reason-static", "Same for all"],
  DEFAULT: ["reason-default", "Default"],
  CACHED: ["reason-cached", "Last known"],
  STALE: ["reason-cached", "Out of date"],
  DISABLED: ["reason-disabled", "Off"],
  ERROR: ["reason-error", "Error"],
  UNKNOWN: ["reason-static", "Not said"],
  OFF_LOCALLY: ["reason-disabled", "Off in this build"],
  ON_LOCALLY: ["reason-static", "On in this build"],
  PARENT_OFF: ["reason-disabled", "Parent is off"],
  EXCLUDED: ["reason-disabled", "Another is on"],
};

const errors = {
  PROVIDER_NOT_READY: "Not ready yet",
  PROVIDER_FATAL: "Provider failed",
  FLAG_NOT_FOUND: "Not found",
  PARSE_ERROR: "Not readable",
  TYPE_MISMATCH: "Wrong type",
  TARGETING_KEY_MISSING: "No targeting key",
  INVALID_CONTEXT: "Context not usable",
  GENERAL: "Error",
};

/** `{tint, word, title}` of a reason, or of the error where there is one. */
export function reasonOf({ reason, error, unknown }) {
  if (unknown) return { tint: "reason-disabled", word: "Not known", title: "FLAG_NOT_FOUND" };
  if (error) return { tint: "reason-error", word: errors[error.code] ?? "Error", title: `${reason}, ${error.code}` };
  const [tint, word] = reasons[reason] ?? ["reason-static", reason];
  return { tint, word, title: reason };
}

/** A value as a list shows it: a text without its quotation marks, unless it is empty. */
export function shown(value) {
  if (value === undefined) return "None";
  if (!value.startsWith('"')) return value;
  try {
    return JSON.parse(value) || "“”";
  } catch {
    return value;
  }
}

/** A value within a sentence: a text in quotation marks, on and off for what is true or false. */
export function spoken(value) {
  if (value === "true") return "on";
  if (value === "false") return "off";
  const text = shown(value);
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return value?.startsWith('"') && text !== "“”" ? `“${short}”` : short;
}

export const types = {
  bool: "On or off", int: "Whole number", double: "Number", string: "Text", array: "List", object: "Structure", any: "Anything",
};

/** “One of 3 words”, “Whole number”. */
export const typeOf = ({ type, allowed }) =>
  allowed && type !== "bool" ? `One of ${allowed.length} ${type === "string" ? "words" : "values"}` : types[type] ?? "Not declared";

export const kinds = {
  release: "Release: goes once the feature is out", experiment: "Experiment", operational: "Operational: for emergencies",
  permission: "Permission: who may", configuration: "Configuration: stays",
};

/** Who says it, for people: without a provider it is the code. */
export const providerName = (provider) => provider || "Declared";

const states = {
  ready: ["success", "up to date"],
  stale: ["undetermined", "out of date"],
  notReady: ["undetermined", "no values yet"],
  failed: ["failure", "failed"],
};

/** `{mark, words}`: how a provider is doing, and since when its values are. */
export function statusOf({ state, updated }, now) {
  const [mark, word] = states[state] ?? ["undetermined", state];
  if (updated === undefined) return { mark, words: word };
  const age = now - updated;
  return { mark, words: age < 60_000_000 * 60 * 24 ? `${word}, ${span(Math.max(0, age))} ago` : `${word}, of ${toMinute(updated)}` };
}

/** Whether a flag has this text in what people know it by. */
export function matches(flag, text) {
  if (!text) return true;
  return [flag.key, flag.name, flag.group, flag.value && shown(flag.value), ...flag.places ?? [], flag.owner, flag.description, flag.provider, flag.variant, flag.feature?.name]
    .some((word) => word?.toLowerCase().includes(text));
}
