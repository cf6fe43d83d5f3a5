// The details of one perform: error, input, causes and effects, flags, log lines, time and session.

import { changeMark, changeMeta, changeTitle, changeValue } from "./changeText.js";
import { fill, h } from "../../kit/dom/dom.js";
import { reasonOf } from "../flagText.js";
import { count, counted, duration, isSlow, toMillisecond, toSecond } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { featureLink, flagLink, logsLink, performLink, stacksLink, timelineLink } from "../links.js";
import { badge, plainMark } from "../../kit/dom/marks.js";
import { outcomeMark, outcomeWord, sources } from "../marks.js";

const maximumChildren = 50;

/**
 * Fills the detail pane. `run` is the name of an earlier run, `ended` whether the run has ended, `back` returns to the list,
 * `open(row)` shows another perform in the same pane, `again` is an element with which the action is performed again.
 */
export function showPerform(pane, perform, context) {
  const scroll = h("div", { class: "scroll" }, [
    errorSection(perform), inputSection(perform), chainSection(perform, context), flagsSection(perform, context),
    changesSection(perform, context), logSection(perform, context), detailsSection(perform, context),
  ]);
  fill(pane, head(perform, context), scroll);
}

function head(perform, { ended, back, backLabel = "Timeline", again }) {
  const { feature, action, outcome } = perform;
  return h("header", { class: "detail-head" },
    h("a", { class: "back button quiet small", href: timelineLink(), on: { click: (event) => { event.preventDefault(); back(); } } },
      icon("back"), backLabel),
    h("nav", { class: "path", "aria-label": "Feature" }, h("ol", {}, h("li", {}, h("a", { href: featureLink(feature.path) }, feature.name)))),
    h("div", { class: "title" }, plainMark(outcome), h("h2", { id: "selected", tabIndex: -1 }, action.name),
      badge(outcome, outcomeWord(outcome, ended)), h("span", { class: "muted push mono" }, `#${count(perform.n + 1)}`)),
    again);
}

function errorSection({ error, cut }) {
  if (!error && !cut) return null;
  const { message, type } = typeof error === "string" ? { message: error } : error ?? {};
  return h("section", { class: "section" },
    error && h("p", { class: "note failure" }, icon("warning"),
      h("span", { class: "wrap" }, message, type && [h("br"), h("code", { class: "muted" }, type)])),
    cut && h("p", { class: "muted" }, "Some recorded values were truncated."));
}

/** Whether an input is retained for replay, by the word of the interface. */
const replayWords = {
  "replayable": "Retained for replay",
  "too-large": "Not retained for replay: it is too large",
  "not-encodable": "Not retained for replay: it can’t be encoded",
};

function inputSection({ fields = [], input, replay }) {
  const shown = fields.length ? fields : input ? [{ label: "Input", value: input }] : [];
  return h("section", { class: "section" }, h("h3", {}, "Input"),
    shown.length ? pairs(shown) : h("p", { class: "muted" }, "None, or not described by its type."),
    replay && h("p", { class: "muted small after" }, replayWords[replay] ?? replay));
}

/** Names and values as recorded. */
const pairs = (fields) => h("dl", { class: "pairs" }, fieldPairs(fields));

/** The described fields of an input, as pairs of a list. */
export const fieldPairs = (fields) => fields.map(({ label, value, hidden }) => [
  h("dt", {}, label || "Input"),
  hidden ? h("dd", { class: "hidden-value" }, "Hidden by its type") : h("dd", {}, value),
]);

/** The chain from the first cause to the effects, also of a change during a perform. */
export function chainSection(perform, context) {
  const { chain = [], children = [] } = perform;
  return h("section", { class: "section" }, h("h3", {}, "Causes and effects"),
    h("ol", { class: "steps" },
      chain.map((row, index) => step(row, context, index === 0 ? cause(row) : "")),
      step(perform, context, chain.length ? "This action" : `This action. ${cause(perform)}`, true),
      children.slice(0, maximumChildren).map((row) => step(row, context, consequence(row, perform)))),
    children.length > maximumChildren && h("p", { class: "muted after" }, `${count(children.length - maximumChildren)} more effects.`));
}

function cause({ user, source, session }) {
  const where = session?.name ? ` in ${session.name}` : "";
  const by = source && source !== "application" ? `, by ${(sources[source] ?? source).replace(/^(A|An) /, (article) => article.toLowerCase())}` : "";
  return user ? `The user${by}${where}` : `The program${by}${where}`;
}

const consequence = (row, parent) =>
  row.outcome === "cancelled" && parent.outcome.startsWith("failure") ? `Cancelled when ${parent.action.name} failed`
    : row.error ?? (row.feature.path === parent.feature.path ? "" : row.feature.name);

