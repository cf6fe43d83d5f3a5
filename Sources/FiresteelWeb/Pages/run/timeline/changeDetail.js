// The details of one change: a flag exposure, a changed flag, a changed availability, or a refused request.

import { changeMark, changeSubject, changeTitle, changeValue, isAboutFeature } from "./changeText.js";
import { fill, h } from "../../kit/dom/dom.js";
import { providerName, reasonOf } from "../flagText.js";
import { count, toMillisecond } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { featureLink, flagLink, stacksLink, timelineLink } from "../links.js";
import { badge, plainMark } from "../../kit/dom/marks.js";
import { outcomeWord } from "../marks.js";
import { chainSection } from "./performDetail.js";

/** Fills the detail pane; the context is that of `showPerform`. */
export function showChange(pane, row, context) {
  fill(pane, head(row, context), h("div", { class: "scroll" },
    factsSection(row, context), row.parent !== undefined && chainSection(row, context), whereSection(row, context)));
}

function head(row, { back }) {
  const { feature, outcome } = row;
  return h("header", { class: "detail-head" },
    h("a", { class: "back button quiet small", href: timelineLink(), on: { click: (event) => { event.preventDefault(); back(); } } },
      icon("back"), "Timeline"),
    feature.path && !isAboutFeature(outcome) && h("nav", { class: "path", "aria-label": "Feature" },
      h("ol", {}, h("li", {}, h("a", { href: featureLink(feature.path) }, feature.name)))),
    h("div", { class: "title" }, plainMark(changeMark(row)), h("h2", { id: "selected", tabIndex: -1, class: "wrap" }, changeSubject(row)),
      badge("", outcomeWord(outcome))),
    h("p", { class: "muted wrap" }, `${changeTitle(row)}.`));
}

const fact = (label, ...what) => [h("dt", {}, label), h("dd", {}, what)];
const mono = (text) => h("span", { class: "mono wrap" }, text);

function factsSection({ outcome, feature, change }, { run }) {
  if (isAboutFeature(outcome)) {
    const { state, was, reasons = [] } = change;
    return h("section", { class: "section" }, h("h3", {}, "Reasons"),
      reasons.length ? h("ul", { class: "plain" }, reasons.map((reason) => h("li", {}, reason)))
        : h("p", { class: "muted" }, state === "available" ? "All constraints are met." : "No reason was recorded."),
      h("dl", { class: "pairs" }, was && fact("Before", was), outcome === "availability" && fact("After", state ?? "Unknown"),
        !run && feature.path && fact("Feature", h("a", { href: featureLink(feature.path) }, feature.name))));
  }
  const { flag, value, was, variant, provider, revision, reason, cut } = change, { tint, word, title } = reasonOf({ reason: reason ?? "UNKNOWN" });
  return h("section", { class: "section" }, h("h3", {}, outcome === "flag-changed" ? "New value" : "Value read"),
    h("dl", { class: "pairs" },
      fact("Value", mono(changeValue(value)), cut && h("span", { class: "muted" }, " (truncated)")),
      outcome === "flag-changed" && was !== undefined && fact("Before", mono(changeValue(was))),
      variant && fact("Variant", variant), fact("Source", providerName(provider)),
      revision !== undefined && fact("Revision", count(revision)),
      fact("Reason", h("span", { class: `badge ${tint}`, title }, word)),
      !run && flag && fact("Flag", h("a", { class: "mono wrap", href: flagLink(flag) }, flag))));
}

function whereSection({ at, session }, { run }) {
  return h("section", { class: "section" }, h("h3", {}, "Details"), h("dl", { class: "pairs" },
    fact("Time", mono(toMillisecond(at))),
    session && fact("Session", run ? session.name : h("a", { href: stacksLink(session.id) }, session.name))));
}
