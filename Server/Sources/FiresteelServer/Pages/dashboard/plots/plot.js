// Plots: bars and lines from 0. The SVG contains shapes only; all text is HTML, and a label describes the plot.

import { h } from "../../kit/dom/dom.js";
import { count } from "../../kit/text/format.js";
import { band, bars, height, line, percent, topOf, width } from "./scale.js";

const space = "http://www.w3.org/2000/svg";

function shape(tag, attributes) {
  const element = document.createElementNS(space, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/**
 * A plot. `label` describes it for screen readers. `bars` are `{name, values}` drawn over each other, `lines`
 * `{name, points}`, `bands` `{name, points}`; a name is the class of a part: `all`, `bad`, `good`, `was`, `is`, `line-a`,
 * `line-b`, `band`. `ticks` are `{at, text, yields}` below it, of which those that yield are for wide plots only, `events`
 * `{at, text, isBefore, isManual}` above; `at` is from 0 to 1.
 * `top` is the scale's end, by default from the values; `figure(number)` formats one; `tall` is the height, such as `6.5rem`.
 */
export function plot({ label, bars: columns = [], lines = [], bands = [], ticks = [], events = [], top, figure = count, tall }) {
  const values = [...columns.flatMap((one) => one.values), ...lines.flatMap(({ points }) => points.map(([, value]) => value ?? 0)),
    ...bands.flatMap(({ points }) => points.map(([, , high]) => high))];
  const end = top ?? topOf(Math.max(0, ...values));
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none" });
  svg.append(
    ...bands.map(({ name, points }) => shape("path", { class: name, d: band(points, end) })),
    ...columns.flatMap(({ name, values: own }) => bars(own, end).map((bar) => shape("rect", { class: name, ...bar }))),
    ...lines.map(({ name, points }) => shape("path", { class: name, d: line(points, end) })));
  const edge = ({ at, yields }) => (at <= 0 ? "first" : at >= 1 ? "last" : yields ? "yield" : "");
  return h("div", { class: events.length ? "plot with-events" : "plot", role: "img", "aria-label": label, style: tall && { "--tall": tall } },
    h("div", { class: "y", "aria-hidden": "true" }, [end, end / 2, 0].map((number) => h("span", {}, figure(number)))),
    h("div", { class: "area", "aria-hidden": "true" }, svg, events.map(({ at, text, isBefore, isManual }) =>
      h("div", { class: ["event-mark", isBefore && "before", isManual && "hand"].filter(Boolean).join(" "), style: { "--at": percent(at) } }, h("span", {}, text)))),
    h("div", { class: "x", "aria-hidden": "true" }, ticks.map((tick) => h("span", { class: edge(tick), style: { "--at": percent(tick.at) } }, tick.text))));
}

/** The legend of a plot: `{name, text}` of each part. */
export const plotKey = (entries) =>
  h("p", { class: "plot-key" }, entries.map(({ name, text }) => h("span", {}, h("span", { class: `swatch ${name}`, "aria-hidden": "true" }), text)));
