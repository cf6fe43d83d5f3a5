// What became of an action that was performed from here: how it ended and where it stands on the timeline.

import { h } from "../../kit/dom/dom.js";
import { duration } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { performLink } from "../links.js";
import { plainMark } from "../../kit/dom/marks.js";
import { outcomeWord } from "../marks.js";

const refusals = {
  "unavailable": "It is not available", "input": "The input is not one", "not-ready": "It can’t be shown yet",
  "declined": "The program does not show it", "cancelled": "It was cancelled",
};

/** Where a perform stands, or nothing where it isn't known. */
const timelineOf = (perform) => perform !== undefined && h("a", { class: "button small push", href: performLink(perform) }, icon("timeline"), "On the timeline");

/** An answer of `actions/perform`, to be read. */
export function performAnswer({ outcome, took, error, perform, refused }) {
  if (outcome === "refused") {
    return h("div", { class: "note unavailable answer" }, icon("warning"),
      h("span", { class: "grow" }, h("strong", { class: "strong" }, `${refusals[refused.reason] ?? "It was not performed"}. `), refused.message));
  }
  const failed = error !== undefined;
  return h("div", { class: `note answer ${outcome}` }, plainMark(outcome),
    h("span", { class: "grow wrap" }, h("strong", { class: "strong" }, outcomeWord(outcome)),
      took !== undefined && h("span", { class: "muted" }, ` after ${duration(took)}`),
      outcome === "in-flight" && h("span", { class: "muted" }, ": it goes on in the program."),
      failed && [": ", error]), timelineOf(perform));
}
