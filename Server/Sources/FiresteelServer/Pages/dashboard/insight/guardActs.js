// The acts of guards of rollout plans since a group’s first report.

import { nameOf } from "../text/flagState.js";

/** The act of a guard on a targeting: `pause`, `stepBack` or `switchOff`. */
const actOf = ({ before, after }) => (before.isOn && !after.isOn ? "switchOff" : (after.plan?.step ?? 0) < (before.plan?.step ?? 0) ? "stepBack" : "pause");

/** Whether what a guard did is still so: no one took it back, resumed the plan or replaced it. */
function isInEffect(act, { name, environment, after }, program) {
  const now = program.flags.get(name)?.targetings.get(environment)?.value;
  if (act === "switchOff") return now !== undefined && !now.isOn;
  return now?.plan?.id === after.plan?.id && now?.plan?.state === "paused" && (now.plan.step ?? 0) === (after.plan.step ?? 0);
}

/** The acts of guards in some changes, on some flags of the current environment, in order: `{change, flag, act, isInEffect}`. */
export const guardActsOf = (changes, flags, program) => changes.flatMap((change) => change.differences
  .filter(({ kind, name, environment, before, after }) => kind === "targeting" && environment === program.environment.id && flags.has(name) && before && after)
  .map((one) => ({ change, flag: one.name, act: actOf(one), isInEffect: isInEffect(actOf(one), one, program) })));

/** Reads the acts on the flags of a group’s sessions since its first report, the newest first. */
export async function readGuardActs(page, program, { first }, flags) {
  if (flags.size === 0) return [];
  const { changes } = await page.transport.get(`${program.path}/changes`, { source: "guard", environment: program.environment.id, since: first, limit: 50 });
  return guardActsOf(changes, flags, program);
}

/** The act of a guard, with a verb in the past and without its author: “paused the plan of Fast Save”. */
export function actText({ flag, act }, program) {
  const name = program.flags.has(flag) ? nameOf(program.flags.get(flag)) : flag;
  return { pause: `paused the plan of ${name}`, stepBack: `set ${name} back to the step before`, switchOff: `switched off ${name}` }[act];
}
