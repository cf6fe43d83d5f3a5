// The variants that are compared: the control, and those compared with it.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";

/** The arms as a field of a form; the first of its value is the control. `change()` is called after each edit. */
export class ArmsField {
  name = "arms";
  #variants = []; #control; #others = new Set(); #change; #place = h("div", { class: "stack-v" }); #id = uniqueId("arms");

  constructor({ variants, arms = [], change }) {
    this.#change = change;
    this.error = h("p", { class: "field-error", id: `${this.#id}-error`, role: "alert", hidden: true });
    this.element = h("fieldset", { "aria-describedby": this.error.id }, h("legend", { class: "field-label" }, "Variants"), this.#place, this.error);
    this.show(variants, arms);
  }

  /** Shows the variants of another flag; without `arms` all take part, and the one that most people have is the control. */
  show(variants, arms = [], control = variants[0]) {
    this.#variants = variants;
    const known = arms.filter((arm) => variants.includes(arm));
    this.#control = known[0] ?? control;
    this.#others = new Set(known.length > 1 ? known.slice(1) : variants.filter((variant) => variant !== this.#control));
    this.complain();
    this.#draw();
  }

  get control() { return this.#place.querySelector("select, input"); }

  get value() { return [this.#control, ...this.#variants.filter((variant) => variant !== this.#control && this.#others.has(variant))].filter(Boolean); }

  complain(text) {
    fill(this.error, text);
    this.error.hidden = !text;
  }

  isValid() {
    const { length } = this.value, problem = length < 2 ? "Compare at least one variant with the control." : length > 10 ? "At most 10 variants are compared." : undefined;
    this.complain(problem);
    return !problem;
  }

  #draw() {
    if (this.#variants.length === 0) return fill(this.#place, h("p", { class: "sub" }, "Select a flag first."));
    const select = h("select", { class: "field", "aria-label": "Control", on: { change: () => {
      this.#others.add(this.#control);
      this.#control = select.value;
      this.#draw();
      this.#place.querySelector("select").focus();
      this.#edited();
    } } }, this.#variants.map((variant) => h("option", { value: variant, selected: variant === this.#control }, variant)));
    fill(this.#place, h("label", { class: "setting" }, h("span", {}, "Control"), select),
      h("div", { class: "arms", role: "group", "aria-label": "Compared with the control" }, h("span", {}, "Compared with it:"), this.#variants.filter((variant) => variant !== this.#control).map((variant) => {
        const box = h("input", { type: "checkbox", checked: this.#others.has(variant), on: { change: () => { if (box.checked) this.#others.add(variant); else this.#others.delete(variant); this.#edited(); } } });
        return h("label", { class: "check" }, box, h("span", {}, variant));
      })));
  }

  #edited() {
    this.complain();
    this.#change();
  }
}
