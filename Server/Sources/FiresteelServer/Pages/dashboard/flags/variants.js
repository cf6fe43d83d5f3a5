// The editor of a flag's variants: names and values. For a new flag, one of them is the default.

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
  const fits = { boolean: typeof value === "boolean", integer: Number.isInteger(value), double: typeof value === "number", array: Array.isArray(value), object: value !== null && typeof value === "object" }[type];
  if (!fits) throw new Error(`“${text}” is not a value of the type ${type}.`);
  return value;
}

/**
 * The editor as a field of a form: its value is `{list, initial}`, in which each variant of the list has the name that it had
 * before as `was`, if any. `variants` are those of an existing flag, which has no default; `reasonToKeep(name)` returns why one
 * of them can't be removed.
 */
export class Variants {
  name = "variants";
  #group = uniqueId("default");
  #rows = [];

  constructor(type, { variants, reasonToKeep = () => undefined } = {}) {
    Object.assign(this, { existing: variants, reasonToKeep });
    this.list = h("ul", { class: "variants" });
    this.error = h("p", { class: "field-error", role: "alert", hidden: true });
    this.add = h("button", { class: "button small", type: "button", on: { click: () => { this.#rows.push({ name: "", value: "" }); this.#draw(); this.list.lastElementChild.querySelector("input").focus(); } } }, icon("plus"), "Variant");
    this.element = h("div", { class: "stack-v", role: "group", "aria-label": "Variants" }, h("h3", {}, "Variants"), this.list, h("div", {}, this.add), this.error);
    this.setType(type);
  }

  get control() { return this.list.querySelector("input") ?? this.add; }

  /** Sets the type, for which a new flag has examples. */
  setType(type) {
    this.type = type;
    if (this.existing) {
      this.#rows = this.existing.map(({ name, value, ...rest }) => ({ was: name, name, value: type === "string" ? value : JSON.stringify(value), rest }));
      return this.#draw();
    }
    this.#rows = examples[type].map((value, index) => ({ name: (names[type] ?? ["a", "b"])[index], value }));
    this.initial = type === "boolean" ? 1 : 0;
    this.#draw();
  }

  get value() {
    return {
      list: this.#rows.map(({ was, name, value, rest }) => ({ ...(was === undefined ? {} : { was }), ...rest, name: name.trim(), value: parsed(value, this.type) })),
      initial: this.#rows[this.initial]?.name.trim(),
    };
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
      !isFixed && !this.existing && h("label", { class: "check" }, h("input", { type: "radio", name: this.#group, checked: index === this.initial, on: { change: () => { this.initial = index; } } }), h("span", {}, "Default")),
      !isFixed && h("button", { class: "button quiet only small", type: "button", "aria-label": `Remove variant ${row.name || index + 1}`, disabled: this.#rows.length < 2, on: { click: () => {
        const reason = row.was !== undefined && this.reasonToKeep(row.was);
        if (reason) return this.complain(reason);
        this.#rows.splice(index, 1);
        this.complain();
        if (this.initial >= index && this.initial > 0) this.initial -= 1;
        this.#draw();
      } } }, icon("close")))));
  }
}
