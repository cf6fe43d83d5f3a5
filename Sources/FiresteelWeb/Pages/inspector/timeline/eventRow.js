// A row of the timeline: mark, time, feature › action, input, session and duration of a perform, or a change.

import { changeMark, changeMeta, changePredicate, changeSubject } from "./changeText.js";
import { h, setText } from "../../kit/dom/dom.js";
import { duration, isSlow, toMillisecond } from "../../kit/text/format.js";
import { outcomeMarkName, outcomeWord } from "../marks.js";

/** An empty row. */
export function createEventRow() {
  const cell = (className, ...children) => h("span", { role: "gridcell", class: className }, children);
  return h("div", { class: "row event" },
    cell("mark", h("span", { class: "said" })), cell("time"),
    cell("what", h("span", { class: "feature" }), h("span", { class: "action" })),
    cell("input"), cell("who clip"), cell("dur"));
}

/**
 * Fills a row. `sameFeature` omits the feature that the row's parent already shows; `now` is the end of actions in flight,
 * which were interrupted in a run that `ended`.
 */
export function renderEventRow(element, row, { sameFeature = false, now, ended = false }) {
  const [mark, time, what, input, who, took] = element.children;
  mark.className = `mark ${row.change ? changeMark(row) : outcomeMarkName(row.outcome, ended)}`;
  setText(mark.firstChild, outcomeWord(row.outcome, ended));
  setText(time, toMillisecond(row.at));
  const [feature, action] = what.children;
  element.classList.toggle("change", Boolean(row.change));
  element.classList.toggle("alone", Boolean(row.change) && !row.session);
  const text = row.change ? changeMeta(row) : row.input ?? "";
  // The subject of a change is truncated before its result, as the feature is before the action.
  const about = row.change ? changeSubject(row) : row.feature.name;
  feature.hidden = !about || (sameFeature && !row.change);
  setText(feature, row.change ? `${about} ` : about);
  setText(action, row.change ? changePredicate(row) : row.action.name);
  if (row.depth) element.dataset.depth = String(Math.min(row.depth, 4)); else delete element.dataset.depth;
  setText(input, text);
  element.classList.toggle("has-input", Boolean(text));
  setText(who, row.session?.name ?? "");
  const lasted = row.took ?? (ended || row.outcome !== "in-flight" ? undefined : Math.max(0, now - row.at));
  setText(took, lasted === undefined ? "" : duration(lasted));
  took.classList.toggle("slow", lasted !== undefined && isSlow(lasted) && row.outcome !== "cancelled");
}

/** Whether the row's parent is shortly above it and has the same feature. */
export function hasFeatureOfParent(source, row, position) {
  if (!row.parent) return false;
  for (let above = position - 1; above >= Math.max(source.first, position - 24); above -= 1) {
    const other = source.at(above);
    if (other?.id === row.parent) return other.feature.path === row.feature.path;
  }
  return false;
}
