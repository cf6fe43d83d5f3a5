// How the interval of the primary metric narrows, day by day.

import { h } from "../../kit/dom/dom.js";
import { plot } from "../plots/plot.js";
import { counted } from "../../kit/text/format.js";
import { shortDay } from "../insight/figures.js";
import { differenceText, metricName, rangeText } from "../text/experiments.js";
import { card } from "../report/parts.js";

const day = 86_400_000, spans = [0.05, 0.1, 0.2, 0.3, 0.5, 1];

/** The card; nothing before two days have figures. `from` and `until` are the ends of the phase. */
export function narrowingCard({ history = [], metrics, arms }, experiment, { from, until, now = Date.now() }) {
  const known = history.filter(({ relative }) => Number.isFinite(relative));
  if (known.length < 2) return undefined;
  const primary = metrics.find(({ role }) => role === "primary"), last = known.at(-1), span = spanOf(known), start = Math.min(Math.floor((from ?? known[0].day) / day) * day, known[0].day), length = Math.max(until ?? 0, last.day, start + day) - start;
  const at = ({ day: time }) => (time - start) / length, up = (value) => value + span, crossed = sinceWhen(known), today = Math.min(1, (now - start) / length);
  const label = `${metricName(primary, experiment)}: ${arms[1]?.name ?? ""} compared with ${arms[0]?.name ?? ""}, per day: ${known.map((one) => `${shortDay(one.day)} ${differenceText(one.relative)}, ${rangeText(one)}`).join("; ")}`;
  return card("narrows", "How the interval narrows", { aside: h("span", { class: "muted" }, `${metricName(primary, experiment)}, 95 %, valid at any time`) },
    plot({ label, tall: "7rem", top: 2 * span, figure: (number) => axisText(number - span),
      bands: [{ name: "band", points: known.map((one) => [at(one), up(one.lower ?? -Infinity), up(one.upper ?? Infinity)]) }],
      lines: [{ name: "line-a", points: known.map((one) => [at(one), up(one.relative)]) }, { name: "was", points: [[0, span], [1, span]] }],
      events: crossed ? [{ at: at(crossed.from), isBefore: at(crossed.from) > 0.6, text: `${crossed.side} 0 since ${counted(Math.floor((crossed.from.day - start) / day) + 1, "day").replace(/^(\d+) days?$/, "day $1")}` }] : [],
      ticks: [{ at: 0, text: shortDay(start) }, ...(today > 0.15 && today < 0.85 ? [{ at: today, yields: true, text: "today" }] : []), { at: 1, text: shortDay(start + length) }] }));
}

/** The end of the scale on both sides: that of the later days, since the first ones are wide. */
export function spanOf(history) {
  const later = history.slice(Math.floor(history.length / 3)).flatMap(({ lower, upper, relative }) => [lower, upper, relative]).filter(Number.isFinite).map(Math.abs);
  return spans.find((span) => span >= Math.max(0, ...later)) ?? 1;
}

/** The day since which the interval has been on one side of 0: `{from, side}`. */
export function sinceWhen(history) {
  const sideOf = ({ lower, upper }) => (lower > 0 ? "above" : upper < 0 ? "below" : undefined), side = sideOf({ lower: history.at(-1).lower ?? -1, upper: history.at(-1).upper ?? 1 });
  if (!side) return undefined;
  let first = history.length - 1;
  while (first > 0 && sideOf({ lower: history[first - 1].lower ?? -1, upper: history[first - 1].upper ?? 1 }) === side) first -= 1;
  return { from: history[first], side };
}

const axisText = (value) => (value === 0 ? "0" : `${value > 0 ? "+" : "−"}${Number((100 * Math.abs(value)).toFixed(1))} %`);
