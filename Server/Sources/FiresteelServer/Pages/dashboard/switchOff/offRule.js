// A rule that switches a flag off for some, as the dialog composes it.

import { textOf } from "../../kit/dom/drawn.js";
import { nameOf, offVariant } from "../text/flagState.js";

/** The rule with which a difference switches a flag off for some, or `undefined`. */
export function offRule({ name, before, after }, program) {
  const flag = program.flags.get(name), [first] = after.rules ?? [];
  const isNew = first && textOf(after.rules.slice(1)) === textOf(before.rules ?? []);
  const off = flag && offVariant(flag.value, after);
  return isNew && off !== undefined && first.then?.variant === off && before.isOn && after.isOn ? first : undefined;
}

/** For whom a rule is, as the dialog composes it: “for iOS 26 in 3.4.1 and earlier”. */
export function audience({ if: conditions = [] }) {
  const parts = conditions.map(({ attribute, is, values = [] }) => (
    values.length !== 1 ? undefined : is === "versionAtMost" ? `in ${values[0]} and earlier`
      : attribute === "targetingKey" && is === "oneOf" ? "for one person" : is === "startsWith" ? `for ${values[0]}` : undefined));
  return parts.length === 0 || parts.includes(undefined) ? "for some people" : parts.join(" ");
}

/** The effect of a difference with such a rule: “switched off Fast Save for iOS 26 in 3.4.1 and earlier”; `undefined` for others. */
export function offDeed(difference, program) {
  const rule = offRule(difference, program);
  return rule && `switched off ${nameOf(program.flags.get(difference.name))} ${audience(rule)}`;
}
