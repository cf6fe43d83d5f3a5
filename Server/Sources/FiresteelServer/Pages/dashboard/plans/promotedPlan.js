// The promoted part of a flag's plan: the share of the current step, not the plan with its guard.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { badge } from "../../kit/dom/marks.js";
import { nameOf } from "../text/flagState.js";
import { isLive, movedResult, planStates, shareOf } from "../text/plans.js";

const targetingOf = (flag, environment) => flag.targetings.get(environment)?.value;

/** The mark of a running or paused plan in an environment. */
export function planMark(flag, environment) {
  const { plan } = targetingOf(flag, environment) ?? {};
  if (!isLive(plan)) return undefined;
  const mark = badge("", "Plan");
  mark.title = `${planStates[plan.state]}, ${plan.step ?? 0} of ${plan.steps.length} steps taken. A plan isn’t promoted.`;
  return [" ", mark];
}

/** The promoted part of a plan, in a sentence; `name` is that of the flag where there are several. */
export function promotedText(targeting, name) {
  const { plan, logic } = targeting, of = name === undefined ? "" : ` of ${name}`;
  if (!plan.step) return `No step of the plan${of} was taken yet: the present result is promoted; plan and guard aren’t.`;
  // A paused plan may have been changed manually. A custom rule has the share of its step.
  const share = logic === undefined ? shareOf(movedResult(targeting, plan.rule), plan.variant) : plan.steps[plan.step - 1].share;
  return `The share of the current step of the plan${of} is promoted (${Number(share.toFixed(1))} %); plan and guard aren’t.`;
}

/** A note for each of the flags that has a running or paused plan in the environment they are promoted from. */
export function planNotes(flags, environment) {
  return flags.filter((flag) => isLive(targetingOf(flag, environment)?.plan))
    .map((flag) => h("p", { class: "note warning" }, icon("warning"), h("span", {}, promotedText(targetingOf(flag, environment), flags.length > 1 ? nameOf(flag) : undefined))));
}
