// A row of the log: time, level, message and origin.

import { h, setText } from "../../kit/dom/dom.js";
import { toMillisecond } from "../../kit/text/format.js";

/** An empty row. */
export function createLineRow() {
  const cell = (className, ...children) => h("span", { role: "gridcell", class: className }, children);
  return h("div", { class: "row line" }, cell("time"), cell("level"), cell("message clip"),
    cell("origin", h("span", { class: "feature" }), h("span", { class: "action" })));
}

/** Fills a row. */
export function renderLineRow(element, { at, level, message, feature, action }) {
  const [time, word, text, origin] = element.children;
  element.className = `row line ${level}`;
  setText(time, toMillisecond(at));
  word.className = `level ${level}`;
  setText(word, level);
  setText(text, message.replaceAll("\n", " ⏎ "));
  const [featureName, actionName] = origin.children;
  setText(featureName, feature?.name ?? "");
  actionName.hidden = !action;
  setText(actionName, action?.name ?? "");
}
