// Guards of rollout plans as text: what they compare, their margins, what they do, and what a step waits for.

import { count } from "../../kit/text/format.js";
import { momentInSentence } from "./times.js";
import { waitText } from "./waits.js";

/** The margins of a guard: the member, the metric of the API, its name, and the margin without that member. */
export const guardMetrics = [
  { member: "failureMargin", metric: "failures", name: "Sessions with failed actions", usual: 0.2 },
  { member: "abnormalExitMargin", metric: "abnormalExits", name: "Sessions that ended abnormally", usual: 0.05 },
  // Compared with a limit on durations alone.
  { member: "durationMargin", metric: "slow", name: "Sessions with a slow action", usual: 1 },
];

/** The sessions that a step needs with each variant, without the member. */
export const usualMinimumRuns = 200;

/** The action of a guard beyond a margin. */
export const guardActions = { pause: "Pause at the current step", stepBack: "Pause and return to the step before", switchOff: "Pause and switch off", notify: "Notify only" };

/** The action of a guard beyond a margin, within a sentence. */
const deeds = { pause: "pauses at the current step", stepBack: "pauses and returns to the step before", switchOff: "pauses and switches the flag off", notify: "notifies only" };

/** The words of decisions. */
export const guardDecisions = { proceed: ["available", "Within the margins"], wait: ["closing", "Waiting"], harm: ["failure", "Beyond a margin"] };

/** The age beyond which a look doesn’t permit a step, in milliseconds, as on the server. */
const freshness = 300_000;

/** A difference in percentage points: “+3.70”, “−0.02”. */
export const points = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

/** A margin in percentage points: “1 point”, “0.2 points”. */
export const pointsText = (value) => `${value} ${value === 1 ? "point" : "points"}`;

/** Whether people with and without the variant can be compared at a share: it is neither no one’s nor everyone’s. */
export const isComparable = (share) => share > 0 && share < 100;

const withUsual = ({ action = "pause", failureMargin = 0.2, abnormalExitMargin = 0.05, durationLimit, durationMargin = 1, feature, errorRate = 0.05, minimumRuns = usualMinimumRuns, watch = 0 }) =>
  ({ action, failureMargin, abnormalExitMargin, durationLimit, durationMargin, feature, errorRate, minimumRuns, watch });

/** A guard as lines of text, as the server writes them. */
export function guardLines(guard) {
  if (!guard) return [];
  const { action, failureMargin, abnormalExitMargin, durationLimit, durationMargin, feature, errorRate, minimumRuns, watch } = withUsual(guard);
  const actions = feature ?? "the feature that declares the flag, else of all";
  return [
    `guard: ${deeds[action] ?? action} beyond a margin`,
    `guard: at most ${pointsText(failureMargin)} more sessions with failed actions of ${actions}`,
    `guard: at most ${pointsText(abnormalExitMargin)} more sessions that ended abnormally`,
    ...(durationLimit === undefined ? [] : [`guard: at most ${pointsText(durationMargin)} more sessions with actions of ${actions} that take ${durationLimit} s or longer`]),
    `guard: at least ${minimumRuns} sessions with each variant in a step`,
    `guard: stops at most ${Number((100 * errorRate).toFixed(4))} % of harmless plans`,
    ...(watch > 0 ? [`guard: watches for ${waitText(watch)} after the last step`] : []),
  ];
}

/** A guard in sentences; `nameOf(path)` is the name of a feature. */
export function guardSentence(guard, nameOf = (path) => path) {
  const { action, failureMargin, abnormalExitMargin, durationLimit, durationMargin, feature, minimumRuns, watch } = withUsual(guard);
  const slow = durationLimit === undefined ? "" : `, or more than ${pointsText(durationMargin)} more have an action that takes ${durationLimit} s or longer`;
  return `The guard ${deeds[action] ?? action} if more than ${pointsText(failureMargin)} more sessions have failed actions${feature ? ` of ${nameOf(feature)}` : ""}, or more than ${pointsText(abnormalExitMargin)} more end abnormally${slow}.${action === "notify" ? "" : ` A step waits for ${count(minimumRuns)} sessions with each variant.`}${watch > 0 ? ` The guard watches for ${waitText(watch)} after the last step.` : ""}`;
}

/**
 * The reason why a guard doesn’t compare, `{text, isRefused}`; `undefined` for nothing. `taken` is the number of steps taken, `word` the
 * variant in a sentence. A guard that can never compare is refused; one that begins later says when.
 */
export function guardGap(steps, taken, word) {
  const first = Math.max(0, taken - 1), found = steps.findIndex(({ share }, index) => index >= first && isComparable(share));
  if (found < 0) return { isRefused: true, text: `The guard has no one to compare with: each step gives ${word} to everyone or to no one. Add a step between, such as 50 %, or leave the guard out.` };
  return taken === 0 && found > 0 ? { isRefused: false, text: `The guard begins with step ${found + 1}: before, ${word} is for ${steps[0].share > 0 ? "everyone" : "no one"}, so there is no one to compare with.` } : undefined;
}

/**
 * The reason why a step that is due waits; `undefined` for none. `state` is the guard’s evidence: `null` before its first look,
 * `undefined` if that isn’t known.
 */
export function guardWait({ guard, variant, rest, steps, step = 0 }, state, now = Date.now()) {
  if (!guard || guard.action === "notify" || !isComparable(steps[step - 1]?.share)) return undefined;
  if (state === undefined) return "Waiting for the guard.";
  if (state === null || state.step !== step) return "Waiting for the guard, which hasn’t read the sessions of this step yet.";
  const needed = guard.minimumRuns ?? usualMinimumRuns, { exposed, unexposed } = state.stepRuns;
  const progress = (sessions, name) => `${count(Math.min(sessions, needed))} of ${count(needed)} sessions with ${name}`;
  if (state.decision !== "harm" && Math.min(exposed, unexposed) < needed) return `Waiting for the guard: ${progress(exposed, variant)}, ${progress(unexposed, rest)}.`;
  if (now - state.checked > freshness) return `Waiting for the guard, which last read the sessions ${momentInSentence(state.checked)}.`;
  return state.decision === "proceed" ? undefined : `Waiting for the guard. ${state.reason}`;
}
