// The states, steps and times of rollout plans as text.

import { counted } from "../../kit/text/format.js";
import { textOf } from "../../kit/dom/drawn.js";
import { totalOf } from "./flagState.js";
import { guardLines } from "./guards.js";
import { waitText } from "./waits.js";

/** The words of the states. */
export const planStates = { running: "Running", paused: "Paused", stopped: "Stopped", finished: "Finished" };

/** Whether a plan may still take steps. */
export const isLive = (plan) => plan?.state === "running" || plan?.state === "paused";

/** Whether the guard of a plan compares sessions: while the plan is live, and for some time after its last step. */
export const isWatched = (plan, now = Date.now()) => Boolean(plan?.guard) && (isLive(plan) || (plan.state === "finished" && now < watchEnd(plan)));

/** Whether there are figures of a plan’s guard: while the plan is live, and once it has finished. */
export const hasFigures = (plan) => Boolean(plan?.guard) && (isLive(plan) || plan.state === "finished");

/** The time when the guard of a finished plan stops comparing, in milliseconds since 1970. */
export const watchEnd = ({ since = 0, guard }) => since + (guard.watch ?? 0) * 1_000;

/** The time of the next step in milliseconds since 1970, 0 for immediately; `undefined` if none is pending. */
export function nextTime({ state, steps, step = 0, since }) {
  if (state !== "running" || step >= steps.length) return undefined;
  if (step === 0) return 0;
  return since === undefined ? undefined : since + steps[step - 1].wait * 1_000;
}

/** The result that a plan with this rule moves. */
export const movedResult = ({ rules = [], otherwise }, rule) => (rule === undefined ? otherwise : rules.find(({ id }) => id === rule)?.then);

/** The percentage of a variant in a result. */
export function shareOf(result, variant) {
  if (result?.split) return totalOf(result.split) ? (100 * (result.split.find((one) => one.variant === variant)?.weight ?? 0)) / totalOf(result.split) : 0;
  return result?.variant === variant ? 100 : 0;
}

/** The steps in a sentence: “1 % at the start, 10 % after 1 day, 100 % after 3 days”. */
export function planSentence({ steps }) {
  let passed = 0;
  return steps.map(({ share, wait }) => {
    const text = `${share} % ${passed ? `after ${waitText(passed)}` : "at the start"}`;
    passed += wait ?? 0;
    return text;
  }).join(", ");
}

/** The shares of a new plan whose variant has a share now: each is larger, and the last one is everyone’s. */
export function suggestedShares(now) {
  const larger = [1, 10, 50, 100].filter((share) => share > now);
  if (larger.length === 0) return [100];
  // From 50 % on, half of the rest comes before everyone.
  const half = Math.round((now + 100) / 2);
  return larger.length === 1 && half > now && half < 100 ? [half, 100] : larger;
}

/** The result that a plan moves: “everyone else”, “rule 2 (Beta testers)”; `rules` are those of the targeting. */
function placeOf(rule, rules) {
  if (rule === undefined) return "everyone else";
  const index = rules.findIndex(({ id }) => id === rule), name = rules[index]?.name;
  return index < 0 ? `rule “${rule}”` : `rule ${index + 1}${name ? ` (${name})` : ""}`;
}

/** A plan as lines of text; `rules` are those of its targeting. */
export function planLines(plan, rules = []) {
  if (!plan) return [];
  const { state, steps, step = 0, why, rule, variant, rest, by, key, guard } = plan;
  return [
    `plan: ${state}, ${step} of ${counted(steps.length, "step")} taken${why ? `: ${why}` : ""}`,
    `plan for ${placeOf(rule, rules)}: ${variant}, otherwise ${rest}, by ${key ? "a key in JsonLogic" : by && by !== "targetingKey" ? by : "person"}`,
    ...steps.map(({ share, wait }, index) => `plan step ${index + 1}: ${share} %${wait ? `, then wait ${waitText(wait)}` : ""}`),
    ...guardLines(guard).map((line) => `plan ${line}`),
  ];
}

/** The effect of a change on a plan, with a verb in the past; `fields` are all members of the targeting that changed. */
export function planDeed(before, after, fields) {
  if (textOf(before) === textOf(after)) return undefined;
  const isAlone = fields.length === 1, movesOnly = fields.every((name) => ["plan", "otherwise", "rules"].includes(name));
  if (!after) return isAlone ? "removed the plan of" : undefined;
  if (!before || before.id !== after.id) return isAlone ? "started a plan for" : undefined;
  const [old, now] = [before.step ?? 0, after.step ?? 0];
  if (now > old && movesOnly) return `took step ${now} of the plan of`;
  if (now < old && movesOnly) return `set back the plan of`;
  if (!isAlone) return undefined;
  if (before.state !== after.state) return { paused: "paused the plan of", running: "resumed the plan of", stopped: "stopped the plan of", finished: "finished the plan of" }[after.state];
  return "edited the plan of";
}
