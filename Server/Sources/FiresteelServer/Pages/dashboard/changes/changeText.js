// What a change did, in one line.

import { textOf } from "../../kit/dom/drawn.js";
import { itemName } from "../text/itemLines.js";
import { nameOf, stateOf } from "../text/flagState.js";

const fieldsOf = ({ before, after }) => [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  .filter((name) => textOf(before?.[name]) !== textOf(after?.[name]));

const fieldNames = { isArchived: "archive", if: "conditions", otherwise: "everyone else", off: "value while off", exclusionGroup: "exclusion group" };

/** What one difference did, with a verb in the past: “switched off”, “changed rules of”. */
function deed(difference) {
  const { kind, before, after } = difference, fields = fieldsOf(difference);
  if (!before) return kind === "targeting" ? "added" : "created";
  if (!after) return "removed";
  if (fields.length === 1 && fields[0] === "isOn") return after.isOn ? "switched on" : "switched off";
  if (fields.length === 1 && fields[0] === "isArchived") return after.isArchived ? "archived" : "restored";
  return `changed ${fields.map((name) => fieldNames[name] ?? name).join(", ")} of`;
}

/** The differences that say the most: a new flag represents its targetings. */
function essential(differences) {
  const created = new Set(differences.filter(({ kind, before }) => kind === "flag" && !before).map(({ name }) => name));
  const removed = new Set(differences.filter(({ kind, after }) => kind === "flag" && !after).map(({ name }) => name));
  return differences.filter(({ kind, name }) => kind !== "targeting" || (!created.has(name) && !removed.has(name)));
}

/** A change in one line, without its author; with `key` only what it did to that item. */
export function headline({ differences, kind }, program, key) {
  const list = essential(differences).filter(({ name }) => key === undefined || name === key);
  if (list.length === 0) return kind === "import" ? "imported flags" : "changed nothing";
  const [first] = list, { environment } = first;
  const state = first.kind === "targeting" && first.after && first.before && !/switched/.test(deed(first))
    ? `: ${stateOf(program.flags.get(first.name)?.value ?? { variants: [] }, first.after).word}` : "";
  const name = key === undefined ? ` ${itemName(first, program)}` : environment ? ` ${program.environmentNamed(environment)?.name.toLowerCase() ?? environment}` : ` ${program.flags.has(key) ? nameOf(program.flags.get(key)) : key}`;
  const verb = key === undefined ? deed(first) : deed(first).replace(/^(switched \w+|added)$/, "$1 in");
  return `${verb}${name}${state}${list.length > 1 ? ` and ${list.length - 1} more` : ""}`;
}
