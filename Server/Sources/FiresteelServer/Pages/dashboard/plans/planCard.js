// The plan of a flag in an environment: its steps, the time of the next one, and what can be done with it.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { badge, mark } from "../../kit/dom/marks.js";
import { isTemporary, openKeep } from "../flags/keepFlag.js";
import { variantWord } from "../text/flagState.js";
import { guardWait } from "../text/guards.js";
import { hasFigures, isLive, isWatched, nextTime, planStates, watchEnd } from "../text/plans.js";
import { momentInSentence, momentOf } from "../text/times.js";
import { waitText } from "../text/waits.js";
import { controlPlan } from "./controlPlan.js";
import { guardPart } from "./guardPart.js";
import { guardChange, undoGuard } from "./undoGuard.js";

/** The card; nothing without a plan for those who can't start one. `changes` are the flag's newest, `seen` is what the guard has seen, `edit(plan)` opens the editor, `nameOf(path)` is the name of a feature. */
export function planCard({ program, flag, environment, changes, seen, canEdit, edit, nameOf }) {
  const stored = flag.targetings.get(environment.id), { plan, isOn, logic } = stored.value, place = environment.name.toLowerCase();
  const control = (operation) => controlPlan(operation, { program, flag, environment, stored });
  const action = (name, label, act) => h("button", { class: "button small", type: "button", data: { focus: `plan-${name}` }, on: { click: act } }, label);
  const card = (head, ...content) => h("section", { class: "card", "aria-labelledby": "plan" }, h("div", { class: "section" }, h("div", { class: "section-head" }, h("h2", { id: "plan" }, "Plan"), head), content));
  const start = () => canEdit && isOn && logic === undefined && flag.value.variants.length > 1 && h("div", { class: "buttons push" }, action("start", "Start a plan…", () => edit()));

  if (!plan) {
    if (!canEdit) return undefined;
    return card(start(), h("p", { class: "muted" }, isOn ? "A plan changes the rollout in timed steps, such as 1 %, 10 %, 50 % and 100 %." : `A plan changes the rollout in timed steps. Switch the flag on in ${place} first.`));
  }
  const { steps, step = 0, state, why, since } = plan;
  if (!isLive(plan)) {
    return card([badge("", planStates[state]), start()], h("p", { class: "muted" }, state === "finished" ? (steps.length === 1 ? "Its only step was taken." : `All ${steps.length} steps were taken.`) : step ? `Stopped at ${steps[step - 1].share} %, step ${step} of ${steps.length}.` : "Stopped before its first step.", isWatched(plan) && ` The guard watches until ${momentInSentence(watchEnd(plan))}.`),
      canEdit && state === "stopped" && step < steps.length && h("p", { class: "after" }, action("resume", "Resume…", () => control("resume"))),
      // A release that everyone has is done.
      canEdit && state === "finished" && steps.at(-1).share === 100 && isTemporary(flag) && h("p", { class: "after" }, action("keep", "Keep as a setting…", () => openKeep(program, flag))), hasFigures(plan) && guardPart(plan, seen, nameOf));
  }
  const byGuard = canEdit && state === "paused" && guardChange(changes, flag, environment, plan);
  const isRunning = state === "running", next = nextTime(plan), word = variantWord(flag.value, plan.variant);
  const buttons = canEdit && h("div", { class: "buttons push" },
    isRunning ? action("pause", "Pause", () => control("pause")) : action("resume", "Resume…", () => control("resume")),
    isRunning && action("proceed", "Next step now…", () => control("proceed")), action("edit", "Edit plan…", () => edit(plan)), action("stop", "Stop plan…", () => control("stop")));
  const times = timesOf(plan, environment, changes), isDue = isRunning && next !== undefined && next <= Date.now();
  // A step whose time has passed waits for the guard, or is taken within seconds.
  const waits = isDue ? guardWait(plan, seen instanceof Error ? undefined : seen && (seen.state ?? null)) : undefined;
  return card([badge(isRunning ? "in-flight" : "unavailable", planStates[state]), buttons],
    plan.rule !== undefined && h("p", { class: "sub" }, `Moves the result of rule ${(stored.value.rules ?? []).findIndex(({ id }) => id === plan.rule) + 1}.`),
    !isRunning && h("p", { class: "note warning", role: "status" }, icon("warning"), h("span", { class: "grow" }, why ? `Paused: ${why}` : "Paused. No step is taken until the plan is resumed."),
      byGuard && h("button", { class: "button small", type: "button", "aria-label": "Undo what the guard did", data: { focus: "plan-undo" }, on: { click: () => undoGuard(program, byGuard) } }, "Undo")),
    h("ol", { class: isRunning ? "steps" : "steps after" }, steps.map((one, index) => {
      const isNow = index === step - 1, isNext = index === step, text = `${one.share} % ${word}`;
      const time = index < step ? times.get(index + 1) && momentOf(times.get(index + 1)) : isNext && isRunning ? (isDue ? (waits ? "waiting" : "now") : next === undefined ? undefined : momentOf(next)) : index > 0 && steps[index - 1].wait ? `${waitText(steps[index - 1].wait)} ${isNext ? "after resuming" : "later"}` : undefined;
      return h("li", { "aria-current": isNow ? "step" : undefined }, isNow ? mark("in-flight", isRunning ? "Now" : "Paused") : index < step ? mark("success", "Done") : h("span", { class: "pip" }),
        h("div", { class: "body" }, h("div", { class: "line-top" }, isNow ? h("strong", { class: "strong" }, text) : h("span", { class: index < step ? undefined : "muted" }, text), time && h("span", { class: "time push" }, time)),
          isNow && since && since !== times.get(step) && h("p", { class: "meta" }, `The wait for the next step counts from ${momentInSentence(since)}.`),
          isNext && h("p", { class: "meta" }, isRunning ? waits ?? "Next step" : "Not taken while paused")));
    })),
    guardPart(plan, seen, nameOf));
}

/** The times of steps in the newest changes, by their numbers. */
function timesOf(plan, environment, changes) {
  const times = new Map();
  for (const { time, differences } of changes) {
    for (const { kind, environment: place, before, after } of differences) {
      if (kind !== "targeting" || place !== environment.id || after?.plan?.id !== plan.id) continue;
      const step = after.plan.step ?? 0, isMoved = step !== (before?.plan?.id === plan.id ? before.plan.step ?? 0 : 0);
      if (isMoved && !times.has(step)) times.set(step, time);
    }
  }
  return times;
}
