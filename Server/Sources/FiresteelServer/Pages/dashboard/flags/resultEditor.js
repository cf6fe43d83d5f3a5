// The editor of a result: one variant, or a split; for Bool flags a rollout with a slider.

import { fill, h } from "../../kit/dom/dom.js";
import { isBool, percent, totalOf, variantWord } from "../text/flagState.js";

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export class ResultEditor {
  /** `change(result)` is called with the new result after each edit. */
  constructor({ flag, result, label, change }) {
    Object.assign(this, { flag: flag.value, result: structuredClone(result ?? {}), label, change });
    this.choice = h("div", { class: "segments", role: "group", "aria-label": label });
    this.detail = h("div", { class: "stack-v" });
    this.element = h("div", { class: "stack-v" }, this.choice, this.detail);
    this.#draw();
  }

  #draw() {
    const { variants } = this.flag, isSplit = Boolean(this.result.split);
    const option = (text, isPressed, act) => h("button", { type: "button", "aria-pressed": String(isPressed), on: { click: act } }, text);
    if (variants.length > 4) fill(this.choice, this.#select(isSplit), option("Split", isSplit, () => this.#split()));
    else fill(this.choice, variants.map(({ name }) => option(isBool(this.flag) ? capital(variantWord(this.flag, name)) : name, !isSplit && this.result.variant === name, () => this.#set({ variant: name }))),
      option(isBool(this.flag) ? "Rollout" : "Split", isSplit, () => this.#split()));
    fill(this.detail, isSplit && (isBool(this.flag) && this.result.split.length <= 2 ? this.#rollout() : this.#weights()));
  }

  #select(isSplit) {
    const element = h("select", { class: "field", "aria-label": "Variant", on: { change: () => this.#set({ variant: element.value }) } }, isSplit && h("option", { value: "" }, ""), this.flag.variants.map(({ name }) => h("option", { value: name }, name)));
    element.value = isSplit ? "" : this.result.variant;
    return element;
  }

  #set(result) {
    this.result = result;
    this.#draw();
    this.change(structuredClone(result));
    this.choice.querySelector("[aria-pressed='true']")?.focus();
  }

  /** A split starts with an equal share of each variant, for Bool flags with the value that applied before. */
  #split() {
    const { variants } = this.flag;
    if (this.result.split) return;
    if (!isBool(this.flag)) return this.#set({ split: variants.map(({ name }) => ({ variant: name, weight: 1 })) });
    const on = variants.find(({ value }) => value === true).name, off = variants.find(({ value }) => value === false).name;
    const share = this.result.variant === on ? 100 : 0;
    this.#set({ split: [{ variant: on, weight: share }, { variant: off, weight: 100 - share }] });
  }

  /** A slider and a number for the share of people for whom a Bool flag is on. */
  #rollout() {
    const { split } = this.result, total = totalOf(split), on = this.flag.variants.find(({ value }) => value === true).name;
    const off = this.flag.variants.find(({ value }) => value === false).name;
    const share = total ? ((split.find(({ variant }) => variant === on)?.weight ?? 0) / total) * 100 : 0;
    const set = (value, from) => {
      const whole = Math.min(100, Math.max(0, Number(value) || 0));
      // Hundredths of a percent, as whole weights.
      const scale = Number.isInteger(whole) ? 1 : 100, weight = Math.round(whole * scale);
      this.result = { ...this.result, split: [{ variant: on, weight }, { variant: off, weight: 100 * scale - weight }] };
      for (const other of [slider, number]) if (other !== from) other.value = String(whole);
      this.change(structuredClone(this.result));
    };
    const shown = String(Number(share.toFixed(2)));
    const slider = h("input", { class: "slider", type: "range", min: "0", max: "100", step: "1", "aria-label": `Share of ${this.label.toLowerCase()} for whom it is on`, on: { input: () => set(slider.value, slider) } });
    const number = h("input", { class: "field", type: "number", min: "0", max: "100", step: "any", "aria-label": "Percent", on: { input: () => set(number.value, number) } });
    slider.value = number.value = shown;
    return h("div", { class: "rollout" }, slider, h("label", { class: "unit" }, number, h("span", {}, "% on")), this.#by());
  }

  #weights() {
    const share = (index) => percent(this.result.split[index].weight, totalOf(this.result.split));
    const outputs = [];
    const rows = this.result.split.map((part, index) => {
      const output = h("span", { class: "sub" }, share(index));
      outputs.push(output);
      return h("li", {}, h("span", { class: "name clip" }, part.variant), h("input", { class: "field", type: "number", min: "0", step: "1", value: String(part.weight), "aria-label": `Weight of ${part.variant}`, on: { input: (event) => {
        part.weight = Math.max(0, Math.round(Number(event.target.value) || 0));
        outputs.forEach((one, place) => { one.textContent = share(place); });
        this.change(structuredClone(this.result));
      } } }), output);
    });
    return [h("ul", { class: "weights" }, rows), this.#by()];
  }

  /** The key of a split: people, or the values of an attribute. */
  #by() {
    const input = h("input", { class: "field mono", type: "text", value: this.result.by ?? "", placeholder: "targetingKey", "aria-label": "Split by attribute", autocomplete: "off", on: { input: () => {
      const text = input.value.trim();
      if (text && text !== "targetingKey") this.result.by = text; else delete this.result.by;
      this.change(structuredClone(this.result));
    } } });
    return h("label", { class: "setting" }, h("span", { class: "sub" }, "by"), input);
  }
}
