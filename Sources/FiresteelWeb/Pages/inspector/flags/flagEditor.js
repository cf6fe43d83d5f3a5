// Sets a flag's value on this device: a switch, a choice, a field or JSON, whatever its type asks for.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { pretty } from "../../kit/text/jsonText.js";
import { shown, spoken } from "./flagText.js";
import { readValue } from "../actions/valueText.js";

const leastLines = 4, mostLines = 16;
/**
 * The editor of one flag, as `element`. `set(value)` sets the override and promises whether it was; without a value it
 * takes the override away. `show(flag)` follows the flag, and leaves what somebody is writing alone.
 */
export class FlagEditor {
  #identifier = uniqueId("flag-editor");
  #written = false;             // Whether somebody has changed the field and not yet set it.
  #shape;

  constructor({ set }) {
    this.set = set;
    this.place = h("div", { class: "stack-v" });
    this.restore = h("button", { class: "button small push", type: "button", on: { click: () => this.#restore() } }, icon("undo"), "Restore");
    this.element = h("section", { class: "section", "aria-labelledby": `${this.#identifier}-title` },
      h("div", { class: "section-head" }, h("h3", { id: `${this.#identifier}-title` }, "Value on this device"), this.restore), this.place);
  }

  show(flag) {
    this.flag = flag;
    this.restore.hidden = flag.override === undefined;
    const shape = JSON.stringify([flag.type, flag.allowed]);
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#written = false;
      this.update = this.#make();
    }
    this.update(flag.override ?? flag.value);
  }

  #restore() {
    this.#written = false;
    this.#complain();
    this.set(undefined);
  }

  /** Makes the controls for the flag's type. Answers a function that shows a value in them. */
  #make() {
    const { type, allowed } = this.flag;
    if (type === "bool") return this.#switch();
    if (allowed) return allowed.length <= 4 && allowed.every((value) => shown(value).length <= 12) ? this.#segments(allowed) : this.#select(allowed);
    return this.#field();
  }

