// The suspects of a group: how much more often sessions with a variant or a version are affected.

import { groupPath, readIfPresent } from "../insight/insightAPI.js";

/** The words of the verdicts. */
const words = { conclusive: "Conclusive", less: "Affected less", chance: "Could be chance", none: "No difference", noData: "Not enough data" };

/**
 * Reads the comparison: `{isEnough, shortage, compared, named, suspects, combination, before}`, or `undefined` where the server compares
 * nothing. Infinite ratios and ends of intervals are `null`.
 */
export const readSuspects = (page, program, group, hours) =>
  readIfPresent(() => page.transport.get(groupPath(program, group, "suspects"), { hours }));

/** The finding about a suspect, in a few words. */
export const verdictOf = ({ verdict }) => words[verdict] ?? words.noData;

/** Whether the data certainly says something: only that has a color. */
export const isCertain = ({ verdict }) => verdict === "conclusive" || verdict === "less";

/** Whether there is enough data about a suspect. */
export const isCompared = ({ verdict, interval }) => verdict !== "noData" && Array.isArray(interval);

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const figure = (value) => (value < 9.95 ? value.toFixed(1) : String(Math.round(value)));

/** A ratio as text, which doesn’t wrap: “68 ×”, “1.6 ×”; infinite where only exposed sessions were affected. */
export const ratioText = (ratio) => (isNumber(ratio) ? `${figure(ratio)}\u00A0×` : "only with it");

/** The interval as text: “16 to 280”. */
export function rangeText([from, to]) {
  if (!isNumber(from)) return isNumber(to) ? `at most ${figure(to)}` : "unknown";
  return isNumber(to) ? `${figure(from)} to ${figure(to)}` : `at least ${figure(from)}`;
}
