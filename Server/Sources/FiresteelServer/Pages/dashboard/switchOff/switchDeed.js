// What a change that is meant to help against a group of reports did to its flag.

import { textOf } from "../../kit/dom/drawn.js";
import { headline } from "../changes/changeText.js";
import { nameOf, offVariant } from "../text/flagState.js";

/** The differences of targetings in the current environment, whose values the change has. */
const targetings = ({ differences = [] }, program) =>
  differences.filter(({ kind, environment, before, after }) => kind === "targeting" && environment === program.environment.id && before && after);

const changed = ({ before, after }, ...names) => names.some((name) => textOf(before[name]) !== textOf(after[name]));

/** The rule with which a difference switches a flag off for some, or `undefined`. */
function offRule({ name, before, after }, program) {
  const flag = program.flags.get(name), [first] = after.rules ?? [];
  const isNew = first && (after.rules.length === (before.rules ?? []).length + 1) && !(before.rules ?? []).some(({ id }) => id === first.id);
  const off = flag && offVariant(flag.value, after);
  return isNew && off !== undefined && first.then?.variant === off && before.isOn && after.isOn ? first : undefined;
}

/** For whom a rule is, as the dialog composes it: “for iOS 26 in 3.4.1 and earlier”. */
function audience({ if: conditions = [] }) {
  const parts = conditions.map(({ attribute, is, values = [] }) => (
    values.length !== 1 ? undefined : is === "versionAtMost" ? `in ${values[0]} and earlier`
      : attribute === "targetingKey" && is === "oneOf" ? "for one person" : is === "startsWith" ? `for ${values[0]}` : undefined));
  return parts.length === 0 || parts.includes(undefined) ? "for some people" : parts.join(" ");
}

/** Whether a change switched a flag off, for everyone or for some. */
export const isSwitchOff = (change, program) =>
  targetings(change, program).some((one) => (one.before.isOn && !one.after.isOn) || offRule(one, program) !== undefined);

/** What a change did, with a verb in the past: “switched off Fast Save for iOS 26 in 3.4.1 and earlier”. */
export function deedText(change, program) {
  for (const one of targetings(change, program)) {
    const rule = offRule(one, program);
    if (rule) return `switched off ${program.flags.has(one.name) ? nameOf(program.flags.get(one.name)) : one.name} ${audience(rule)}`;
  }
  return headline(change, program);
}

/** What a change did, in two words for a mark in a plot. */
export function markText(change, program) {
  if (isSwitchOff(change, program)) return "Switched off";
  const [one] = targetings(change, program);
  if (!one) return "Changed";
  if (!one.before.isOn && one.after.isOn) return "Switched on";
  const [old, now] = [one.before, one.after].map(({ plan }) => plan?.step ?? 0);
  if (changed(one, "plan") && now < old) return "Set back";
  if (changed(one, "plan") && now > old) return "Next step";
  if (changed(one, "otherwise")) return "Rollout changed";
  if (changed(one, "rules")) return "Rules changed";
  return changed(one, "plan") && one.after.plan?.state === "paused" ? "Plan paused" : "Changed";
}
