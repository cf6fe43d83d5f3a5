// Differences and ratios with their intervals, on one scale for the whole list.

import { h } from "../../kit/dom/dom.js";
import { linear, logarithmic, percent, verdict } from "./scale.js";

/**
 * The list. `scale` is `{from, to, none, ticks, isLogarithmic}`: `none` is the value without a difference, `ticks` are `{at, text}`.
 * A row is `{what, note, from, to, at, limit, figure, range, confidence, isHarmful, isCertain}`; `isHarmful` is whether an
 * increase is harmful, `isCertain` is `false` where the confidence says less than the interval alone, as after a
 * correction for many comparisons: such a row has no color. Without `from` and `to`, only `at` is known. `titles` are those of the
 * columns: what, scale, figure, confidence.
 */
export function intervals({ label, titles, scale, rows }) {
  const place = (scale.isLogarithmic ? logarithmic : linear)(scale.from, scale.to);
  return h("div", { class: "forest", role: "table", "aria-label": label },
    h("div", { class: "head", role: "row" },
      h("span", { role: "columnheader" }, titles[0]),
      h("span", { class: "scale-cell", role: "columnheader" },
        h("span", { class: "scale", "aria-hidden": "true" }, scale.ticks.map(({ at, text }) => h("span", { style: { "--at": percent(place(at)) } }, text))),
        h("span", { class: "said" }, titles[1])),
      h("span", { class: "num", role: "columnheader" }, titles[2]),
      h("span", { role: "columnheader" }, titles[3])),
    rows.map((row) => rowOf(row, scale, place)));
}

function rowOf({ what, note, from, to, at, limit, figure, range, confidence, isHarmful = true, isCertain = true }, scale, place) {
  const isKnown = from !== undefined, side = isKnown ? verdict({ from, to }, scale.none) : undefined, tint = isCertain && side && ((side === "over") === isHarmful ? "over" : "fine");
  return h("div", { role: "row" },
    h("span", { class: "what", role: "cell" }, what, note && [h("br"), h("span", { class: "sub" }, note)]),
    h("span", { role: "cell", class: ["interval", tint].filter(Boolean).join(" "), style: {
      "--one": percent(place(scale.none)), "--from": percent(place(from ?? at)), "--to": percent(place(to ?? at)), "--at": percent(place(at)),
    } }, h("span", { class: "said" }, !isKnown ? "No interval known" : side ? `Excludes ${scale.noneText ?? scale.none}` : `Includes ${scale.noneText ?? scale.none}`),
    limit !== undefined && h("span", { class: "limit", style: { "--limit": percent(place(limit)) } })),
    h("span", { class: "num", role: "cell" }, h("strong", { class: "strong" }, figure), range && [h("br"), h("span", { class: "sub" }, range)]),
    h("span", { class: side && tint === "over" ? "sure very" : "sure", role: "cell" }, confidence));
}
