// Overrides a flag's value on this device, with a switch, a menu, a field or JSON, depending on its type.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { pretty } from "../jsonText.js";
import { shown, spoken } from "../../run/flagText.js";
import { readValue } from "../actions/valueText.js";

const minimumLines = 4, maximumLines = 16;
/**
 * The editor of one flag, as `element`. `set(value, {stored})` sets the override, or removes it without a value, and resolves
 * to an error message, if any. `show(flag, {stores})` updates the editor and retains unsaved input; `stores` is whether overrides can
 * apply after a restart.
 */
export class FlagEditor {
  #identifier = uniqueId("flag-editor");
  #isEdited = false;             // Whether the field has unsaved input.
  #shape;
  #keeps = true;                 // Whether the next override applies after a restart.

  constructor({ set }) {
    this.set = set;
    this.place = h("div", { class: "stack-v" });
    const label = `${this.#identifier}-keep`, control = `${label}-switch`;
    this.keepSwitch = h("button", { id: control, class: "switch", type: "button", role: "switch", "aria-labelledby": label, data: { focus: "keep" }, on: { click: () => this.#toggleKeep() } });
    this.keep = h("div", { class: "setting" }, h("label", { id: label, for: control }, "Keep after a restart"), this.keepSwitch);
    this.restore = h("button", { class: "button small push", type: "button", on: { click: () => this.#restore() } }, icon("undo"), "Restore");
    this.element = h("section", { class: "section", "aria-labelledby": `${this.#identifier}-title` },
      h("div", { class: "section-head" }, h("h3", { id: `${this.#identifier}-title` }, "Value on this device"), this.restore), this.place, this.keep);
  }

  show(flag, { stores = false } = {}) {
    if (flag.override !== undefined && flag.stored !== undefined) this.#keeps = flag.stored;
    this.flag = flag;
    this.keep.hidden = !stores;
    this.keepSwitch.setAttribute("aria-checked", String(this.#keeps));
    this.restore.hidden = flag.override === undefined;
    const shape = JSON.stringify([flag.type, flag.allowed]);
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#isEdited = false;
      this.update = this.#make();
    }
    this.update(flag.override ?? flag.value);
  }

  #restore() {
    this.#isEdited = false;
    this.#keeps = true;
    this.#complain();
    this.set(undefined);
  }

  /** Changes the current override, or without one, what the next one will be. */
  #toggleKeep() {
    this.#keeps = !this.#keeps;
    this.keepSwitch.setAttribute("aria-checked", String(this.#keeps));
    if (this.flag.override !== undefined) this.set(this.flag.override, { stored: this.#keeps });
  }

  /** Sets the override, for this run or for later runs as well. */
  #setValue(value, how) { return this.set(value, { ...how, stored: this.keep.hidden ? undefined : this.#keeps }); }

  /** Creates the controls for the flag's type. Returns a function that shows a value in them. */
  #make() {
    const { type, allowed } = this.flag;
    if (type === undefined) return this.#undeclared();
    if (type === "bool") return this.#switch();
    if (allowed) return allowed.length <= 4 && allowed.every((value) => shown(value).length <= 12) ? this.#segments(allowed) : this.#select(allowed);
    return this.#field();
  }

  /** The value of an undeclared flag, which can be removed only. */
  #undeclared() {
    const text = h("span", { class: "mono wrap" });
    fill(this.place, h("div", { class: "setting" }, text));
    return (value) => { text.textContent = shown(value); };
  }

  #switch() {
    const label = h("span", { id: `${this.#identifier}-label` });
    const element = h("button", { class: "switch", type: "button", role: "switch", "aria-labelledby": label.id, data: { focus: "override" },
      on: { click: () => this.#setValue(String(element.getAttribute("aria-checked") !== "true")) } });
    fill(this.place, h("div", { class: "setting" }, label, element));
    return (value) => {
      const on = value === "true";
      element.setAttribute("aria-checked", String(on));
      label.textContent = on ? "On" : "Off";
    };
  }

  #segments(allowed) {
    const buttons = allowed.map((value) => h("button", { type: "button", on: { click: () => this.#setValue(value) } }, shown(value)));
    fill(this.place, h("div", { class: "segments fill", role: "group", "aria-label": "Value" }, buttons));
    return (value) => buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(allowed[index] === value)));
  }

  #select(allowed) {
    const other = h("option", { value: "", disabled: true }, "Other value");
    const element = h("select", { class: "field", "aria-label": "Value", on: { change: () => this.#setValue(element.value) } },
      other, allowed.map((value) => h("option", { value }, shown(value))));
    fill(this.place, element);
    return (value) => {
      element.value = allowed.includes(value) ? value : "";
      other.hidden = allowed.includes(value);
    };
  }

  /** A field with a button, since numbers, text and JSON are set as a whole. */
  #field() {
    const { type } = this.flag, isJSON = !["int", "double", "string"].includes(type);
    const identifier = `${this.#identifier}-field`, problem = `${this.#identifier}-problem`, several = isJSON || type === "string";
    const label = { int: "Whole number", double: "Number", string: "Text" }[type] ?? "JSON";
    this.problem = h("p", { class: "field-error", id: problem, role: "alert" });
    this.field = h(several ? "textarea" : "input", {
      class: several && isJSON ? "field mono" : "field", id: identifier, "aria-describedby": problem, autocomplete: "off", spellcheck: type === "string" ? undefined : "false",
      rows: isJSON ? minimumLines : type === "string" ? 1 : undefined, type: several ? undefined : "text",
      inputmode: type === "int" ? "numeric" : type === "double" ? "decimal" : undefined,
      on: {
        input: () => { this.#isEdited = true; this.#complain(); this.#fit(); this.#check(); },
        keydown: (event) => {
          if (event.key === "Enter" && (!several || event.ctrlKey || event.metaKey || (type === "string" && !event.shiftKey))) { event.preventDefault(); this.#submit(); }
          if (event.key === "Escape" && this.#isEdited) { event.stopPropagation(); this.#discard(); }
        },
      },
    });
    this.button = h("button", { class: "button", type: "button", on: { click: () => this.#submit() } }, "Set");
    this.back = h("button", { class: "button quiet", type: "button", hidden: true, on: { click: () => this.#discard() } }, "Discard");
    const format = isJSON && h("button", { class: "button quiet", type: "button", on: { click: () => this.#format() } }, "Format");
    fill(this.place,
      h("div", { class: several ? "stack-v" : "setting" }, h("label", { class: "field-label grow", for: identifier }, label, this.field)),
      this.problem, h("div", { class: "buttons" }, this.button, this.back, format));
    return (value) => {
      if (!this.#isEdited) this.field.value = this.#text(value);
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

  /** Fits the height to the content, within limits. */
  #fit() {
    if (this.field.tagName !== "TEXTAREA") return;
    const least = this.flag.type === "string" ? 1 : minimumLines;
    this.field.rows = Math.min(maximumLines, Math.max(least, this.field.value.split("\n").length));
  }

  #discard() {
    this.#isEdited = false;
    this.#complain();
    this.update(this.flag.override ?? this.flag.value);
    this.field.focus();
  }

  #format() {
    const { problem } = this.#read();
    if (problem) return this.#complain(problem);
    this.field.value = pretty(this.field.value);
    this.#fit();
  }

  /** The field's `{value}` as JSON, or the `{problem}` as a message. */
  #read() {
    const { type } = this.flag;
    return readValue({ int: "integer", double: "number", string: "text" }[type] ?? type, this.field.value);
  }

  /** Updates the buttons, and reports invalid JSON while it is edited; other values are checked on submission. */
  #check() {
    const { value, problem } = this.#read(), same = value !== undefined && value === this.flag.override;
    this.button.setAttribute("aria-disabled", String(same));
    this.button.title = same ? "The override already has this value" : "";
    this.button.textContent = this.flag.override === undefined || same ? "Set" : "Update";
    this.back.hidden = !this.#isEdited;
    if (this.#isEdited && problem && this.field.tagName === "TEXTAREA") this.#complain(problem);
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
      const refusal = await this.#setValue(value, { quietly: true });
      this.#complain(refusal);
      if (refusal) return;
      this.#isEdited = false;
      this.update(this.flag.override ?? this.flag.value);
    } finally {
      this.button.disabled = false;
    }
  }

  /** Selects the character where the JSON becomes invalid. */
  #point({ line, column }) {
    const lines = this.field.value.split("\n").slice(0, line - 1);
    const at = lines.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    this.field.setSelectionRange(at, Math.min(at + 1, this.field.value.length));
  }
}

/** The toast for a changed override. `isSame` is whether only its duration changed. */
export function changeText(flag, value, { isSame = false } = {}) {
  if (value === undefined) return `${flag.name} restored to ${spoken(flag.value)}${flag.provider ? `, from ${flag.provider}` : ", its default"}.`;
  if (isSame && flag.stored === true) return `${flag.name} stays overridden after a restart.`;
  return `${flag.name} ${isSame && flag.stored === false ? "is overridden" : `set to ${spoken(value)}`}${flag.stored === false ? " until the program ends" : ""}.`;
}
