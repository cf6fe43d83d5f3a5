// The actions on a plan that was started.

import { toast } from "../../kit/overlays/toasts.js";
import { openChange } from "../changes/changeDialog.js";
import { report } from "../changes/report.js";
import { submitChange } from "../changes/submit.js";
import { nameOf } from "../text/flagState.js";

const words = {
  pause: { done: "Plan paused." },
  resume: { verb: "Resume", done: "Plan resumed." },
  stop: { verb: "Stop plan", done: "Plan stopped." },
  proceed: { verb: "Take the step", done: "Step taken." },
};

/** The plan after an operation. */
const applied = (operation, plan) => ({
  pause: { ...plan, state: "paused" }, resume: { ...plan, state: "running" }, stop: { ...plan, state: "stopped" }, proceed: { ...plan, step: (plan.step ?? 0) + 1 },
})[operation];

/** Pauses a plan immediately; other operations show what they do first. */
export async function controlPlan(operation, { program, flag, environment, stored }) {
  const { plan } = stored.value, name = nameOf(flag), place = environment.name.toLowerCase(), { verb, done } = words[operation];
  const edits = [{ kind: "targeting", name: flag.key, environment: environment.id, base: stored.change, set: { plan: applied(operation, plan) } }];
  if (operation !== "pause") {
    const title = operation === "proceed" ? `Move ${name} to ${plan.steps[plan.step ?? 0].share} % in ${place} now?` : `${verb === "Resume" ? "Resume the plan" : "Stop the plan"} of ${name} in ${place}?`;
    return openChange({ program, environment, edits, title, verb, done, schedules: false });
  }
  try {
    await report(program, await submitChange(program, { edits }), done);
  } catch (error) {
    toast(error.message, { failed: true });
    await program.refresh();
  }
  return undefined;
}

/** The operations of a plan by its state, with their names: those that ask first end with “…”. */
export const operations = {
  running: [["pause", "Pause"], ["stop", "Stop"]],
  paused: [["resume", "Resume"], ["stop", "Stop"]],
};
