// Waits between steps as text, in the longest unit that divides them.

import { counted } from "../../kit/text/format.js";

/** The units of waits, with their seconds, the longest first. */
export const units = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

/** Seconds in the longest unit that divides them: `[count, unit]`. */
export function waitParts(seconds) {
  const [unit, size] = units.find(([, length]) => seconds % length === 0);
  return [seconds / size, unit];
}

/** “1 day”, “90 minutes”. */
export const waitText = (seconds) => counted(...waitParts(seconds));
