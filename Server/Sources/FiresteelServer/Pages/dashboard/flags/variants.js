// The editor of a flag's variants: names and values, one of which is the default.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { isBool } from "../text/flagState.js";

const examples = { boolean: ["true", "false"], string: ["a", "b"], integer: ["1", "2"], double: ["0.5", "1.5"], object: ["{}", "{}"] };
const names = { boolean: ["on", "off"] };

/** A value from its text, or an error. */
function parsed(text, type) {
  if (type === "string") return text;
  let value;
  try { value = JSON.parse(text); } catch { value = undefined; }
  const fits = { boolean: typeof value === "boolean", integer: Number.isInteger(value), double: typeof value === "number", object: value !== null && typeof value === "object" }[type];
  if (!fits) throw new Error(`“${text}” is not a value of the type ${type}.`);
  return value;
}

/** The editor as a field of a form: its value is `{list, initial}`. */
export class Variants {
  name = "variants";
  #group = uniqueId("default");
  #rows = [];

  constructor(type) {
    this.list = h("ul", { class: "variants" });
    this.error = h("p", { class: "field-error", role: "alert", hidden: true });
    this.add = h("button", { class: "button small", type: "button", on: { click: () => { this.#rows.push({ name: "", value: "" }); this.#draw(); this.list.lastElementChild.querySelector("input").focus(); } } }, icon("plus"), "Variant");
    this.element = h("div", { class: "stack-v", role: "group", "aria-label": "Variants" }, h("h3", {}, "Variants"), this.list, h("div", {}, this.add), this.error);
    this.setType(type);
  }

  get control() { return this.list.querySelector("input") ?? this.add; }

  setType(type) {
    this.type = type;
    this.#rows = examples[type].map((value, index) => ({ name: (names[type] ?? ["a", "b"])[index], value }));
    this.initial = type === "boolean" ? 1 : 0;
    this.#draw();
  }

  get value() {
    return { list: this.#rows.map(({ name, value }) => ({ name: name.trim(), value: parsed(value, this.type) })), initial: this.#rows[this.initial].name.trim() };
  }

  complain(text) {
    fill(this.error, text);
    this.error.hidden = !text;
  }

  isValid() {
    let problem;
    const all = this.#rows.map(({ name }) => name.trim());
    if (all.some((name) => !name)) problem = "Each variant needs a name.";
    else if (new Set(all).size < all.length) problem = "Each variant needs its own name.";
    else try { this.value; } catch (error) { problem = error.message; }
    this.complain(problem);
    return !problem;
  }

  #draw() {
    const isFixed = isBool({ type: this.type });
    this.add.hidden = isFixed;
    fill(this.list, this.#rows.map((row, index) => h("li", {},
      h("input", { class: "field mono", type: "text", value: row.name, autocomplete: "off", "aria-label": `Name of variant ${index + 1}`, on: { input: (event) => { row.name = event.target.value; this.complain(); } } }),
      h("input", { class: "field mono", type: "text", value: row.value, autocomplete: "off", readonly: isFixed, "aria-label": `Value of variant ${index + 1}`, on: { input: (event) => { row.value = event.target.value; this.complain(); } } }),
      !isFixed && h("label", { class: "check" }, h("input", { type: "radio", name: this.#group, checked: index === this.initial, on: { change: () => { this.initial = index; } } }), h("span", {}, "Default")),
      !isFixed && h("button", { class: "button quiet only small", type: "button", "aria-label": `Remove variant ${row.name || index + 1}`, disabled: this.#rows.length < 2, on: { click: () => {
        this.#rows.splice(index, 1);
        if (this.initial >= index && this.initial > 0) this.initial -= 1;
        this.#draw();
      } } }, icon("close")))));
  }
}
