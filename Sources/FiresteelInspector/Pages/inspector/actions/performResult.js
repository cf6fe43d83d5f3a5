// The result of an action performed from the inspector, with a link to the timeline.

import { h } from "../../kit/dom/dom.js";
import { duration } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { performLink } from "../../run/links.js";
import { plainMark } from "../../kit/dom/marks.js";
import { outcomeWord } from "../../run/marks.js";

const refusals = {
  "unavailable": "Unavailable", "input": "Invalid input", "not-ready": "Can’t be presented yet",
  "declined": "Declined", "cancelled": "Cancelled",
};

/** A link to a perform, or nothing if the perform is unknown. */
const timelineOf = (perform) => perform !== undefined && h("a", { class: "button small push", href: performLink(perform) }, icon("timeline"), "Show in timeline");

/** The element for a result of `actions/perform`. */
export function performResult({ outcome, took, error, perform, refused }) {
  if (outcome === "refused") {
    return h("div", { class: "note unavailable answer" }, icon("warning"),
      h("span", { class: "grow" }, h("strong", { class: "strong" }, `${refusals[refused.reason] ?? "Not performed"}. `), refused.message));
  }
  const failed = error !== undefined;
  return h("div", { class: `note answer ${outcome}` }, plainMark(outcome),
    h("span", { class: "grow wrap" }, h("strong", { class: "strong" }, outcomeWord(outcome)),
      took !== undefined && h("span", { class: "muted" }, ` after ${duration(took)}`),
      outcome === "in-flight" && h("span", { class: "muted" }, ": it continues in the program."),
      failed && [": ", error]), timelineOf(perform));
}
