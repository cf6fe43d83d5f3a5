// The filters of the list of flags, in the address.

import { hasWords } from "../../kit/lists/searchField.js";
import { textOf } from "../../kit/dom/drawn.js";
import { isRollout, nameOf, stateOf } from "../text/flagState.js";

export const kinds = { release: "Release", experiment: "Experiment", operational: "Operations", permission: "Permission", configuration: "Configuration" };
/** The name of a kind in code and in the filters: documents call one “operations”. */
export const kindNamed = (name) => (name === "operations" ? "operational" : name);

/** A function of a flag that is computed once for each: flags are replaced when they change, and there may be thousands. */
function once(compute) {
  const known = new WeakMap();
  return (flag, ...more) => {
    if (!known.has(flag)) known.set(flag, compute(flag, ...more));
    return known.get(flag);
  };
}

/** Whether a flag's states are not the same in all environments. */
export const differs = once((flag, environments) =>
  new Set(environments.map(({ id }) => textOf(stateOf(flag.value, flag.targetings.get(id)?.value)))).size > 1);

export const isRollingOut = once((flag) => [...flag.targetings.values()].some(({ value }) => isRollout(flag.value, value)));

/** Whether a flag or one of its targetings was changed after the change with a number. */
export const changedSince = ({ change, targetings }, number) => change > number || [...targetings.values()].some((targeting) => targeting.change > number);

/** The states of a flag in the current environment that can be filtered by, as the list shows them. */
export const states = { on: "On", off: "Off", rollout: "Rollout or rules", none: "Not defined" };

const names = new Intl.Collator("en");

/** The flags that match the parameters of the address and a text, by name. */
export function filtered(program, { view, rollout, differ, changed, owner, kind, tag, state }, text) {
  const here = program.environment.id;
  return [...program.flags.values()].filter((flag) => {
    const { value } = flag;
    if (Boolean(value.isArchived) !== (view === "archived")) return false;
    if (rollout && !isRollingOut(flag)) return false;
    if (differ && !differs(flag, program.environments)) return false;
    if (changed && !changedSince(flag, program.weekAgo)) return false;
    if (owner && (value.owner ?? "") !== owner) return false;
    if (kind && kindNamed(value.kind) !== kind) return false;
    if (tag && !(value.tags ?? []).includes(tag)) return false;
    if (state && stateOf(value, flag.targetings.get(here)?.value).kind !== state) return false;
    return !text || hasWords([flag.key, value.name, value.owner, value.description, value.exclusionGroup, ...(value.tags ?? [])], text);
  }).sort((one, other) => names.compare(nameOf(one), nameOf(other)) || (one.key < other.key ? -1 : 1));
}

/** The owners of flags, sorted. */
export const ownersOf = (program) => [...new Set([...program.flags.values()].map(({ value }) => value.owner).filter(Boolean))].sort();

/** The exclusion groups of flags, sorted. */
export const groupsInUse = (program) => [...new Set([...program.flags.values()].map(({ value }) => value.exclusionGroup).filter(Boolean))].sort();

/** The tags of flags, sorted. */
export const tagsInUse = (program) => [...new Set([...program.flags.values()].flatMap(({ value }) => value.tags ?? []))].sort();
