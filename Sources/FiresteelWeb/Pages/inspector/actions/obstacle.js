// Why an action can't be performed from here.

import { availabilities } from "../marks.js";

/** The reason, or `undefined` if the action can be performed; `presents` is whether the program provides presenters to the inspector. */
export function obstacleOf({ availability, presenter, obstacle, input }, presents) {
  if (availability.state !== "available") return availability.reasons?.[0]?.text ?? availabilities[availability.state];
  if (presenter && !presents) return `Needs a ${presenter}, but the program provides no presenters to the inspector`;
  return obstacle ?? (input.kind === "impossible" ? input.problem : undefined);
}

/** The reason of an action that its feature doesn't publish. */
export const unpublished = "Not published";
