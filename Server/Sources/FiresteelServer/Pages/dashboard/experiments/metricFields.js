// The fields of metrics: an action of the program, what is measured of it, and for a guardrail how much worse is tolerated.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { actionOf, stepOf } from "../behaviour/pathCards.js";
import { kindOf, measures } from "../text/experiments.js";
import { identifierWords } from "./actions.js";

const usualMargin = 0.05, most = 20, own = ["measure", "quantile", "day", "week", "per", "then"];

/** Whether an action declares an amount. */
const hasAmount = (actions, metric) => actions.some(({ feature, actions: list }) => feature === metric.feature && list.some((one) => one.action === metric.action && one.amount));

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
    this.#add = !isOne && h("button", { class: "button small", type: "button", on: { click: () => { this.#list.push(this.#new()); this.#edited(true); this.#rows.lastElementChild.querySelector("select").focus(); } } }, icon("plus"), "Metric");
    this.element = h("fieldset", { class: "metrics", "aria-describedby": this.error.id }, h("legend", { class: "field-label" }, label), hint && h("p", { class: "sub" }, hint), this.#rows, this.#add && h("p", {}, this.#add), this.error);
    this.#draw();
  }

  get control() { return this.#rows.querySelector("[aria-invalid]") ?? this.#rows.querySelector("select") ?? this.#add; }

  get value() { return structuredClone(this.#isOne ? this.#list[0] : this.#list); }

  /**
   * Shows an error at the control at `place` of the metric at `index`, or removes it. Without a place it is about the measure, and
   * without an index about the first one with a number of days.
   */
  complain(text, index = Math.max(0, this.#list.findIndex((metric) => measures[kindOf(metric)]?.number)), place = 1) {
    fill(this.error, text);
    this.error.hidden = !text;
    for (const field of this.#rows.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    if (text) [...this.#rows.children[index]?.querySelectorAll("select, input") ?? []].at(place)?.setAttribute("aria-invalid", "true");
  }

  /** Whether each metric has an action, and a margin that is a percentage; shows what is wrong first. */
  isValid() {
    const texts = this.#list.map((metric) => JSON.stringify([metric.feature, metric.action, ...own.map((name) => metric[name])]));
    const problems = this.#list.map((metric, index) => this.#problem(metric) ?? (texts.indexOf(texts[index]) < index ? ["Each metric is listed once.", 0] : undefined)), index = problems.findIndex(Boolean), [text, place] = problems[index] ?? [];
    this.complain(text, index, place);
    return !text;
  }

  /** What is wrong with a metric, and the place of its control; nothing if it is valid. */
  #problem(metric) {
    const { other, number: [name, least, largest, , words] = [] } = measures[kindOf(metric)] ?? {}, { action, measure, margin } = metric;
    if (!action && measure !== "retention") return ["Select an action.", 0];
    if (other && !metric[other]?.action) return ["Select the other action.", 2];
    if (name && !(Number.isInteger(metric[name]) && metric[name] >= least && metric[name] <= largest)) return [`A whole number of ${words}, from ${least} to ${largest}.`, 2];
    return this.#hasMargin && !(margin > 0 && margin <= 1) ? ["A margin is more than 0 and at most 100 %.", -1] : undefined;
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
    const measure = select("Measure", named(this.#kinds(metric)), kindOf(metric), (kind) => {
      this.#measure(metric, kind);
      this.#edited(true);
      this.#rows.children[index].querySelectorAll("select")[1].focus();
    });
    return h("div", { class: "metric" },
      select("Action", options(this.#actions, metric), metric.action ? stepOf(metric) : "", (step) => {
        if (step) Object.assign(metric, actionOf(step)); else { delete metric.feature; delete metric.action; }
        if (metric.measure === "amount" && !hasAmount(this.#actions, metric)) this.#measure(metric, "conversion");
        // In place, so that an action can be typed.
        fill(measure, named(this.#kinds(metric)));
        measure.value = kindOf(metric);
        this.#edited();
      }),
      measure,
      this.#other(metric, select), this.#number(metric, of),
      select("Direction", named([["increase", "More is better"], ["decrease", "Less is better"]]), metric.direction, (direction) => { metric.direction = direction; this.#edited(); }),
      this.#hasMargin && this.#margin(metric, of),
      !this.#isOne && h("button", { class: "button quiet only small", type: "button", "aria-label": `Remove metric ${index + 1} of ${this.#label.toLowerCase()}`, on: { click: () => { this.#list.splice(index, 1); this.#edited(true); this.#add.focus(); } } }, icon("close")));
  }

  /** Measures something else of a metric. */
  #measure(metric, kind) {
    const { measure = kind, direction, quantile, number } = measures[kind];
    for (const name of own) delete metric[name];
    Object.assign(metric, { measure, direction }, quantile && { quantile }, number && { [number[0]]: number[3] });
  }

  /** The kinds of measures as choices: an amount only of an action that declares one. */
  #kinds(metric) {
    return Object.entries(measures).filter(([kind]) => kind !== "amount" || metric.measure === kind || hasAmount(this.#actions, metric)).map(([kind, { label }]) => [kind, label]);
  }

  /** The other action of a metric that has one. */
  #other(metric, select) {
    const { other } = measures[kindOf(metric)] ?? {};
    return other && select(other === "then" ? "Then" : "Per", options(this.#actions, metric[other] ?? {}), metric[other]?.action ? stepOf(metric[other]) : "", (step) => {
      if (step) metric[other] = actionOf(step); else delete metric[other];
      this.#edited();
    });
  }

  /** The number of a metric that has one. */
  #number(metric, of) {
    const [name, least, largest, usual, words] = measures[kindOf(metric)]?.number ?? [];
    if (!name) return undefined;
    const field = h("input", { class: "field", type: "number", min: String(least), max: String(largest), step: "1", value: Number.isFinite(metric[name] ?? usual) ? String(metric[name] ?? usual) : "", "aria-label": `${words.replace(/^./, (letter) => letter.toUpperCase())} ${of}`,
      on: { input: () => { metric[name] = field.value.trim() === "" ? NaN : Number(field.value); this.#edited(); } } });
    return h("span", { class: "unit" }, field, words);
  }

  #margin(metric, of) {
    const field = h("input", { class: "field", type: "number", min: "0.1", max: "100", step: "any", value: String(Number((100 * (metric.margin ?? usualMargin)).toFixed(3))), "aria-label": `Margin ${of}, in percent`,
      on: { input: () => { metric.margin = Number((Number(field.value) / 100).toFixed(6)); this.#edited(); } } });
    return h("span", { class: "unit" }, "at most", field, "% worse");
  }
}
