// The fields of metrics: an action of the program, what is measured of it, and for a guardrail how much worse is tolerated.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { actionOf, stepOf } from "../behaviour/pathCards.js";
import { measures } from "../text/experiments.js";
import { identifierWords } from "./actions.js";

const usualMargin = 0.05, most = 20;

/** The actions as groups of options; one that isn’t known any longer remains. */
function options(actions, metric) {
  const known = actions.some(({ feature, actions: own }) => own.some(({ action }) => stepOf({ feature, action }) === (metric.action ? stepOf(metric) : "")));
  return [
    h("option", { value: "" }, "Select an action"), metric.action && !known && h("option", { value: stepOf(metric) }, identifierWords(metric.action)),
    actions.map(({ feature, name, actions: own }) => h("optgroup", { label: name }, own.map(({ action, name: title }) => h("option", { value: stepOf({ feature, action }) }, title)))),
  ];
}

/**
 * A list of metrics as a field of a form. Its value is the metrics, or with `isOne` the only one. Guardrails have a margin with
 * `hasMargin`; `change()` is called after each edit.
 */
export class MetricFields {
  #list; #rows = h("div", { class: "stack-v" }); #id = uniqueId("metrics"); #isOne; #hasMargin; #actions; #change; #label; #add;

  constructor({ name, label, hint, actions, metrics, isOne = false, hasMargin = false, change }) {
    this.name = name;
    [this.#isOne, this.#hasMargin, this.#actions, this.#change, this.#label] = [isOne, hasMargin, actions, change, label];
    this.#list = structuredClone(metrics);
    if (isOne && this.#list.length === 0) this.#list.push(this.#new());
    this.error = h("p", { class: "field-error", id: `${this.#id}-error`, role: "alert", hidden: true });
    this.#add = !isOne && h("button", { class: "button small", type: "button", on: { click: () => { this.#list.push(this.#new()); this.#edited(true); [...this.#rows.querySelectorAll("select")].at(-2)?.focus(); } } }, icon("plus"), "Metric");
    this.element = h("fieldset", { class: "metrics", "aria-describedby": this.error.id }, h("legend", { class: "field-label" }, label), hint && h("p", { class: "sub" }, hint), this.#rows, this.#add && h("p", {}, this.#add), this.error);
    this.#draw();
  }

  get control() { return this.#rows.querySelector("select") ?? this.#add; }

  get value() { return this.#isOne ? this.#list[0] : this.#list; }

  complain(text) {
    fill(this.error, text);
    this.error.hidden = !text;
    for (const select of this.#rows.querySelectorAll("select")) if (text) select.setAttribute("aria-invalid", "true"); else select.removeAttribute("aria-invalid");
  }

  /** Whether each metric has an action, and a margin that is a percentage; shows what is wrong. */
  isValid() {
    const isMissing = this.#list.some(({ action, measure }) => !action && measure !== "retention"), texts = this.#list.map(({ margin, ...metric }) => JSON.stringify([metric.feature, metric.action, metric.measure]));
    const problem = isMissing ? "Select an action." : this.#list.some(({ margin }) => this.#hasMargin && !(margin > 0 && margin <= 1)) ? "A margin is more than 0 and at most 100 %."
      : new Set(texts).size < texts.length ? "Each metric is listed once." : undefined;
    this.complain(problem);
    return !problem;
  }

  #new() { return { measure: "conversion", direction: "increase", ...(this.#hasMargin ? { margin: usualMargin } : {}) }; }

  #edited(redraws = false) {
    this.complain();
    if (redraws) this.#draw();
    this.#change();
  }

  #draw() {
    fill(this.#rows, this.#list.map((metric, index) => this.#row(metric, index)));
    if (this.#add) this.#add.hidden = this.#list.length >= most;
  }

  #row(metric, index) {
    const of = this.#isOne ? "of the primary metric" : `of metric ${index + 1} of ${this.#label.toLowerCase()}`;
    const select = (label, choices, value, change) => {
      const element = h("select", { class: "field", "aria-label": `${label} ${of}`, on: { change: () => change(element.value) } }, choices);
      element.value = value;
      return element;
    };
    const named = (choices) => choices.map(([value, label]) => h("option", { value }, label));
    return h("div", { class: "metric" },
      select("Action", options(this.#actions, metric), metric.action ? stepOf(metric) : "", (step) => {
        if (step) Object.assign(metric, actionOf(step)); else { delete metric.feature; delete metric.action; }
        this.#edited();
      }),
      select("Measure", named(Object.entries(measures).map(([value, { label }]) => [value, label])), metric.measure, (measure) => {
        Object.assign(metric, { measure, direction: measures[measure].direction });
        this.#edited(true);
        this.#rows.children[index].querySelectorAll("select")[1].focus();
      }),
      select("Direction", named([["increase", "More is better"], ["decrease", "Less is better"]]), metric.direction, (direction) => { metric.direction = direction; this.#edited(); }),
      this.#hasMargin && this.#margin(metric, of),
      !this.#isOne && h("button", { class: "button quiet only small", type: "button", "aria-label": `Remove metric ${index + 1} of ${this.#label.toLowerCase()}`, on: { click: () => { this.#list.splice(index, 1); this.#edited(true); this.#add.focus(); } } }, icon("close")));
  }

  #margin(metric, of) {
    const field = h("input", { class: "field", type: "number", min: "0.1", max: "100", step: "any", value: String(Number((100 * (metric.margin ?? usualMargin)).toFixed(3))), "aria-label": `Margin ${of}, in percent`,
      on: { input: () => { metric.margin = Number((Number(field.value) / 100).toFixed(6)); this.#edited(); } } });
    return h("span", { class: "unit" }, "at most", field, "% worse");
  }
}
