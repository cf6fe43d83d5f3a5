// The effect on its flag of a change that is meant to help against a group of reports.

import { textOf } from "../../kit/dom/drawn.js";
import { headline } from "../changes/changeText.js";
import { offDeed, offRule } from "./offRule.js";

/** The differences of targetings in the current environment, whose values the change has. */
const targetings = ({ differences = [] }, program) =>
  differences.filter(({ kind, environment, before, after }) => kind === "targeting" && environment === program.environment.id && before && after);

const changed = ({ before, after }, ...names) => names.some((name) => textOf(before[name]) !== textOf(after[name]));

/** Whether a change switched a flag off, for everyone or for some. */
export const isSwitchOff = (change, program) =>
  targetings(change, program).some((one) => (one.before.isOn && !one.after.isOn) || offRule(one, program) !== undefined);

/** The effect of a change, with a verb in the past: “switched off Fast Save for iOS 26 in 3.4.1 and earlier”. */
export function deedText(change, program) {
  for (const one of targetings(change, program)) {
    const text = offDeed(one, program);
    if (text) return text;
  }
  return headline(change, program);
}

/** The effect of a change, in two words for a mark in a plot. */
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
