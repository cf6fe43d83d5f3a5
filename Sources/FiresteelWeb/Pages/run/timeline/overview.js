// An overview of the list: the number of events and failures over time, and the visible range.

import { h } from "../../kit/dom/dom.js";
import { count, counted, toMillisecond, toMinute, toSecond } from "../../kit/text/format.js";

const barCount = 120, step = 10, height = 40;
const space = "http://www.w3.org/2000/svg";

const ticks = 4;

/** The labels of the axis between two times. They are as exact as needed to differ, the end to the second. */
export function axisTimes(from, to) {
  const length = to - from, format = [toMinute, toSecond, toMillisecond][length >= 8 * 60e6 ? 0 : length >= ticks * 1e6 ? 1 : 2];
  const times = [...Array.from({ length: ticks }, (_, index) => format(from + length * index / ticks)), (format === toMinute ? toSecond : format)(to)];
  return times.map((text, index) => (text === times[index - 1] ? "" : text));
}

/** An overview in `place`. `onMove(position)` is called with the position under the pointer. */
export class Overview {
  #data = { from: 0, to: 0, bars: [] };
  #first = 0;
  #sums = [0];
  #shown = [0, 0];

  constructor(place, { onMove }) {
    this.onMove = onMove;
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", `0 0 ${barCount * step} ${height}`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("aria-hidden", "true");
    this.all = Array.from({ length: barCount }, (_, index) => svg.appendChild(this.#bar("all", index)));
    this.bad = Array.from({ length: barCount }, (_, index) => svg.appendChild(this.#bar("bad", index)));
    this.window = h("div", { class: "shown", hidden: true });
    this.slider = h("div", { class: "overview", role: "slider", tabIndex: 0, "aria-label": "Visible range",
      "aria-valuemin": "0", "aria-valuemax": "0", "aria-valuenow": "0" }, svg, this.window);
    this.ruler = h("div", { class: "ruler", "aria-hidden": "true" });
    place.append(this.slider, this.ruler);
    this.#listen();
  }

  /** Shows new bars. `first` is the position of the first counted row. */
  show(data, { first }) {
    this.#data = data;
    this.#first = first;
    this.#sums = [0];
    // Positions count rows, of which one may show several entries.
    for (const [all, , rows = all] of data.bars) this.#sums.push(this.#sums.at(-1) + rows);
    // The square root leaves quiet minutes visible beside a burst.
    const most = Math.sqrt(Math.max(1, ...data.bars.map(([all]) => all)));
    for (let index = 0; index < barCount; index += 1) {
      const [all, bad] = data.bars[index] ?? [0, 0];
      const size = all ? Math.max(2, (height - 2) * Math.sqrt(all) / most) : 0;
      this.#setHeight(this.all[index], size);
      this.#setHeight(this.bad[index], bad ? Math.min(Math.max(6, size * bad / all), size + 6) : 0);
    }
    this.ruler.replaceChildren(...axisTimes(data.from, data.to).map((text) => h("span", {}, data.bars.length ? text : "")));
    const [all, bad] = [0, 1].map((part) => data.bars.reduce((sum, bar) => sum + bar[part], 0));
    this.slider.setAttribute("aria-description", `${counted(all, "entry", "entries")}, ${counted(bad, "failure")}`);
    this.showWindow(...this.#shown);
  }

  /** Marks the visible part of the list. */
  showWindow(from, to) {
    this.#shown = [from, to];
    const total = this.#sums.at(-1);
    this.window.hidden = total === 0;
    if (total === 0) return;
    const left = this.#place(from), right = Math.max(this.#place(to + 1), left + 0.004);
    this.window.style.setProperty("--from", `${Math.min(left, 0.996) * 100}%`);
    this.window.style.setProperty("--to", `${Math.min(right, 1) * 100}%`);
    this.slider.setAttribute("aria-valuemax", String(total));
    this.slider.setAttribute("aria-valuenow", String(Math.min(Math.max(from - this.#first + 1, 0), total)));
    this.slider.setAttribute("aria-valuetext", `${count(from - this.#first + 1)} to ${count(to - this.#first + 1)}, from ${toSecond(this.#time(left))}`);
  }

  #bar(name, index) {
    const bar = document.createElementNS(space, "rect");
    bar.setAttribute("class", name);
    bar.setAttribute("x", String(index * step));
    bar.setAttribute("width", "7");
    return bar;
  }

  #setHeight(bar, size) {
    bar.setAttribute("y", String(height - size));
    bar.setAttribute("height", String(size));
  }

  #time(share) { return this.#data.from + share * (this.#data.to - this.#data.from); }

  /** The place of a position from 0 to 1: its bar, and how far into it. */
  #place(position) {
    const wanted = Math.min(Math.max(position - this.#first, 0), this.#sums.at(-1));
    let bar = this.#sums.findIndex((sum, index) => index > 0 && sum > wanted) - 1;
    if (bar < 0) bar = this.#data.bars.length - 1;
    const inside = this.#sums[bar + 1] - this.#sums[bar];
    return (bar + (inside ? Math.min(1, (wanted - this.#sums[bar]) / inside) : 1)) / this.#data.bars.length;
  }

  #positionAt(share) {
    const exact = Math.min(Math.max(share, 0), 1) * this.#data.bars.length;
    const bar = Math.min(Math.floor(exact), this.#data.bars.length - 1);
    const inside = this.#sums[bar + 1] - this.#sums[bar];
    return this.#first + Math.min(Math.floor(this.#sums[bar] + inside * (exact - bar)), this.#sums.at(-1) - 1);
  }

  #listen() {
    const move = (event) => {
      if (this.#sums.at(-1) === 0) return;
      const box = this.slider.getBoundingClientRect();
      this.onMove(this.#positionAt((event.clientX - box.left) / box.width));
    };
    this.slider.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.slider.setPointerCapture(event.pointerId);
      move(event);
    });
    this.slider.addEventListener("pointermove", (event) => {
      if (this.slider.hasPointerCapture(event.pointerId)) move(event);
    });
    this.slider.addEventListener("keydown", (event) => {
      const bars = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: -10, PageDown: 10 }[event.key];
      const total = this.#sums.at(-1);
      if (total === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Home") this.onMove(this.#first);
      else if (event.key === "End") this.onMove(this.#first + total - 1);
      else if (bars) this.onMove(this.#beside(bars));
      else return;
      event.preventDefault();
    });
  }

  /** The position some bars away from the middle of the visible range, skipping empty bars. */
  #beside(bars) {
    const middle = (this.#shown[0] + this.#shown[1]) / 2, here = this.#place(middle);
    for (let share = here + bars / barCount; share > -0.01 && share < 1.01; share += Math.sign(bars) / barCount) {
      const position = this.#positionAt(share);
      if (Math.sign(position - middle) === Math.sign(bars)) return position;
    }
    return bars < 0 ? this.#first : this.#first + this.#sums.at(-1) - 1;
  }
}
