// A form: fields, submit button and error.

import { fill, h } from "../dom/dom.js";

/**
 * A form, as `element`. `submit(values)` receives the values by field name and may reject with an error whose `fields` are
 * messages by field name, each shown beside its field. `cancel`, if any, adds a button.
 */
export class Form {
  constructor({ fields, verb, submit, cancel, label }) {
    Object.assign(this, { fields, submit });
    this.error = h("p", { class: "field-error", role: "alert", hidden: true });
    this.go = h("button", { class: "button primary", type: "submit" }, verb);
    this.element = h("form", { class: "stack-v", novalidate: true, "aria-label": label, on: { submit: (event) => { event.preventDefault(); this.send(); } } },
      fields.map(({ element }) => element), this.error,
      h("div", { class: "buttons" }, cancel && h("button", { class: "button", type: "button", on: { click: () => cancel() } }, "Cancel"), this.go));
  }

  get values() { return Object.fromEntries(this.fields.map(({ name, value }) => [name, value])); }

  /** Submits the form if its fields are valid. Does nothing while a submission is pending. */
  async send() {
    if (this.go.disabled) return;
    this.#complain();
    const wrong = this.fields.filter((field) => !field.isValid());
    if (wrong.length) return wrong[0].control.focus();
    this.go.disabled = true;
    try {
      await this.submit(this.values);
    } catch (error) {
      this.#show(error);
    } finally {
      this.go.disabled = false;
      if (document.activeElement === document.body) this.go.focus();
    }
  }

  #show(error) {
    const named = this.fields.filter(({ name }) => error.fields?.[name]);
    for (const field of named) field.complain(error.fields[field.name]);
    if (named.length) named[0].control.focus(); else this.#complain(error.message);
  }

  #complain(text) {
    fill(this.error, text);
    this.error.hidden = !text;
  }
}
