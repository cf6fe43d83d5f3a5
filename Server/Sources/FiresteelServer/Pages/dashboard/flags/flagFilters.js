// The filters of the list of flags, in the address.

import { hasWords } from "../../kit/lists/searchField.js";
import { textOf } from "../../kit/dom/drawn.js";
import { isRollout, nameOf, stateOf } from "../text/flagState.js";

export const kinds = { release: "Release", experiment: "Experiment", operational: "Operations", permission: "Permission", configuration: "Configuration" };

/** Whether a flag's states are not the same in all environments. */
export const differs = (flag, environments) =>
  new Set(environments.map(({ id }) => textOf(stateOf(flag.value, flag.targetings.get(id)?.value)))).size > 1;

export const isRollingOut = (flag) => [...flag.targetings.values()].some(({ value }) => isRollout(flag.value, value));

/** The flags that match the parameters of the address and a text, by name. */
export function filtered(program, { view, rollout, differ, owner, kind }, text) {
  return [...program.flags.values()].filter((flag) => {
    const { value } = flag;
    if (Boolean(value.isArchived) !== (view === "archived")) return false;
    if (rollout && !isRollingOut(flag)) return false;
    if (differ && !differs(flag, program.environments)) return false;
    if (owner && (value.owner ?? "") !== owner) return false;
    if (kind && value.kind !== kind) return false;
    return !text || hasWords([flag.key, value.name, value.owner, value.description, ...(value.tags ?? [])], text);
  }).sort((one, other) => nameOf(one).localeCompare(nameOf(other), "en") || (one.key < other.key ? -1 : 1));
}

/** The owners of flags, sorted. */
export const ownersOf = (program) => [...new Set([...program.flags.values()].map(({ value }) => value.owner).filter(Boolean))].sort();
