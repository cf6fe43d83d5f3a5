// Bars of plots over time: how long one is, the times below them, and on which side of a change they are.

import { counted, toMinute } from "../../kit/text/format.js";
import { shortDay, shortMoment } from "../insight/figures.js";

const minute = 60_000, hour = 60 * minute, day = 24 * hour;

/** The length of a bar: “5 minutes”, “hour”, “4 hours”, “day”. */
export function barLength(length) {
  const [size, name] = length >= day ? [day, "day"] : length >= hour ? [hour, "hour"] : [minute, "minute"];
  const number = Math.round(length / size);
  return number === 1 ? name : counted(number, name);
}

/** A time below a plot of a length that begins at `from`: the day is named where it isn’t that of the begin, or in long plots alone. */
export function momentOn(time, length, from) {
  if (length > 3 * day) return shortDay(time);
  return time > from && shortDay(time) === shortDay(from) ? toMinute(time * 1_000) : shortMoment(time);
}

/** The bars since the first report of a group: earlier ones say nothing about its rate. All, unless some are since then. */
export function barsFrom(bars, each, first = -Infinity) {
  const since = bars.filter(({ time }) => time + each > first);
  return since.length > 1 ? since : bars;
}

/**
 * The reports around the change. Bars begin at it where the server knows the time of each report; otherwise one contains it, is of
 * neither side, and is shown apart.
 */
export function effectParts(bars, each, { time }) {
  const from = bars[0].time, until = bars.at(-1).time + each, at = Math.min(1, Math.max(0, (time - from) / (until - from)));
  const before = bars.filter((bar) => bar.time + each <= time), mixed = bars.find((bar) => bar.isMixed ?? (bar.time < time && time < bar.time + each));
  return {
    from, until, at, mixed, rate: before.length ? before.reduce((sum, { reports }) => sum + reports, 0) / before.length : undefined,
    sides: bars.map((bar) => (bar === mixed ? 0 : bar.reports)), ofChange: bars.map((bar) => (bar === mixed ? bar.reports : 0)),
  };
}
