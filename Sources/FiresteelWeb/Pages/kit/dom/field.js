// One field of a form: label, control, hint and error.

import { fill, h, uniqueId } from "./dom.js";

/**
 * A field, as `element`. `control(attributes)` creates its control with the common attributes; `check(value)` returns the error
 * message of an invalid value. `name` identifies it in a form.
 */
export class Field {
  #id = uniqueId("field");

  constructor({ name, label, hint, optional = false, control, check = () => undefined, className = "field-label", labelClass }) {
    Object.assign(this, { name, optional, check });
    this.error = h("p", { class: "field-error", id: `${this.#id}-error`, role: "alert", hidden: true });
    this.hint = hint && h("span", { class: "muted small", id: `${this.#id}-hint` }, hint);
    this.control = control({
      id: this.#id, "aria-describedby": [this.hint?.id, this.error.id].filter(Boolean).join(" "),
      "aria-required": optional ? undefined : "true", on: { input: () => this.complain() },
    });
    this.element = h("div", { class: className }, h("label", { for: this.#id, id: `${this.#id}-label`, class: labelClass }, label), this.control, this.hint, this.error);
  }

  get value() { return this.control.value; }

  /** Shows an error beside the control, or removes it. */
  complain(text) {
    fill(this.error, text);
    this.error.hidden = !text;
    if (text) this.control.setAttribute("aria-invalid", "true"); else this.control.removeAttribute("aria-invalid");
  }

  /** Whether the value is valid; shows the error if not. */
  isValid() {
    const problem = !this.optional && !this.value.trim() ? "This field is required." : this.check(this.value);
    this.complain(problem);
    return !problem;
  }
}

/** A line of text; `attributes` are further attributes of the control, such as its type. */
export const textField = ({ value = "", attributes = {}, ...field }) => new Field({
  ...field, control: (common) => h("input", { class: "field", type: "text", autocomplete: "off", value, ...attributes, ...common }),
});

/** Several lines of text. */
export const longField = ({ value = "", rows = 2, ...field }) => new Field({
  ...field, control: (common) => h("textarea", { class: "field", rows, value, ...common }),
});

/** One of `choices`, `[value, label]`. */
export const choiceField = ({ value, choices, ...field }) => new Field({
  ...field,
  control: (common) => {
    const select = h("select", { class: "field", ...common }, choices.map(([choice, label]) => h("option", { value: choice }, label)));
    if (value !== undefined) select.value = value;
    return select;
  },
});
