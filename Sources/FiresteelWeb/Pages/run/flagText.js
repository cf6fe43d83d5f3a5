// Text for flags: values, reasons, types and the status of providers.

import { flagOrigin } from "../kit/text/flagOrigin.js";
import { counted, span, toMinute } from "../kit/text/format.js";

/** The badge's color and text for each reason. The protocol's name is its tooltip. */
const reasons = {
  OVERRIDE: ["reason-override", "Overridden"],
  TARGETING_MATCH: ["reason-targeting", "Rule matched"],
  SPLIT: ["reason-split", "Rollout"],
  STATIC: ["reason-static", "Same for all"],
  DEFAULT: ["reason-default", "Default"],
  CACHED: ["reason-cached", "Last known"],
  STALE: ["reason-cached", "Out of date"],
  DISABLED: ["reason-disabled", "Off"],
  ERROR: ["reason-error", "Error"],
  UNKNOWN: ["reason-static", "Unknown"],
  OFF_LOCALLY: ["reason-disabled", "Off in this build"],
  ON_LOCALLY: ["reason-static", "On in this build"],
  PARENT_OFF: ["reason-disabled", "Parent off"],
  EXCLUDED: ["reason-disabled", "Excluded"],
};

const errors = {
  PROVIDER_NOT_READY: "Not ready",
  PROVIDER_FATAL: "Provider failed",
  FLAG_NOT_FOUND: "Not found",
  PARSE_ERROR: "Unreadable",
  TYPE_MISMATCH: "Wrong type",
  TARGETING_KEY_MISSING: "No targeting key",
  INVALID_CONTEXT: "Invalid context",
  GENERAL: "Error",
};

/** `{tint, word, title}` of an error, if any, or else of the reason. */
export function reasonOf({ reason, error, unknown }) {
  if (unknown) return { tint: "reason-disabled", word: "Undefined", title: "FLAG_NOT_FOUND" };
  if (error) return { tint: "reason-error", word: errors[error.code] ?? "Error", title: `${reason}, ${error.code}` };
  const [tint, word] = reasons[reason] ?? ["reason-static", reason];
  return { tint, word, title: reason };
}

/** A value in a list: text without quotation marks, unless it is empty. */
export function shown(value) {
  if (value === undefined) return "None";
  if (!value.startsWith('"')) return value;
  try {
    return JSON.parse(value) || "“”";
  } catch {
    return value;
  }
}

/** A value in a sentence: text in quotation marks, Boolean values as on and off. */
export function spoken(value) {
  if (value === "true") return "on";
  if (value === "false") return "off";
  const text = shown(value);
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return value?.startsWith('"') && text !== "“”" ? `“${short}”` : short;
}

/** The parts of a variant that is an arm of an experiment, such as “editor/1:focused”, or “editor/1.37:focused” with a group; `undefined` for others. */
export function experimentOf(variant) {
  const [, experiment, phase, arm] = /^([a-z0-9][a-z0-9-]{0,59})\/([1-9]\d{0,6})(?:\.\d{1,3})?:(.+)$/s.exec(variant ?? "") ?? [];
  return arm && { experiment, phase: Number(phase), arm };
}

/** A variant in a list: that of an experiment as “focused (editor, phase 1)”. */
export function variantName(variant) {
  const found = experimentOf(variant);
  return found ? `${found.arm} (${found.experiment}, phase ${found.phase})` : variant;
}

/** A variant, or an arm with its experiment. */
export function variantText(variant) {
  const found = experimentOf(variant);
  return found ? `Arm ${found.arm} of the experiment ${found.experiment}, phase ${found.phase}` : `Variant ${variant}`;
}

const types = {
  bool: "On or off", int: "Whole number", double: "Number", string: "Text", array: "List", object: "Structure", any: "Any",
};

/** “One of 3 words”, “Whole number”. */
export const typeOf = ({ type, allowed }) =>
  allowed && type !== "bool" ? `One of ${counted(allowed.length, type === "string" ? "word" : "value")}` : types[type] ?? "Undeclared";

export const kinds = {
  release: "Release: removed after the rollout", experiment: "Experiment", operational: "Operational: for emergencies",
  permission: "Permission: who has access", configuration: "Configuration: permanent",
};

/** The source of a value: a provider, or the flag's declaration. */
export const providerName = (provider) => provider || "Declaration";

const states = {
  ready: ["success", "up to date"],
  stale: ["undetermined", "out of date"],
  notReady: ["undetermined", "no values yet"],
  failed: ["failure", "failed"],
};

/** `{mark, text}`: the status of a provider and the age of its values, or their origin if a server has them. */
export function statusOf({ state, updated, address, revision, cached, fault }, now) {
  const [mark, word] = states[state] ?? ["undetermined", state];
  if (address !== undefined) {
    return { mark: cached && mark === "success" ? "undetermined" : mark, text: flagOrigin({ address, state, revision, updated, cached, reason: fault }, now) };
  }
  if (updated === undefined) return { mark, text: word };
  const age = now - updated;
  return { mark, text: age < 60_000_000 * 60 * 24 ? `${word}, ${span(Math.max(0, age))} ago` : `${word}, from ${toMinute(updated)}` };
}

/** Whether a search text matches one of a flag's searchable properties. */
export function matches(flag, text) {
  if (!text) return true;
  return [flag.key, flag.name, flag.group, flag.value && shown(flag.value), ...flag.places ?? [], flag.owner, flag.description, flag.provider, flag.variant, flag.feature?.name]
    .some((word) => word?.toLowerCase().includes(text));
}
