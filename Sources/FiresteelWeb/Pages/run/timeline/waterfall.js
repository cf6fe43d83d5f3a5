// The waterfall: durations as bars on one scale, which fits the rows in view or is as long as the user zoomed.

import { fill, h } from "../../kit/dom/dom.js";
import { duration, toMillisecond, toSecond } from "../../kit/text/format.js";

const ticks = 5, least = 1_000, most = 24 * 3_600_000_000;

/** The end of a row: in flight now, if its run continues. */
function endOf(row, { now, ended }) {
  if (row.repeats) return Math.max(row.repeats.end, row.at);
  return row.at + (row.took ?? (ended || row.outcome !== "in-flight" ? 0 : Math.max(0, now - row.at)));
}

/** The time that bars are drawn on. */
export class Waterfall {
  scale = { from: 0, to: 1 };
  #span;                        // The shown time, or `undefined` to fit the rows in view.
  #shift = 0;

  /** Whether the user selected the time. */
  get isZoomed() { return this.#span !== undefined; }

  /** Sets the scale for the rows in view. Returns whether it changed. */
  fit(rows, context) {
    if (!rows.length) return false;
    const { from: before, to: until } = this.scale, first = rows[0].at;
    let from = first + this.#shift, to = from + (this.#span ?? 0);
    if (this.#span === undefined) {
      from = first;
      to = Math.max(first + least, ...rows.map((row) => endOf(row, context)));
    }
    this.scale = { from, to };
    return before !== from || until !== to;
  }

  /** Shows a shorter or longer time. `at` is the share of the scale that stays in place. */
  zoom(factor, at = 0) {
    const { from, to } = this.scale, length = Math.min(Math.max((to - from) * factor, least), most);
    this.#shift += (to - from - length) * at;
    this.#span = length;
  }

  /** Moves the scale by a share of it. */
  move(share) {
    const { from, to } = this.scale;
    this.#span ??= to - from;
    this.#shift -= (to - from) * share;
  }

  reset() { this.#span = undefined; this.#shift = 0; }

  /** The labels of the ruler: the first is a time, the others are distances from it. */
  get ruler() {
    const { from, to } = this.scale, step = (to - from) / ticks;
    return Array.from({ length: ticks }, (_, index) => (index === 0 ? (step < 1_000_000 ? toMillisecond : toSecond)(from) : `+${duration(step * index)}`));
  }

  /** The shown time, “09:41:20.000 to 09:41:25.000”. */
  get text() {
    const { from, to } = this.scale, format = to - from < 60_000_000 ? toMillisecond : toSecond;
    return `${format(from)} to ${format(to)}`;
  }
}

/** Fills the cell of a row with its bars, and its error beside them. */
export function fillTrack(cell, row, { scale, now, ended, folded }) {
  const { from, to } = scale, share = (at) => (at - from) / (to - from) * 100;
  const bar = (start, end, outcome = row.outcome) => {
    if (share(end) < 0 || share(start) > 100) return null;
    return h("span", { class: `bar ${outcome === "in-flight" && ended ? "ended" : outcome}`, style: { "--from": `${Math.max(0, share(start)).toFixed(3)}%`, "--to": `${Math.min(100, share(end)).toFixed(3)}%` } });
  };
  const end = folded ? endOf(row, { now, ended }) : endOf({ ...row, repeats: undefined }, { now, ended });
  const bars = row.change ? [bar(row.at, row.at, "change")]
    : folded && row.repeats.spans ? row.repeats.spans.map(([start, took]) => bar(start, start + took)) : [bar(row.at, end, folded ? `${row.outcome} many` : row.outcome)];
  const after = Math.min(Math.max(share(end), 0), 100), left = Math.min(Math.max(share(row.at), 0), 100), isLate = after > 60;
  fill(cell, bars, row.error && h("span", { class: isLate ? "error before" : "error", style: { "--after": `${(isLate ? 100 - left : after).toFixed(3)}%` } }, h("span", {}, row.error)),
    h("span", { class: "said" }, toMillisecond(row.at)));
}
