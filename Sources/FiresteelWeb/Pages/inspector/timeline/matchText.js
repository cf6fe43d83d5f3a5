// The number of rows that match the timeline's filter.

import { count, counted } from "../../kit/text/format.js";

/** The facts of a filtered list, whose entries are actions and changes. */
export function matchText({ entries, changes, performs }) {
  const actions = entries - changes;
  if (actions === 0 && changes > 0) return `${counted(changes, "change")} ${changes === 1 ? "matches" : "match"}`;
  return `${count(actions)} ${actions === 1 ? "matches" : "match"}, of ${counted(performs, "action")}${changes ? `, and ${counted(changes, "change")}` : ""}`;
}
