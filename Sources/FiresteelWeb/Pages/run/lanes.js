// Lanes of time, one for each session; a bar without an end is in flight.

import { h } from "../kit/dom/dom.js";

/**
 * Lanes between two times. `lanes` is a list of `{name, bars}`; a bar is `{from, to, name, label, outcome, href, open}`,
 * `label` its accessible name and `open(event)` what a click calls instead of following `href`. `ticks` are up to six texts
 * along the top, `end` one at its end; `level` is that of the lanes' headings.
 */
export function lanes({ from, to, lanes: list, ticks, end, level = 3 }) {
  const share = (at) => `${Math.min(100, Math.max(0, (at - from) / (to - from) * 100)).toFixed(2)}%`;
  return h("div", { class: "lanes" },
    h("div", { class: "ruler", "aria-hidden": "true" }, ticks.map((tick) => h("span", {}, tick)), end && h("span", { class: "now" }, end)),
    list.map(({ name, bars }) => [
      h(`h${level}`, { class: "lane-name clip" }, name),
      h("div", { class: "lane" }, tracks(bars).map((track) => h("div", { class: "track" }, track.map((bar) => h("a", {
        class: `bar ${bar.outcome ?? ""}`, href: bar.href, "aria-label": bar.label, title: bar.label,
        style: { "--from": share(bar.from), "--to": share(bar.to) },
        on: bar.open && { click: bar.open },
      }, (bar.to - bar.from) / (to - from) > 0.05 && bar.name))))),
    ]));
}

/** Spreads bars that overlap over as many tracks as they need, the earliest on top. */
function tracks(bars) {
  const found = [];
  for (const bar of [...bars].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const free = found.find((track) => track.at(-1).to <= bar.from);
    if (free) free.push(bar); else found.push([bar]);
  }
  return found;
}
