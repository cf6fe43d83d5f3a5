// Times of the server, which are milliseconds since 1970.

import { dayInSentence, dayName, span, toMinute } from "../../kit/text/format.js";

/** “now”, “4 min ago”, “Tuesday 24 November, 14:32”. */
export function ago(time) {
  const passed = Date.now() - time;
  if (passed < 5_000) return "now";
  if (passed < 3_600_000) return `${span(passed * 1_000)} ago`;
  return momentOf(time);
}

/** “Today, 14:32”. */
export const momentOf = (time) => `${dayName(time * 1_000, Date.now() * 1_000)}, ${toMinute(time * 1_000)}`;

/** A moment within a sentence: “today, 14:32”. */
export const momentInSentence = (time) => `${dayInSentence(time * 1_000, Date.now() * 1_000)}, ${toMinute(time * 1_000)}`;
