// The calls about experiments of the current environment.

import { readIfPresent } from "../insight/insightAPI.js";
import { confirmed } from "../changes/submit.js";

/** The path of a call. */
export const experimentsPath = (program, ...parts) =>
  [`${program.path}/environments/${encodeURIComponent(program.environment.id)}/experiments`, ...parts.map(encodeURIComponent)].join("/");

/**
 * The experiments and holdouts of the current environment: `{name, value, change, state, phases}`; `phases` are `{phase, started, ended}`,
 * `state` is “over” for a running one whose days have passed. Those that are damaged are in the diagnostics of the program.
 */
export async function readExperiments(page, program) {
  const { experiments } = await page.transport.get(experimentsPath(program));
  return experiments.filter(({ value }) => value?.holdout || (Array.isArray(value?.arms) && value.primary));
}

/** The results of a phase, by default the newest one; `undefined` before the start. */
export const readResults = (page, program, name, phase) => readIfPresent(() => page.transport.get(experimentsPath(program, name, "results"), { phase }));

/** On which other experiments the effect of a phase depends: `{isComparable, hasOthers, people, interactions}`. */
export const readInteractions = (page, program, name, phase) => readIfPresent(() => page.transport.get(experimentsPath(program, name, "interactions"), { phase }));

/** Whether the difference held after its arm was shipped: `{kind, days, people, expected, relative, lower, upper}`. */
export const readShipped = (page, program, name) => readIfPresent(() => page.transport.get(experimentsPath(program, name, "shipped")));

/** How many people would take part in a draft, and how long it would take. */
export const estimate = (program, value) => program.transport.post(experimentsPath(program, "estimate"), value);

/** The same analysis of many random splits of the past. */
export const rehearse = (program, value) => program.transport.post(experimentsPath(program, "rehearse"), value);

/** Starts or ends an experiment, or changes its share: a change like any other, with its result. */
export const operate = (program, name, operation, content) => confirmed(program.transport, () => program.transport.post(experimentsPath(program, name, operation), content));
