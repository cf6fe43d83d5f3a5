// A form: fields, submit button and error.

import { fill, h } from "../../kit/dom/dom.js";

/**
 * A form, as `element`. `submit(values)` receives the values by field name and may reject with an error whose `fields` are
 * messages by field name, each shown beside its field. `cancel`, if any, adds a button. `pending` is what the submit button
 * says until `submit` ends, where that may take a second.
 */
export class Form {
  constructor({ fields, verb, pending = verb, submit, cancel, label }) {
    Object.assign(this, { fields, submit, verb, pending });
    this.error = h("p", { class: "field-error", role: "alert", hidden: true });
    this.status = pending !== verb && h("p", { class: "said", role: "status" });
    this.go = h("button", { class: "button primary", type: "submit" }, verb);
    this.element = h("form", { class: "stack-v", novalidate: true, "aria-label": label, on: { submit: (event) => { event.preventDefault(); this.send(); } } },
      fields.map(({ element }) => element), this.error,
      h("div", { class: "buttons" }, cancel && h("button", { class: "button", type: "button", on: { click: () => cancel() } }, "Cancel"), this.go), this.status);
  }

  get values() { return Object.fromEntries(this.fields.map(({ name, value }) => [name, value])); }

  /** Submits the form if its fields are valid. Does nothing while a submission is pending. */
  async send() {
    if (this.go.disabled) return;
    this.#complain();
    const wrong = this.fields.filter((field) => !field.isValid());
    if (wrong.length) return wrong[0].control.focus();
    this.go.disabled = true;
    this.#say(this.pending);
    try {
      await this.submit(this.values);
    } catch (error) {
      this.#show(error);
    } finally {
      this.#say(this.verb);
      this.go.disabled = false;
      if (document.activeElement === document.body) this.go.focus();
    }
  }

  /** Shows a text on the button, and announces it: screen readers don't read a disabled button again. */
  #say(text) {
    fill(this.go, text);
    if (this.status) fill(this.status, text === this.verb ? "" : text);
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
