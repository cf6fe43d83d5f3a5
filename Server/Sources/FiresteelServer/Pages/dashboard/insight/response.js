// The response to a group of reports: the linked changes of people and the acts of guards, and whether they helped.

import { readEffect } from "../report/effect.js";
import { readGuardActs } from "./guardActs.js";
import { linkedChanges } from "./reportLink.js";

/** The newest change that is meant to help and is in effect, or `undefined`. A guard that only pauses a plan changes no one’s value. */
export function currentOf(linked, acts) {
  const found = [...linked.filter(({ isReverted }) => !isReverted), ...acts.filter(({ act, isInEffect }) => act !== "pause" && isInEffect)];
  return found.toSorted((one, other) => other.change.number - one.change.number)[0]?.change;
}

/** Reads what was done: `{linked, acts, current, effect}`; `flags` are the keys of those that the affected sessions were exposed to. */
export async function readResponse(page, program, group, flags) {
  const [linked, acts] = await Promise.all([linkedChanges(page, program, group.id), readGuardActs(page, program, group, new Set(flags))]);
  const current = currentOf(linked, acts);
  return { linked, acts, current, effect: current && await readEffect(page, program, group.id, current.number) };
}
