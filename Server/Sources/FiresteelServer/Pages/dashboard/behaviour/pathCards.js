// Sequences of actions: a funnel of selected ones, and what follows an action.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button, loading } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { count, counted } from "../../kit/text/format.js";
import { share } from "../insight/figures.js";
import { card } from "../report/parts.js";

const minimumSteps = 2, maximumSteps = 8, shownNext = 6;

/** The identifier of an action in addresses and calls: “App/Export:open”. */
export const stepOf = ({ feature, action }) => `${feature}:${action}`;

/** The action of an identifier. */
export const actionOf = (step) => { const place = step.lastIndexOf(":"); return { feature: step.slice(0, place), action: step.slice(place + 1) }; };

/** The card of the funnel. `steps` are the chosen identifiers, `funnel` the answer, an error, or undefined while it is read. */
export function funnelCard({ steps, funnel, edit, nameOf }) {
  const name = (step) => nameOf(step.feature, step.action), isChosen = steps.length >= minimumSteps;
  const title = isChosen ? `From ${name(actionOf(steps[0]))} to ${name(actionOf(steps.at(-1)))}` : "Funnel";
  return card("funnel", title, { aside: [isChosen && h("span", { class: "muted" }, "within a session"), button("Edit…", edit, "small push")] },
    !isChosen ? h("p", { class: "muted" }, "Choose two or more actions to see how many people get from one to the next.")
      : funnel === undefined ? loading("Loading the funnel", 3) : funnel instanceof Error ? h("p", { class: "note failure" }, icon("warning"), h("span", {}, funnel.message)) : content(funnel, name));
}

function content({ steps, sampled, of, isSample }, name) {
  const [first] = steps, started = first?.sessions || 1;
  return [
    h("ol", { class: "funnel" }, steps.map((step, index) => h("li", {}, h("span", { class: "clip", title: name(step) }, name(step)), h("span", { class: "track", "aria-hidden": "true" }, h("span", { style: { "--value": `${Math.min(1, step.sessions / started) * 100}%` } })),
      h("span", { class: "num" }, count(step.sessions)), h("span", { class: "num lost" }, index === 0 ? "" : `−${share(step.lost)}`)))),
    h("p", { class: "sub after" }, `${counted(first?.sessions ?? 0, "session")} started. Each step counts sessions that have all steps up to it; their order is not checked.${isSample ? ` Estimated from ${count(sampled)} of ${counted(of, "session")}.` : ""}`),
  ];
}

/** The card of next actions. `next` is the answer, an error, or undefined while it is read. */
export function nextCard({ actions, from, next, choose, nameOf }) {
  const select = h("select", { class: "field small push", "aria-label": "Action", data: { focus: "next" }, on: { change: () => choose(select.value) } }, actions.map((one) => h("option", { value: stepOf(one), selected: stepOf(one) === from }, nameOf(one.feature, one.action))));
  return card("paths", "Next actions", { aside: actions.length > 0 && select },
    actions.length === 0 ? h("p", { class: "muted" }, "No action was performed in this period.") : next === undefined ? loading("Loading next actions", 3)
      : next instanceof Error ? h("p", { class: "note failure" }, icon("warning"), h("span", {}, next.message)) : nextRows(next, nameOf));
}

function nextRows({ performs, next, interrupted }, nameOf) {
  const shown = next.slice(0, shownNext), rest = 1 - shown.reduce((sum, one) => sum + one.share, 0) - (interrupted?.share ?? 0);
  const row = (name, value, isBad) => h("li", {}, h("span", { class: isBad ? "clip bad" : "clip", title: name }, name), h("span", { class: isBad ? "inline-bar bad" : "inline-bar", "aria-hidden": "true" }, h("span", { style: { "--value": `${Math.min(1, value) * 100}%` } })), h("span", { class: "num" }, share(value)));
  return [
    h("ol", { class: "next-rows" }, shown.map((one) => row(one.name || nameOf(one.feature, one.action), one.share)), interrupted?.count > 0 && row("Ended abnormally", interrupted.share, true)),
    h("p", { class: "sub after" }, `${counted(performs, "time")} in this period.${rest > 0.005 ? ` ${share(rest)} did something else, or nothing.` : ""}`),
  ];
}

/** The dialog that chooses the steps of the funnel. Resolves to the identifiers, or `undefined`. */
export function chooseSteps({ actions, steps, nameOf }) {
  return new Promise((resolve) => {
    let chosen = steps.length >= minimumSteps ? [...steps] : [...steps, ...actions.slice(0, minimumSteps).map(stepOf)].slice(0, minimumSteps), result;
    const problem = h("p", { class: "field-error", role: "alert" }), list = h("ol", { class: "stack-v" });
    const add = button("Add a step", () => { chosen.push(stepOf(actions[0])); draw(chosen.length - 1); }, "small");
    const dialog = openDialog({ title: "Steps of the funnel", body: [h("p", {}, "Sessions are counted that have all of them."), list, add, problem], footer: [button("Cancel", () => dialog.close()), button("Show funnel", done, "primary")] });
    dialog.addEventListener("close", () => resolve(result));
    draw(0);

    function draw(focus) {
      fill(list, chosen.map((step, index) => {
        const known = actions.some((one) => stepOf(one) === step);
        const select = h("select", { class: "field grow", "aria-label": `Step ${index + 1}`, on: { change: () => { chosen[index] = select.value; } } },
          !known && h("option", { value: step, selected: true }, nameOf(actionOf(step).feature, actionOf(step).action)), actions.map((one) => h("option", { value: stepOf(one), selected: stepOf(one) === step }, `${nameOf(one.feature, one.action)}, ${counted(one.performs, "time")}`)));
        return h("li", { class: "setting" }, select, h("button", { class: "button quiet only small", type: "button", "aria-label": `Remove step ${index + 1}`, disabled: chosen.length <= minimumSteps, on: { click: () => { chosen.splice(index, 1); draw(Math.max(0, index - 1)); } } }, icon("close")));
      }));
      add.disabled = chosen.length >= maximumSteps || actions.length === 0;
      list.querySelectorAll("select")[focus]?.focus();
    }

    function done() {
      if (new Set(chosen).size < chosen.length) return fill(problem, "Each action can be one step only.");
      if (chosen.length < minimumSteps) return fill(problem, "Choose at least two actions.");
      result = chosen;
      dialog.close();
    }
  });
}
