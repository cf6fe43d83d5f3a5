// The result of an experiment: its sentence, then the primary, the secondary metrics and the guardrails with their intervals.

import { h } from "../../kit/dom/dom.js";
import { plainMark } from "../../kit/dom/marks.js";
import { counted, toMinute } from "../../kit/text/format.js";
import { intervals } from "../plots/intervals.js";
import { bounds, differenceScale } from "../plots/scale.js";
import { differenceText, metricName, rangeText, sharedUnit, valueText, verdictKinds, verdictText } from "../text/experiments.js";

/** The verdicts that say more than that an interval is above or below 0. */
const certain = ["better", "worse", "beyond"];

/** The people of each arm with whom comparisons begin, as on the server. */
const least = 100;

/** The card of results. */
export function resultCard({ verdict, metrics, arms, state, until }, experiment) {
  const { kind, sentence, detail } = verdict, [mark] = verdictKinds[kind] ?? ["undetermined"], of = (role) => metrics.filter((one) => one.role === role);
  const [primary, secondary, guardrails] = ["primary", "secondary", "guardrail"].map(of);
  const shared = { scale: differenceScale([...primary, ...secondary].flatMap(ends)), experiment, people: leastPeople(arms), isUnreliable: kind === "unreliable" };
  return h("section", { class: kind === "harmed" ? "card harm" : "card", "aria-labelledby": "result" },
    h("div", { class: "section" },
      h("div", { class: "lead" }, h("h2", { class: "sentence-big", id: "result" }, ["harmed", "worse", "unreliable"].includes(kind) && [plainMark(mark), " "], sentence), detail && h("p", { class: "muted" }, detail)),
      forest("Result", primary, shared), h("p", { class: "sub after" }, "Primary metric, chosen before the start. The interval holds at any time, after every look.", state === "running" && ` As of ${toMinute(until * 1_000)}; the page reads it again each minute.`)),
    secondary.length > 0 && h("div", { class: "section" }, h("h3", {}, "Secondary metrics"), forest("Secondary metrics", secondary, shared), h("p", { class: "sub after" }, "Hints, not results: the decision follows the primary metric.")),
    guardrails.length > 0 && h("div", { class: "section" }, h("h3", {}, "Guardrails"), forest("Guardrails", guardrails, { ...shared, scale: guardScale(guardrails) }), h("p", { class: "sub after" }, `They may not get worse by more than the margin${guardrails.some(hasRows) ? ", which is dashed" : ""}.`)));
}

const ends = ({ comparisons }) => comparisons.flatMap(({ relative, lower, upper }) => [relative, lower, upper]);

/** The scale of guardrails: rare events have wide intervals, which are cut off where the margins would be too close to 0. */
function guardScale(guardrails) {
  const margins = guardrails.map(({ margin }) => margin ?? 0), found = guardrails.flatMap(({ comparisons }) => comparisons.map(({ relative }) => Math.abs(relative ?? 0)));
  const most = Math.max(6 * Math.max(0, ...margins), 1.5 * Math.max(0, ...found));
  return differenceScale([...margins, ...margins.map((margin) => -margin), ...guardrails.flatMap(ends).filter(Number.isFinite).map((value) => Math.max(-most, Math.min(most, value)))]);
}

const isCompared = ({ relative, lower, upper }) => Number.isFinite(relative) || (Number.isFinite(lower) && lower > -1) || Number.isFinite(upper);
const hasRows = ({ comparisons }) => comparisons.some(isCompared);

/** The rows of metrics, and the names of those that have no figures yet, with the reasons. */
function forest(label, metrics, { scale, experiment, people, isUnreliable }) {
  const rows = metrics.flatMap((metric) => metric.comparisons.map((comparison) => ({ metric, comparison })));
  const known = rows.filter(({ comparison }) => isCompared(comparison)), others = [...new Set([...metrics.filter(({ comparisons }) => comparisons.length === 0), ...rows.filter((row) => !known.includes(row)).map(({ metric }) => metric)])];
  return [
    known.length > 0 && h("div", { class: "after" }, intervals({ label, titles: [`vs. ${experiment.arms[0]}`, "Difference", "difference", "confidence"], scale,
      rows: known.map(({ metric, comparison }) => rowOf(metric, comparison, experiment, isUnreliable)) })),
    others.length > 0 && h("p", { class: "sub after" }, `Not compared yet: ${others.map((one) => uncompared(one, experiment, people)).join("; ")}.`),
  ];
}