  #switch() {
    const label = h("span", { id: `${this.#identifier}-label` });
    const element = h("button", { class: "switch", type: "button", role: "switch", "aria-labelledby": label.id, data: { focus: "override" },
      on: { click: () => this.set(String(element.getAttribute("aria-checked") !== "true")) } });
    fill(this.place, h("div", { class: "setting" }, label, element));
    return (value) => {
      const on = value === "true";
      element.setAttribute("aria-checked", String(on));
      label.textContent = on ? "On" : "Off";
    };
  }

  #segments(allowed) {
    const buttons = allowed.map((value) => h("button", { type: "button", on: { click: () => this.set(value) } }, shown(value)));
    fill(this.place, h("div", { class: "segments fill", role: "group", "aria-label": "Value" }, buttons));
    return (value) => buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(allowed[index] === value)));
  }

  #select(allowed) {
    const other = h("option", { value: "", disabled: true }, "Another value");
    const element = h("select", { class: "field", "aria-label": "Value", on: { change: () => this.set(element.value) } },
      other, allowed.map((value) => h("option", { value }, shown(value))));
    fill(this.place, element);
    return (value) => {
      element.value = allowed.includes(value) ? value : "";
      other.hidden = allowed.includes(value);
    };
  }

  /** A field with a button: numbers, texts and JSON are set when they are whole. */
  #field() {
    const { type } = this.flag, isJSON = !["int", "double", "string"].includes(type);
    const identifier = `${this.#identifier}-field`, problem = `${this.#identifier}-problem`, several = isJSON || type === "string";
    const label = { int: "Whole number", double: "Number", string: "Text" }[type] ?? "JSON";
    this.problem = h("p", { class: "field-error", id: problem, role: "alert" });
    this.field = h(several ? "textarea" : "input", {
      class: several && isJSON ? "field mono" : "field", id: identifier, "aria-describedby": problem, autocomplete: "off", spellcheck: type === "string" ? undefined : "false",
      rows: isJSON ? leastLines : type === "string" ? 1 : undefined, type: several ? undefined : "text",
      inputmode: type === "int" ? "numeric" : type === "double" ? "decimal" : undefined,
      on: {
        input: () => { this.#written = true; this.#complain(); this.#fit(); this.#check(); },
        keydown: (event) => {
          if (event.key === "Enter" && (!several || event.ctrlKey || event.metaKey || (type === "string" && !event.shiftKey))) { event.preventDefault(); this.#submit(); }
          if (event.key === "Escape" && this.#written) { event.stopPropagation(); this.#takeBack(); }
        },
      },
    });
    this.button = h("button", { class: "button", type: "button", on: { click: () => this.#submit() } }, "Set");
    this.back = h("button", { class: "button quiet", type: "button", hidden: true, on: { click: () => this.#takeBack() } }, "Discard");
    const order = isJSON && h("button", { class: "button quiet", type: "button", on: { click: () => this.#order() } }, "Put in order");
    fill(this.place,
      h("div", { class: several ? "stack-v" : "setting" }, h("label", { class: "field-label grow", for: identifier }, label, this.field)),
      this.problem, h("div", { class: "buttons" }, this.button, this.back, order));
    return (value) => {
      if (!this.#written) this.field.value = this.#text(value);
      this.#fit();
      this.#check();
    };
  }

  #text(value) {
    const { type } = this.flag;
    if (value === undefined) return "";
    if (type === "string") return value.startsWith('"') ? JSON.parse(value) : value;
    return type === "int" || type === "double" ? value : pretty(value);
  }

  /** As high as what is in it, within bounds; a text is one line high until it has more. */
  #fit() {
    if (this.field.tagName !== "TEXTAREA") return;
    const least = this.flag.type === "string" ? 1 : leastLines;
    this.field.rows = Math.min(mostLines, Math.max(least, this.field.value.split("\n").length));
  }

  #takeBack() {
    this.#written = false;
    this.#complain();
    this.update(this.flag.override ?? this.flag.value);
    this.field.focus();
  }

  #order() {
    const { problem } = this.#read();
    if (problem) return this.#complain(problem);
    this.field.value = pretty(this.field.value);
    this.#fit();
  }

  /** What the field says: `{value}` as JSON, or the `{problem}` in words. */
  #read() {
    const { type } = this.flag;
    return readValue({ int: "integer", double: "number", string: "text" }[type] ?? type, this.field.value);
  }

  /** What can't be set yet is told once it is tried, and while JSON is being written. */
  #check() {
    const { value, problem } = this.#read(), same = value !== undefined && value === this.flag.override;
    this.button.setAttribute("aria-disabled", String(same));
    this.button.title = same ? "This is the value that is set" : "";
    this.button.textContent = this.flag.override === undefined || same ? "Set" : "Set anew";
    this.back.hidden = !this.#written;
    if (this.#written && problem && this.field.tagName === "TEXTAREA") this.#complain(problem);
  }

  #complain(problem) {
    if (!this.problem) return;
    fill(this.problem, problem);
    if (problem) this.field.setAttribute("aria-invalid", "true"); else this.field.removeAttribute("aria-invalid");
  }

  async #submit() {
    if (this.button.getAttribute("aria-disabled") === "true") return;
    const { value, problem, at } = this.#read();
    if (problem) {
      this.#complain(problem);
      this.field.focus();
      if (at) this.#point(at);
      return;
    }
    this.button.disabled = true;
    try {
      const refusal = await this.set(value, { quietly: true });
      this.#complain(refusal);
      if (refusal) return;
      this.#written = false;
      this.update(this.flag.override ?? this.flag.value);
    } finally {
      this.button.disabled = false;
    }
  }

  /** Puts the caret where the JSON stops being any. */
  #point({ line, column }) {
    const lines = this.field.value.split("\n").slice(0, line - 1);
    const at = lines.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    this.field.setSelectionRange(at, Math.min(at + 1, this.field.value.length));
  }
}

/** What a change came to, in a sentence for a toast. */
export const changeText = (flag, value) => (value === undefined
  ? `${flag.name} is ${spoken(flag.value)} again${flag.provider ? `, from ${flag.provider}` : ", as declared"}.`
  : `${flag.name} is set to ${spoken(value)}.`);