function step(row, { ended, run, open, now }, meta, isThis = false) {
  const lasted = row.took ?? (ended || row.outcome !== "in-flight" ? undefined : Math.max(0, now - row.at));
  const title = row.change ? changeTitle(row) : row.action.name;
  const name = isThis || row.change ? h(isThis ? "strong" : "span", { class: isThis ? "strong wrap" : "wrap" }, title)
    : h("a", { href: performLink(row.id, run), on: { click: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(row);
    } } }, row.action.name);
  return h("li", {}, row.change ? plainMark(changeMark(row)) : outcomeMark(row.outcome, ended), h("div", { class: "body" },
    h("div", { class: "line-top" }, name,
      lasted !== undefined && h("span", { class: isSlow(lasted) ? "dur slow push" : "dur push" }, duration(lasted))),
    meta && h("p", { class: "meta wrap" }, meta)));
}

/** The flags that the action read, with their values at that time; of an earlier run, those whose value was new to the session. */
function flagsSection({ flags: read = [] }, { run }) {
  if (!read.length) return null;
  return h("section", { class: "section" },
    h("div", { class: "section-head" }, h("h3", {}, run ? "Flags first read here" : "Flags read"), h("span", { class: "count" }, count(read.length))),
    h("table", { class: "table" },
      h("thead", { class: "said" }, h("tr", {}, ["Flag", "Value", "Reason"].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, read.map(({ flag, value, reason, variant, provider, first }) => {
        const { tint, word, title } = reasonOf({ reason: reason ?? "UNKNOWN" });
        return h("tr", {}, h("td", { class: "wrap" }, run || !flag ? flag ?? "" : h("a", { href: flagLink(flag) }, flag),
          first && !run && h("div", { class: "muted small" }, "New in the session")),
          h("td", { class: "value wrap" }, changeValue(value), variant && h("div", { class: "muted small" }, `Variant ${variant}`)),
          h("td", { class: "num" }, h("span", { class: `badge ${tint}`, title }, word), provider && h("div", { class: "muted small wrap" }, provider)));
      }))));
}

function changesSection({ changes = [] }) {
  const made = changes.filter(({ outcome }) => outcome !== "flag-exposed");
  if (!made.length) return null;
  return h("section", { class: "section" },
    h("div", { class: "section-head" }, h("h3", {}, "Changes during this action"), h("span", { class: "count" }, count(made.length))),
    h("ol", { class: "steps" }, made.map((row) => {
      const meta = changeMeta(row);
      return h("li", {}, plainMark(changeMark(row)), h("div", { class: "body" },
        h("div", { class: "line-top wrap" }, changeTitle(row)), meta && h("p", { class: "meta wrap" }, meta)));
    })));
}

function logSection({ id, log = [] }, { run }) {
  if (!log.length) return null;
  const address = logsLink({ perform: id, run });
  return h("section", { class: "section" },
    h("div", { class: "section-head" }, h("h3", {}, "Log"), h("span", { class: "count" }, counted(log.length, "line")),
      address && h("a", { class: "push", href: address }, "Show in logs")),
    logLines(log));
}

/** A few log lines in a box. */
export const logLines = (lines) => h("ol", { class: "log" }, lines.map(({ level, message }) =>
  h("li", {}, h("span", { class: `level ${level}` }, level), h("span", {}, message))));

function detailsSection({ at, took, ended: endedAt, session, stack, source, outcome }, { ended, run }) {
  const link = (href, text) => run ? text : h("a", { href }, text);
  return h("section", { class: "section" }, h("h3", {}, "Details"),
    h("dl", { class: "pairs" },
      h("dt", {}, "Started"), h("dd", { class: "mono" }, toMillisecond(at)),
      endedAt && [h("dt", {}, "Ended"), h("dd", { class: "mono" }, toMillisecond(endedAt))],
      took !== undefined && [h("dt", {}, "Duration"), h("dd", {}, duration(took))],
      ended && outcome === "in-flight" && [h("dt", {}, "Ended"), h("dd", {}, "Interrupted when the run ended")],
      session?.name && [h("dt", {}, "Session"), h("dd", {}, link(stacksLink(session.id), session.name))],
      stack && [h("dt", {}, "Stack"), h("dd", {}, link(stacksLink(session?.id), stack.opened === undefined ? stack.feature.name : `${stack.feature.name}, opened ${toSecond(stack.opened)}`))],
      source && [h("dt", {}, "Source"), h("dd", {}, sources[source] ?? source)]));
}
