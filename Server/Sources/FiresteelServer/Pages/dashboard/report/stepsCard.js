// Steps: the common path of all reports, then each report in turn.

import { h } from "../../kit/dom/dom.js";
import { mark, plainMark } from "../../kit/dom/marks.js";
import { count, counted, duration } from "../../kit/text/format.js";
import { outcomeWord } from "../../run/marks.js";
import { actionName, featureName } from "../insight/groupText.js";

const marks = { success: "success", failure: "failure", cancelled: "cancelled", inFlight: "interrupted" };
const words = { inFlight: "In flight at the end" };

/** The mark of a step’s outcome. */
export const stepMark = (outcome) => (marks[outcome] ? mark(marks[outcome], words[outcome] ?? outcomeWord(outcome)) : plainMark("undetermined"));

/** The card. `report` is the element of the current report. */
export function stepsCard({ group, steps }, report) {
  const { common, last, reports } = steps;
  return h("section", { class: "card", "aria-labelledby": "steps" },
    h("div", { class: "section" },
      h("div", { class: "section-head" }, h("h2", { id: "steps" }, "Steps"), common.length > 0 && h("span", { class: "muted" }, `the last actions in ${count(common[0].reports)} of ${group.reports > reports ? "the newest " : ""}${counted(reports, "report")}`)),
      common.length === 0 ? h("p", { class: "muted" }, reports === 0 ? "No report has steps." : "The reports have no steps in common.")
        : h("ol", { class: "steps" }, common.map((step, index) => stepItem(step, { group, last: index === common.length - 1 && last, reports })))),
    report);
}

function stepItem(step, { group, last, reports }) {
  const end = last && [last.outcome === "inFlight" ? `${{ crash: "Crashed", killed: "Ended" }[group.kind] ?? "Ended"} after` : "Took", last.medianDuration === null || last.medianDuration === undefined ? undefined : `${duration(Math.round(last.medianDuration * 1_000))} (median).`].filter(Boolean);
  return h("li", {}, stepMark(last ? last.outcome : step.outcome), h("div", { class: "body" },
    h("div", { class: "line-top" }, h(last ? "strong" : "span", { class: last ? "strong clip" : "clip" }, h("span", { class: "muted" }, `${featureName(step)} › `), actionName(step)),
      h("span", { class: "muted push" }, step.reports === reports ? `${count(step.reports)} of ${count(reports)}` : count(step.reports))),
    last && end.length > 1 && h("p", { class: "meta" }, `${end.join(" ")}${last.outcome === "inFlight" ? " Never completed." : ""}`)));
}
