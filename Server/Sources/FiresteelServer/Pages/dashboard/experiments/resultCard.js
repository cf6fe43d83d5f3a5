// The result of an experiment: its sentence, then the primary, the secondary metrics and the guardrails with their intervals.

import { h } from "../../kit/dom/dom.js";
import { plainMark } from "../../kit/dom/marks.js";
import { intervals } from "../plots/intervals.js";
import { differenceScale } from "../plots/scale.js";
import { differenceText, metricName, rangeText, valueText, verdictKinds, verdictText } from "../text/experiments.js";

/** The verdicts that say more than that an interval is above or below 0. */
const certain = ["better", "worse", "beyond"];

/** The card of results. */
export function resultCard({ verdict, metrics }, experiment) {
  const { kind, sentence, detail } = verdict, [mark] = verdictKinds[kind] ?? ["undetermined"], of = (role) => metrics.filter((one) => one.role === role);
  const [primary, secondary, guardrails] = ["primary", "secondary", "guardrail"].map(of);
  const shared = { scale: differenceScale([...primary, ...secondary].flatMap(ends)), experiment, isUnreliable: kind === "unreliable" };
  return h("section", { class: kind === "harmed" ? "card harm" : "card", "aria-labelledby": "result" },
    h("div", { class: "section" },
      h("div", { class: "lead" }, h("h2", { class: "sentence-big", id: "result" }, ["harmed", "worse", "unreliable"].includes(kind) && [plainMark(mark), " "], sentence), detail && h("p", { class: "muted" }, detail)),
      forest("Result", primary, shared), h("p", { class: "sub after" }, "Primary metric, chosen before the start. The interval holds at any time, after every look.")),
    secondary.length > 0 && h("div", { class: "section" }, h("h3", {}, "Secondary metrics"), forest("Secondary metrics", secondary, shared), h("p", { class: "sub after" }, "Hints, not results: the decision follows the primary metric.")),
    guardrails.length > 0 && h("div", { class: "section" }, h("h3", {}, "Guardrails"), forest("Guardrails", guardrails, { ...shared, scale: guardScale(guardrails) }), h("p", { class: "sub after" }, "They may not get worse by more than the margin, which is dashed.")));
}

const ends = ({ comparisons }) => comparisons.flatMap(({ relative, lower, upper }) => [relative, lower, upper]);

/** The scale of guardrails: rare events have wide intervals, which are cut off where the margins would be too close to 0. */
function guardScale(guardrails) {
  const margins = guardrails.map(({ margin }) => margin ?? 0), found = guardrails.flatMap(({ comparisons }) => comparisons.map(({ relative }) => Math.abs(relative ?? 0)));
  const most = Math.max(6 * Math.max(0, ...margins), 1.5 * Math.max(0, ...found));
  return differenceScale([...margins, ...margins.map((margin) => -margin), ...guardrails.flatMap(ends).filter(Number.isFinite).map((value) => Math.max(-most, Math.min(most, value)))]);
}

/** The rows of metrics, and the names of those that have no figures yet. */
function forest(label, metrics, { scale, experiment, isUnreliable }) {
  const rows = metrics.flatMap((metric) => metric.comparisons.map((comparison) => ({ metric, comparison })));
  const known = rows.filter(({ comparison }) => Number.isFinite(comparison.relative)), others = [...new Set([...metrics.filter(({ comparisons }) => comparisons.length === 0), ...rows.filter((row) => !known.includes(row)).map(({ metric }) => metric)])];
  return [
    known.length > 0 && h("div", { class: "after" }, intervals({ label, titles: [`vs. ${experiment.arms[0]}`, "Difference", "difference", "confidence"], scale,
      rows: known.map(({ metric, comparison }) => rowOf(metric, comparison, experiment, isUnreliable)) })),
    others.length > 0 && h("p", { class: "sub after" }, `No figures yet: ${others.map((one) => metricName(one, experiment)).join(", ")}.`),
  ];
}

function rowOf(metric, comparison, experiment, isUnreliable) {
  const { direction, margin, measure, arms } = metric, { relative, lower, upper } = comparison;
  const value = (name) => valueText(measure, arms.find((one) => one.name === name)?.value), verdict = isUnreliable ? "unreliable" : comparison.verdict;
  return {
    what: h("span", { class: "strong" }, metricName(metric, experiment)), note: `${comparison.arm} ${value(comparison.arm)} vs. ${value(experiment.arms[0])}`,
    from: lower ?? -Infinity, to: upper ?? Infinity, at: relative, limit: Number.isFinite(margin) ? (direction === "decrease" ? margin : -margin) : undefined,
    figure: differenceText(relative), range: rangeText(comparison), confidence: verdictText({ verdict }, metric),
    isHarmful: direction === "decrease", isCertain: certain.includes(verdict),
  };
}

/** A list of differences of one arm, which are hints: other actions, or parts of the people. Rows are `{what, note, relative, lower, upper}`. */
export const hints = (label, title, rows) => intervals({ label, titles: [title, "Difference", "difference", "95 %"], scale: differenceScale(rows.flatMap(({ relative, lower, upper }) => [relative, lower, upper])),
  rows: rows.map(({ what, note, relative, lower, upper }) => ({ what, note, from: lower ?? -Infinity, to: upper ?? Infinity, at: relative ?? 0, figure: differenceText(relative), range: rangeText({ lower, upper }), confidence: "", isCertain: false })) });
