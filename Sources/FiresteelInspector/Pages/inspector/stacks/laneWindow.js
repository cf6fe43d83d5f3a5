// The time that the lanes show: the last 30 seconds, or what the user zoomed and scrolled to.

import { toMillisecond, toSecond } from "../../kit/text/format.js";

const usual = 30_000_000, shortest = 500_000, longest = 3_600_000_000, ticks = 6;

/** A window of time. It follows the present until it is scrolled back, and does so again when it is scrolled there. */
export class LaneWindow {
  #length = usual;
  #end;                         // Its end, or `undefined` to follow the present.

  /** Whether it ends now. */
  get follows() { return this.#end === undefined; }

  get isUsual() { return this.follows && this.#length === usual; }

  /** Its begin and end, in microseconds. */
  range(now) {
    const to = this.#end ?? now;
    return { from: to - this.#length, to };
  }

  /** Shows a shorter or longer time. `at` is the share of the window that stays in place; the present does while it is followed. */
  zoom(factor, now, at = 0.5) {
    const { from, to } = this.range(now), length = Math.min(Math.max((to - from) * factor, shortest), longest);
    if (!this.follows) this.#setEnd(from + (to - from) * at + length * (1 - at), now);
    this.#length = length;
  }

  /** Scrolls by a share of the window; a negative one scrolls back. */
  move(share, now) {
    const { from, to } = this.range(now);
    this.#setEnd(to + (to - from) * share, now);
  }

  reset() { this.#length = usual; this.#end = undefined; }

  #setEnd(end, now) { this.#end = end >= now ? undefined : end; }

  /** The labels of the ruler: the first is a time, the others leave out what they share with it. */
  ticks(now) {
    const { from, to } = this.range(now), step = (to - from) / ticks, exact = step < 1_000_000;
    return Array.from({ length: ticks }, (_, index) => {
      const text = (exact ? toMillisecond : toSecond)(from + step * index);
      return index === 0 ? text : text.slice(exact || to - from <= 60_000_000 ? 5 : 0);
    });
  }

  /** The label of its end. */
  end(now) { return this.follows ? "now" : toSecond(this.range(now).to); }

  /** The window as a title: “The last 30 s”, or its times. */
  title(now) {
    const { from, to } = this.range(now), seconds = this.#length / 1_000_000;
    if (!this.follows) return `${toSecond(from)} to ${toSecond(to)}`;
    if (seconds < 60) return `The last ${Number(seconds.toPrecision(2))} s`;
    return `The last ${Number((seconds / 60).toPrecision(2))} min`;
  }
}
