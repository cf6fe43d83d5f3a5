// A line of the log: its row with time, level, message and origin, and its details.

import { fill, h, setText } from "../kit/dom/dom.js";
import { toMillisecond } from "../kit/text/format.js";
import { featureLink, logsLink, performLink, stacksLink } from "./links.js";

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

/** Fills a section with a line, or hides it without one. `run` is the name of an earlier run. */
export function showLine(section, line, { run }) {
  section.hidden = line === undefined;
  if (line === undefined) return fill(section);
  const { at, level, message, label, feature, action, perform, session, metadata = {} } = line;
  const origin = [feature?.name, action?.name].filter(Boolean).join(" › ");
  fill(section,
    h("h2", { id: "selected", tabIndex: -1 }, "Log line"),
    h("p", { class: "mono message-text" }, message),
    h("dl", { class: "pairs" },
      h("dt", {}, "Time"), h("dd", {}, h("span", { class: "mono" }, toMillisecond(at)), ", ", h("span", { class: `level ${level}` }, level)),
      origin && [h("dt", {}, action ? "Action" : "Feature"),
        h("dd", {}, perform !== undefined ? h("a", { href: performLink(perform, run) }, origin)
          : feature ? h("a", { href: featureLink(feature.path) }, origin) : origin)],
      perform !== undefined && [h("dt", {}, "Related"), h("dd", {}, h("a", { href: logsLink({ perform, run }) }, "Lines of this action"))],
      session && [h("dt", {}, "Session"), h("dd", {}, run ? session.name : h("a", { href: stacksLink(session.id) }, session.name))],
      label && [h("dt", {}, "Logger"), h("dd", {}, h("code", {}, label))],
      Object.entries(metadata).map(([key, value]) => [h("dt", { class: "wrap" }, key), h("dd", { class: "mono" }, String(value))])));
}
