// A running or paused plan among schedules.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { environmentTag } from "../app/environments.js";
import { flagAddress } from "../app/routes.js";
import { nameOf } from "../text/flagState.js";
import { isComparable } from "../text/guards.js";
import { isLive, nextTime } from "../text/plans.js";
import { momentInSentence } from "../text/times.js";

/** The plans that may still take steps: `{flag, environment, plan}`, those with the earliest next step first. */
export function livePlans(program) {
  const found = [...program.flags.values()].flatMap((flag) => program.environments.map((environment) => ({ flag, environment, plan: flag.targetings.get(environment.id)?.value.plan })))
    .filter(({ plan }) => isLive(plan));
  const time = ({ plan }) => nextTime(plan) ?? Infinity;
  return found.sort((one, other) => (time(one) < time(other) ? -1 : time(one) > time(other) ? 1 : 0));
}

/** “from 1 to 10 %”, “to 1 %”. */
export function nextMove({ steps, step = 0 }) {
  return step >= steps.length ? "" : step > 0 ? `from ${steps[step - 1].share} to ${steps[step].share} %` : `to ${steps[step].share} %`;
}

/** The time of the next step, or why there is none. */
export function nextWords(plan) {
  const next = nextTime(plan), isHeld = plan.guard && isComparable(plan.steps[(plan.step ?? 0) - 1]?.share);
  return plan.state === "paused" ? "Paused" : next === undefined ? "" : next > Date.now() ? momentInSentence(next) : isHeld ? "waits for its guard" : "now";
}

/** Plans and schedules together: those that are pending by their time, paused plans without one, then what is done as it was read. */
export function byTime(plans, schedules) {
  const rows = [...plans.map((plan) => ({ plan, time: nextTime(plan.plan) ?? Infinity })), ...schedules.map((schedule) => ({ schedule, time: schedule.state === "pending" ? schedule.due : undefined }))];
  const pending = rows.filter(({ time }) => time !== undefined).sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0));
  return [...pending, ...rows.filter(({ time }) => time === undefined)];
}

/** The row. */
export function planRow({ flag, environment, plan }) {
  return h("li", { class: "change", data: { plan: plan.id } }, h("span", { class: "initials machine", "aria-hidden": "true" }, icon("flags")),
    h("div", { class: "body" },
      h("p", { class: "head" }, h("span", {}, h("a", { class: "strong", href: flagAddress(flag.key, { environment: environment.id }) }, nameOf(flag)), ` ${nextMove(plan)}`)),
      h("p", { class: "meta" }, environmentTag(environment), h("span", {}, `Plan, step ${(plan.step ?? 0) + 1} of ${plan.steps.length}`), plan.state === "paused" && h("span", { class: "bad" }, `Paused: ${plan.why ?? "not taken until it is resumed"}`))),
    h("div", { class: "side free" }, h("span", { class: "time" }, nextWords(plan))));
}
