// A row of the timeline: mark, time, feature › action, input, session and duration of a perform, or a change. In the waterfall the
// row has a bar in place of time, input and session.

import { changeMark, changeMeta, changePredicate, changeSubject } from "./changeText.js";
import { h, setText } from "../../kit/dom/dom.js";
import { count, duration, isSlow, toMillisecond } from "../../kit/text/format.js";
import { outcomeMarkName, outcomeWord } from "../marks.js";
import { fillTrack } from "./waterfall.js";

/** An empty row. */
export function createEventRow() {
  const cell = (className, ...children) => h("span", { role: "gridcell", class: className }, children);
  return h("div", { class: "row event" },
    cell("mark", h("span", { class: "said" })), cell("time"),
    cell("what", h("span", { class: "feature" }), h("span", { class: "action" }), h("button", { class: "times", type: "button", tabIndex: -1, hidden: true })),
    cell("input", h("span", { class: "error" }), h("span", { class: "given" })), cell("who clip"), cell("track"), cell("dur"));
}

/**
 * Fills a row. `sameFeature` omits the feature that the row's parent already shows; `now` is the end of actions in flight,
 * which were interrupted in a run that `ended`. `open` is whether the row's repeats are shown, `scale` the waterfall's.
 */
export function renderEventRow(element, row, { sameFeature = false, now, ended = false, open = false, scale }) {
  const [mark, time, what, input, who, track, took] = element.children;
  const { change, repeats } = row, folded = repeats && !open;
  element.className = `row ${scale ? "fall" : "event"}`;
  mark.className = `mark ${change ? changeMark(row) : outcomeMarkName(row.outcome, ended)}`;
  setText(mark.firstChild, outcomeWord(row.outcome, ended));
  setText(time, toMillisecond(row.at));
  const [feature, action, times] = what.children;
  element.classList.toggle("change", Boolean(change));
  element.classList.toggle("alone", Boolean(change) && !row.session);
  element.classList.toggle("failed", Boolean(row.error));
  // The subject of a change is truncated before its result, as the feature is before the action.
  const about = change ? changeSubject(row) : row.feature.name, done = change ? changePredicate(row) : row.action.name;
  feature.hidden = !about || (sameFeature && !change);
  setText(feature, change ? `${about} ` : about);
  setText(action, done);
  what.title = [about, done].filter(Boolean).join(change ? " " : " › ");
  what.style.setProperty("--depth", String(Math.min(row.depth, 8)));
  if (row.depth) element.dataset.depth = String(Math.min(row.depth, 4)); else delete element.dataset.depth;
  times.hidden = !repeats;
  if (repeats) {
    setText(times, `× ${count(repeats.times)}`);
    times.setAttribute("aria-expanded", String(open));
    times.setAttribute("aria-label", open ? `Fold ${count(repeats.times)} repeats` : `Show all ${count(repeats.times)}`);
    times.title = open ? "Fold (←)" : "Show all (→)";
  }
  const text = change ? changeMeta(row) : folded ? repeatedInput(row) : row.input ?? "", [error, given] = input.children;
  setText(error, row.error ?? "");
  setText(given, text);
  input.title = [row.error, text].filter(Boolean).join("\n");
  element.classList.toggle("has-input", Boolean(text || row.error));
  setText(who, row.session?.name ?? "");
  who.title = row.session?.name ?? "";
  const lasted = row.took ?? (ended || row.outcome !== "in-flight" ? undefined : Math.max(0, now - row.at));
  setText(took, lasted === undefined ? "" : duration(lasted));
  took.title = folded && lasted !== undefined ? "The first one’s duration" : "";
  took.classList.toggle("slow", lasted !== undefined && isSlow(lasted) && row.outcome !== "cancelled");
  if (scale) fillTrack(track, row, { scale, now, ended, folded }); else track.replaceChildren();
}

/** The inputs of repeats, and how often they began: “quarterly, every 120 ms”. */
function repeatedInput({ at, input, repeats: { times, last, input: lastInput } }) {
  const inputs = input === lastInput ? input : [input, lastInput].filter(Boolean).join(" … ");
  return [inputs, times > 1 && last > at && `every ${duration((last - at) / (times - 1))}`].filter(Boolean).join(", ");
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
