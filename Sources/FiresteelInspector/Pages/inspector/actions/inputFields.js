// The fields of an action's input, with a control for each type.

import { h } from "../../kit/dom/dom.js";
import { Field } from "../../kit/dom/field.js";
import { shown } from "../../run/flagText.js";
import { pretty } from "../jsonText.js";
import { readValue } from "./valueText.js";

const hints = { integer: "Whole number", number: "Number", json: "JSON", date: "In this device’s time zone" };

/** The label of a key: “lineWidth” is “Line width”. */
function keyLabel(key) {
  const text = key.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/[_-]+/g, " ").toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The label of a field of an input. */
export const labelOf = ({ path, label }) => label ?? (path.length ? path.map(keyLabel).join(" › ") : "Input");

/** The range of a field as a phrase. */
function rangeOf({ minimum, maximum }) {
  if (minimum !== undefined && maximum !== undefined) return `From ${minimum} to ${maximum}`;
  return minimum !== undefined ? `At least ${minimum}` : maximum !== undefined ? `At most ${maximum}` : "";
}

/**
 * The controls of one field, as `element`. `read()` returns `{value}` as JSON, `{}` for an omitted optional field, or
 * `{problem}`; `complain(text)` shows an error beside the field.
 */
export class InputField extends Field {
  constructor(field) {
    super({
      name: (field.path ?? []).join("."), label: labelOf(field), optional: field.optional, className: "input-field", labelClass: "strong",
      hint: [field.description, field.optional && "Optional", hints[field.type], rangeOf(field)].filter(Boolean).join(". "),
      control: (common) => controlOf(field, common),
    });
    this.field = field;
  }

  read() {
    const { type, optional } = this.field;
    if (this.control.role === "switch" || this.control.getAttribute("role") === "switch") return { value: this.control.getAttribute("aria-checked") };
    const text = this.control.value;
    if (optional && text.trim() === "") return {};
    if (type === "choice" || type === "bool") return { value: text };
    if (type === "date") {
      const date = new Date(text);
      return Number.isNaN(date.getTime()) ? { problem: "Enter a date and a time." } : { value: JSON.stringify(date.toISOString().replace(/\.\d+Z$/, "Z")) };
    }
    return readValue(type, text);
  }
}

function controlOf({ type, optional, choices, default: given }, common) {
  if (type === "choice" || (type === "bool" && optional)) {
    const values = choices ?? ["true", "false"], name = (value) => (type === "bool" ? { true: "On", false: "Off" }[value] : shown(value));
    const select = h("select", { class: "field", ...common }, optional && h("option", { value: "" }, "None"), values.map((value) => h("option", { value }, name(value))));
    if (given !== undefined) select.value = given;
    return select;
  }
  if (type === "bool") {
    return h("button", { ...common, class: "switch", type: "button", role: "switch", "aria-required": undefined, "aria-checked": String(given === "true"),
      on: { click: ({ currentTarget }) => currentTarget.setAttribute("aria-checked", String(currentTarget.getAttribute("aria-checked") !== "true")) } });
  }
  if (type === "json") return h("textarea", { class: "field mono", rows: 4, spellcheck: "false", value: given === undefined ? "" : pretty(given), ...common });
  const value = given === undefined ? "" : type === "date" ? localTime(shown(given)) : shown(given);
  return h("input", { class: "field", autocomplete: "off", type: type === "date" ? "datetime-local" : "text", step: type === "date" ? "1" : undefined,
    inputmode: { integer: "numeric", number: "decimal" }[type], value: given === '""' ? "" : value, ...common });
}

/** A time in the format of a `datetime-local` field. */
function localTime(text) {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
