// An action: what follows it, how its performs end, and a funnel that begins with it.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { mark } from "../../kit/dom/marks.js";
import { table } from "../../kit/dom/table.js";
import { count, counted, duration } from "../../kit/text/format.js";
import { behaviourLink, featureLink, timelineLink } from "../../run/links.js";
import { availabilities } from "../../run/marks.js";
import { about } from "../words.js";

const maximumSteps = 8;

/** The name of an action, with its feature unless that is `known`, the path of a feature beside it. */
export const nameOf = ({ action, feature }, known) => (feature.path === known ? action.name : `${feature.name} › ${action.name}`);

const percent = (share) => `${Math.round(share * 100)} %`;

/** The confidence of a next action: “at least 18 %”. */
export const atLeast = ({ confidence }) => `at least ${percent(confidence)}`;

/**
 * Fills the detail pane with an action. `figures` are those of the list, if it is in there, `next` what follows it, `funnel` the
 * steps of the funnel, if any, and `actions` all that can be its steps. `setSteps(change)` changes the steps after the first, as `change(paths)` returns them.
 */
export function showAction(pane, { path, figures, next, funnel, actions }, { back, setSteps }) {
  const [feature, identifier] = path.split("/#");
  fill(pane,
    h("header", { class: "detail-head" },
      h("a", { class: "back button quiet small", href: behaviourLink(), on: { click: (event) => { event.preventDefault(); back(); } } }, icon("back"), "All actions"),
      h("div", { class: "title" }, h("h2", { id: "selected", tabIndex: -1 }, figures?.action.name ?? identifier)),
      h("p", { class: "muted" }, h("a", { href: featureLink(feature) }, figures?.feature.name ?? feature)),
      h("div", { class: "buttons" }, h("a", { class: "button", href: timelineLink({ feature, text: figures?.action.name ?? identifier }) }, icon("timeline"), "Timeline"))),
    h("div", { class: "scroll" }, nextSection(next, feature), funnelSection(path, funnel, actions, setSteps), figures && figuresSection(figures)));
}

function nextSection(next, feature) {
  return h("section", { class: "section behaviour-steps" },
    h("div", { class: "section-head" }, h("h3", {}, "Next actions"), next.length > 0 && about("confidence")),
    next.length === 0 ? h("p", { class: "muted" }, "No user has started another action after it in a session.")
      : table({ label: "Next actions", named: true, rows: next, columns: [
        { title: "Action", cell: (one) => [mark(one.availability.state, availabilities[one.availability.state]), " ", h("a", { href: behaviourLink({ action: one.path }) }, nameOf(one, feature)),
          one.availability.state !== "available" && h("span", { class: "muted small block" }, one.availability.reasons?.[0]?.text ?? availabilities[one.availability.state])] },
        { title: "Times", number: true, cell: (one) => `${count(one.count)} of ${count(one.observations)}` },
        { title: "Share", number: true, className: "share", cell: (one) => percent(one.share) },
        { title: "Confidence", number: true, cell: atLeast },
      ] }));
}

function funnelSection(path, funnel, actions, setSteps) {
  const after = (funnel ?? []).slice(1).map((step) => step.path), first = funnel?.[0].sessions || 1;
  const choices = actions.filter((one) => one.path !== path && !after.includes(one.path));
  const select = h("select", { class: "field", id: "add-step", "aria-label": "Add a step", data: { focus: "add-step" }, on: { change: () => select.value && setSteps((steps) => [...steps, select.value]) } },
    h("option", { value: "" }, "Add a step…"), choices.map((one) => h("option", { value: one.path }, nameOf(one))));
  return h("section", { class: "section behaviour-steps" }, h("h3", {}, "Funnel"),
    !funnel ? h("p", { class: "muted" }, "Add a step to see in how many sessions it came after this action.")
      : table({ label: "Sessions that reached each step", named: true, rows: funnel, columns: [
        { title: "Step", cell: (step) => nameOf(step) },
        { title: "Sessions", number: true, cell: ({ sessions }) => count(sessions) },
        { title: "Share", number: true, cell: ({ sessions }) => percent(sessions / first) },
        { title: "Remove", said: true, cell: (step) => step !== funnel[0] && h("button", { class: "button quiet only small", type: "button", "aria-label": `Remove ${nameOf(step)}`, data: { focus: `remove ${step.path}` },
          on: { click: () => setSteps((steps) => steps.filter((other) => other !== step.path)) } }, icon("close")) },
      ] }),
    after.length < maximumSteps - 1 && choices.length > 0 && h("p", { class: "after" }, select));
}

function figuresSection({ performs, successes, failures, cancellations, interruptions, took, slow, mean }) {
  const pair = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
  return h("section", { class: "section" }, h("h3", {}, counted(performs, "perform")), h("dl", { class: "pairs" },
    pair("Succeeded", count(successes)), pair("Failed", count(failures)), pair("Cancelled", count(cancellations)),
    interruptions > 0 && pair("In flight at a crash", count(interruptions)),
    took !== undefined && [pair("Median duration", duration(took)), pair("95 % are below", duration(slow)), pair("Mean duration", duration(mean))]));
}
