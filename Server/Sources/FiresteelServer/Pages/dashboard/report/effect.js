// Whether a change helped: the rate of a group before and after it.

import { groupPath, readIfPresent } from "../insight/insightAPI.js";

/** The words of the verdicts. */
export const verdicts = { helped: { word: "It helped", mark: "success" }, early: { word: "Too early to say", mark: "in-flight" }, not: { word: "It didn’t help", mark: "failure" } };

/**
 * Reads the effect of a change: `{verdict, before, after, reports, unit}`, or `undefined` where the server compares nothing, also
 * because the change is younger than its last figures.
 */
export async function readEffect(page, program, group, change) {
  try {
    return await readIfPresent(() => page.transport.get(groupPath(program, group, "effect"), { change }));
  } catch (error) {
    if (error.code === "later") return undefined;
    throw error;
  }
}
