// Failures: the share of sessions that ended abnormally, the errors that occur most, and refused requests.

import { h } from "../../kit/dom/dom.js";
import { badge } from "../../kit/dom/marks.js";
import { plot } from "../plots/plot.js";
import { topOf } from "../plots/scale.js";
import { table } from "../../kit/dom/table.js";
import { count } from "../../kit/text/format.js";
import { addressOf, groupAddress } from "../app/routes.js";
import { peopleCount, share, shortDay, shortMoment } from "../insight/figures.js";
import { card } from "../report/parts.js";

const maximumRows = 8, notable = 0.01;

/** The address of what is reported about a failure: its group, or the list of several; `undefined` without one. */
export function reportsAddress({ groups = [], error, action }) {
  if (groups.length === 1) return groupAddress(groups[0]);
  return groups.length > 1 ? addressOf("reports", { query: { text: error || action, state: "all" } }) : undefined;
}

/** The card of failures; `nameOf(feature, action)` is the name of an action that the server doesn’t name. */
export function failuresCard({ days, failures, topGroups = [] }, nameOf) {
  // A short period has hours. Without sessions there is no share.
  const bars = days.map(({ day, hour, share: own }) => ({ at: day ?? hour, share: own ?? 0 })), isByDay = days[0]?.day !== undefined;
  const unit = isByDay ? "day" : "hour", text = isByDay ? shortDay : shortMoment;
  const rows = [
    ...topGroups.map(({ id, title, reports, share: own }) => ({ name: h("a", { href: groupAddress(id) }, title), count: reports, share: own })),
    ...failures.slice(0, maximumRows).map((one) => {
      const text = `${one.name || nameOf(one.feature, one.action)} failed${one.error ? `: ${one.error}` : ""}`, href = reportsAddress(one);
      return { name: [href ? h("a", { href }, text) : text, one.featureName && [" ", h("span", { class: "sub" }, one.featureName)]], count: one.count, share: one.share };
    }),
  ].slice(0, maximumRows);
  return card("fails", "Failures", { aside: h("span", { class: "muted" }, `sessions that ended abnormally, per ${unit}`) },
    bars.length === 0 ? h("p", { class: "muted" }, "No sessions in this period.")
      : plot({ tall: "5.5rem", figure: (value) => share(value), top: Math.min(1, topOf(Math.max(...bars.map((one) => one.share)) || 0.01)),
        label: `Share of sessions that ended abnormally, per ${unit}: ${bars.slice(-14).map((one) => `${text(one.at)} ${share(one.share)}`).join(", ")}`,
        bars: [{ name: "all", values: bars.map((one) => one.share) }], ticks: [{ at: 0, text: text(bars[0].at) }, { at: 1, text: unit === "day" ? "today" : "now" }] }),
    table({ label: "Top failures", rows, empty: "No failure in this period.", columns: [
      { title: "Top failures", cell: ({ name }) => name }, { title: "Count", number: true, cell: ({ count: number }) => count(number) },
      { title: "Rate", number: true, cell: ({ share: own }) => (own >= notable ? h("span", { class: "bad" }, share(own)) : share(own)) },
    ] }));
}

/** The card of requested features and actions that were refused. */
export function refusalsCard({ refusals }, nameOfFeature) {
  return card("refused", "Refusals by reason", {}, table({ label: "Refusals by reason", rows: refusals.slice(0, 20), empty: "Nothing was refused in this period.", columns: [
    { title: "Requested", cell: ({ feature, name }) => name || nameOfFeature(feature) }, { title: "Reason", cell: ({ reason }) => badge(/^Waiting/.test(reason) ? "in-flight" : "unavailable", reason) },
    { title: "People", number: true, cell: ({ people, peopleAreEstimated }) => peopleCount(people, peopleAreEstimated) },
  ] }));
}
