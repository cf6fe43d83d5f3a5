// Feature usage: how many use a feature, for how long, and how often its actions fail.

import { h } from "../../kit/dom/dom.js";
import { button } from "../../kit/dom/states.js";
import { table } from "../../kit/dom/table.js";
import { count } from "../../kit/text/format.js";
import { addressOf } from "../app/routes.js";
import { peopleCount, peopleText, seconds, share } from "../insight/figures.js";
import { card } from "../report/parts.js";

const most = 20;
/** A share of failed actions from here on is shown in red. */
const notable = 0.01;

/** The card. `shown` has `features`, whether all are shown; `redraw()` is called after it changed. */
export function usageCard({ features, covers }, { shown, redraw }) {
  const rows = features.toSorted((one, other) => other.people - one.people || (one.name < other.name ? -1 : 1)), list = shown.features ? rows : rows.slice(0, most);
  return card("used", "Feature usage", { className: "card full", aside: h("span", { class: "muted" }, `of ${peopleText(covers.people, covers.peopleAreEstimated)}; time per session that uses it`) },
    table({ label: "Feature usage", rows: list, empty: "No feature was used in this period.", columns: [
      { title: "Feature", cell: ({ feature, name }) => h("a", { href: addressOf("reports", { query: { text: name || feature } }), title: feature }, name || feature.split("/").at(-1)) },
      { title: "People", number: true, cell: ({ people, peopleAreEstimated }) => peopleCount(people, peopleAreEstimated) },
      { title: "Share as a bar", said: true, className: "bar-cell", cell: ({ peopleShare }) => ({ className: "bar-cell", content: h("span", { class: "inline-bar", "aria-hidden": "true" }, h("span", { style: { "--value": `${Math.min(1, peopleShare ?? 0) * 100}%` } })) }) },
      { title: "Share", number: true, cell: ({ peopleShare }) => share(peopleShare) },
      { title: "Time", number: true, className: "only-wide", cell: ({ time }) => ({ className: "only-wide", content: seconds(time) }) },
      { title: "Failed", number: true, cell: ({ failureShare }) => (failureShare >= notable ? h("span", { class: "bad" }, share(failureShare)) : share(failureShare)) },
    ] }),
    rows.length > most && h("p", { class: "after" }, button(shown.features ? "Fewer" : `All ${count(rows.length)}`, () => { shown.features = !shown.features; redraw(); }, "small")));
}
