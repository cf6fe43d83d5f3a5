// Actions: how often, how fast, how often they fail. And features that no one uses.

import { h } from "../../kit/dom/dom.js";
import { plainMark } from "../../kit/dom/marks.js";
import { button } from "../../kit/dom/states.js";
import { table } from "../../kit/dom/table.js";
import { count } from "../../kit/text/format.js";
import { peopleText, seconds, share, shortMoment } from "../insight/figures.js";
import { card } from "../report/parts.js";

const most = 10, day = 86_400_000;

/** The card of actions. */
export function actionsCard({ actions }, { shown, redraw, nameOf, nameOfFeature }) {
  const list = shown.actions ? actions : actions.slice(0, most);
  return card("actions", "Actions", { className: "card full", aside: h("span", { class: "muted" }, "duration of half and of 95 % of the performs") },
    table({ label: "Actions", rows: list, empty: "No action was performed in this period.", columns: [
      { title: "Action", cell: ({ feature, action }) => [nameOf(feature, action), h("span", { class: "sub" }, nameOfFeature(feature))] },
      { title: "Performs", number: true, cell: ({ performs }) => count(performs) },
      { title: "Failed", number: true, cell: ({ performs, failures }) => share(performs ? failures / performs : 0) },
      { title: "Interrupted", number: true, className: "only-wide", cell: ({ interruptions }) => ({ className: "only-wide", content: count(interruptions) }) },
      { title: "Half within", number: true, className: "only-wide", cell: ({ p50 }) => ({ className: "only-wide", content: seconds(p50) }) },
      { title: "95 % within", number: true, cell: ({ p95 }) => seconds(p95) },
    ] }),
    actions.length > most && h("p", { class: "after" }, button(shown.actions ? "Fewer" : `All ${count(actions.length)}`, () => { shown.actions = !shown.actions; redraw(); }, "small")));
}

/** For how long a feature isn’t used: “30 days”, or since the first session where that is later, “since 14 Nov, 08:00”. */
export const unusedText = ({ days, since }, now = Date.now()) =>
  (typeof since === "number" && now - since < (days - 1) * day ? `since ${shortMoment(since, now)}` : `${count(days)} days`);

/** The card of features that aren’t used, or hardly. A feature that was requested and refused is wanted: the card of refusals has it. */
export function unusedCard({ unused, refusals }, nameOfFeature) {
  const refused = new Set(refusals.map(({ feature }) => feature)), list = unused.filter(({ feature, people }) => people > 0 || !refused.has(feature));
  const parent = (path) => (path.includes("/") ? nameOfFeature(path.slice(0, path.lastIndexOf("/"))) : "");
  return card("unused", "Unused features", {}, list.length === 0 ? h("p", { class: "muted" }, unused.length > 0 ? "All unused features were requested and refused." : "Everything that the newest version declares is used.")
    : h("ul", { class: "lines" }, list.slice(0, 20).map(({ feature, name, people, days, since }) => h("li", {}, plainMark("off"), h("span", { class: "what" }, name || nameOfFeature(feature), " ", h("span", { class: "sub" }, people > 0 ? peopleText(people, false) : parent(feature))), h("span", { class: "when" }, people > 0 ? "hardly" : unusedText({ days, since }))))));
}
