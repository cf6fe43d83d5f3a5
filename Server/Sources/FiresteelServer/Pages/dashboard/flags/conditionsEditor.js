// The editor of conditions: membership in segments, and comparisons of attributes.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { comparisons } from "../text/conditions.js";
import { AttributeSuggestions } from "./attributeSuggestions.js";

/** A value as typed: a number or a Boolean where the text is one and the comparison takes any. */
function valuesOf(text, kind) {
  if (kind === "none") return [];
  if (kind === "number") return Number.isFinite(Number(text)) && text.trim() !== "" ? [Number(text)] : [text.trim()];
  if (kind === "one") return [text.trim()];
  return text.split(",").map((part) => part.trim()).filter(Boolean).map((part) => (part === "true" ? true : part === "false" ? false : /^-?\d+(\.\d+)?$/.test(part) && String(Number(part)) === part ? Number(part) : part));
}

const textOfValues = (values = []) => values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(", ");

/** An example of what is typed beside a comparison. */
function example({ attribute, is }) {
  const { values } = comparisons[is] ?? { values: "many" };
  if (/^version/.test(is)) return "Such as 3.4.0";
  if (is === "before" || is === "after") return "Such as 2027-01-31T09:00Z";
  if (values === "number") return "Such as 18";
  if (attribute === "targetingKey") return "Such as user-1, user-2";
  return { contains: "Such as beta, test", notContains: "Such as beta, test", startsWith: "Such as iOS 26, macOS", endsWith: "Such as @example.com" }[is] ?? "Such as pro, team";
}

export class ConditionsEditor {
  #list;

  /**
   * `conditions` are copied; `change(list)` is called with all of them after each edit. `joint` is the word between them.
   * `segments` are those to choose from.
   */
  constructor({ program, segments = program.segments, conditions, change, joint = () => "and" }) {
    Object.assign(this, { segments, change, joint });
    this.suggestions = new AttributeSuggestions(program);
    this.suggestions.onChange = () => this.#suggest();
    this.#list = structuredClone(conditions);
    this.element = h("div", { class: "stack-v", role: "group", "aria-label": "Conditions" });
    this.draw();
  }

  draw() {
    const add = h("button", { class: "button small", type: "button", on: { click: () => {
      const [segment] = this.segments.keys();
      this.#list.push(segment === undefined ? { attribute: "targetingKey", is: "oneOf", values: [] } : { segment, is: "in" });
      this.#changed(true);
      [...this.element.querySelectorAll("select")].at(-1)?.closest(".clause").querySelector("select").focus();
    } } }, icon("plus"), "Condition");
    fill(this.element, this.#list.map((condition, index) => this.#clause(condition, index)), h("div", { class: "clause" }, add), this.suggestions.element);
    this.#suggest();
  }

  /** Suggests values in the fields beside attributes. */
  #suggest() {
    for (const clause of this.element.querySelectorAll(".clause")) {
      const [attribute, value] = clause.querySelectorAll("input");
      if (!attribute) continue;
      attribute.title = this.suggestions.noteOf(attribute.value.trim()) ?? "";
      if (value) this.suggestions.suggest(value, attribute.value.trim());
    }
  }

  #changed(redraw = false) {
    this.change(structuredClone(this.#list));
    if (redraw) this.draw();
  }

  #clause(condition, index) {
    const word = index === 0 ? "If" : this.joint(), number = index + 1;
    const remove = h("button", { class: "button quiet only small", type: "button", "aria-label": `Remove condition ${number}`, on: { click: () => { this.#list.splice(index, 1); this.#changed(true); } } }, icon("close"));
    if (condition.logic !== undefined) return h("div", { class: "clause" }, h("span", { class: "word" }, word), h("span", {}, "a rule in JsonLogic holds"), remove);
    const isSegment = condition.segment !== undefined;
    const what = select(`Condition ${number}`, [["segment", "Person is in"], ["notSegment", "Person is not in"], ["attribute", "Attribute"]].filter(([value]) => this.segments.size > 0 || value === "attribute"),
      isSegment ? (condition.is === "notIn" ? "notSegment" : "segment") : "attribute", (value) => {
        const [segment] = this.segments.keys();
        this.#list[index] = value === "attribute" ? { attribute: "targetingKey", is: "oneOf", values: [] } : { segment: condition.segment ?? segment, is: value === "segment" ? "in" : "notIn" };
        this.#changed(true);
        this.element.querySelectorAll(".clause")[index].querySelector("select").focus();
      });
    return h("div", { class: "clause" }, h("span", { class: "word" }, word), what, isSegment ? this.#segment(condition, number) : this.#attribute(condition, index, number), remove);
  }

  #segment(condition, number) {
    const choices = [...this.segments.values()].map(({ key, value }) => [key, value.name ?? key]);
    if (!this.segments.has(condition.segment)) choices.push([condition.segment, condition.segment]);
    return select(`Segment of condition ${number}`, choices, condition.segment, (value) => { condition.segment = value; this.#changed(); });
  }

  #attribute(condition, index, number) {
    const kind = comparisons[condition.is]?.values ?? "many";
    const attribute = h("input", { class: "field mono", type: "text", value: condition.attribute, spellcheck: "false", autocapitalize: "none", autocomplete: "off", list: this.suggestions.names, placeholder: "Such as plan", "aria-label": `Attribute of condition ${number}`,
      on: { input: () => {
        condition.attribute = attribute.value.trim();
        if (value) value.placeholder = example(condition);
        this.#changed();
        this.#suggest();
      } } });
    const comparison = select(`Comparison of condition ${number}`, Object.entries(comparisons).map(([name, { label }]) => [name, label]), condition.is, (value) => {
      const text = textOfValues(condition.values);
      condition.is = value;
      condition.values = valuesOf(text, comparisons[value].values);
      if (condition.values.length === 0) delete condition.values;
      this.#changed(true);
      this.element.querySelectorAll(".clause")[index].querySelectorAll("select")[1].focus();
    });
    const value = kind !== "none" && h("input", { class: "field", type: "text", value: textOfValues(condition.values), autocomplete: "off", placeholder: example(condition), "aria-label": `Value of condition ${number}`,
      on: { input: (event) => { condition.values = valuesOf(event.target.value, kind); this.#changed(); } } });
    return [attribute, comparison, value];
  }
}

/** A choice without a visible label. */
function select(label, choices, value, change) {
  const element = h("select", { class: "field", "aria-label": label, on: { change: () => change(element.value) } }, choices.map(([choice, text]) => h("option", { value: choice }, text)));
  element.value = value;
  return element;
}