/** A metric without a comparison, with its values if there are any: a failure that never happens has no ratio. */
function uncompared(metric, experiment, people) {
  const values = metric.arms.filter(({ value }) => Number.isFinite(value));
  return `${metricName(metric, experiment)}${values.map(({ name, value }) => `, ${name} ${valueText(metric, value)}`).join("")} (${gap(metric, values, people, experiment)})`;
}

/** What a decision for an arm should know of its guardrails, `{isNone, text}`; nothing where all are compared. */
export function guardrailGap({ metrics, arms }, arm, experiment) {
  const all = metrics.filter(({ role }) => role === "guardrail"), verdictOf = ({ comparisons }) => comparisons.find((one) => one.arm === arm)?.verdict ?? "waiting", open = all.filter((one) => verdictOf(one) === "waiting"), isNone = open.length === all.length;
  if (all.some((one) => verdictOf(one) === "unreliable")) return { isNone: true, text: `The result is unreliable, so whether “${arm}” does harm isn’t known.` };
  if (open.length === 0 && !isNone) return undefined;
  const list = open.map((one) => uncompared(one, experiment, leastPeople(arms))).join("; ");
  return { isNone, text: `${isNone ? `No guardrail is compared yet, so whether “${arm}” does harm isn’t known` : "Not every guardrail is compared yet"}${list && `: ${list}`}.` };
}

/** The people of the smallest arm. */
const leastPeople = (arms) => Math.min(...arms.map(({ people }) => people));

/** The reason why a metric isn’t compared; `people` are those of the smallest arm. */
function gap({ measure, day, week, arms }, values, people, experiment) {
  const days = week ? 7 * week + 7 : measure === "timeTo" ? (day ?? 7) + 1 : day && day + 1, none = arms.filter(({ value }) => !(value > 0));
  if (days && values.length === 0) return `known only after ${counted(days, "day")}`;
  const unit = sharedUnit(experiment);
  if (unit && none.length < arms.length) return `too few values of ${unit} yet`;
  if (people < 2 || none.length === 0) return people < least || new Set(arms.map(({ value }) => value)).size > 1 ? "too few people yet" : "no differences yet";
  return none.length < arms.length ? `none with ${none.map(({ name }) => name).join(", ")} yet` : "none yet";
}

function rowOf(metric, comparison, experiment, isUnreliable) {
  const { direction, margin, arms } = metric, { relative, lower, upper } = comparison;
  const value = (name) => valueText(metric, arms.find((one) => one.name === name)?.value), verdict = isUnreliable ? "unreliable" : comparison.verdict;
  return {
    what: h("span", { class: "strong" }, metricName(metric, experiment)), note: `${comparison.arm} ${value(comparison.arm)} vs. ${value(experiment.arms[0])}${Number.isFinite(metric.limit) ? `, at most ${valueText(metric, metric.limit)} count` : ""}`,
    ...bounds(comparison), at: relative ?? upper ?? lower, limit: Number.isFinite(margin) ? (direction === "decrease" ? margin : -margin) : undefined,
    figure: differenceText(relative), range: rangeText(comparison), confidence: verdictText({ verdict }, metric),
    isHarmful: direction === "decrease", isCertain: certain.includes(verdict),
  };
}

/** A list of differences of one arm, which are hints: other actions, or parts of the people. Rows are `{what, note, relative, lower, upper}`. */
export const hints = (label, title, rows) => intervals({ label, titles: [title, "Difference", "difference", "95 %"], scale: differenceScale(rows.flatMap(({ relative, lower, upper }) => [relative, lower, upper])),
  rows: rows.map(({ what, note, relative, lower, upper }) => ({ what, note, ...bounds({ lower, upper }), at: relative ?? 0, figure: differenceText(relative), range: rangeText({ lower, upper }), confidence: "", isCertain: false })) });
