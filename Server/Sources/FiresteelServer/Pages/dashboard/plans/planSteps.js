// The steps of a plan as a list of fields. Steps that were taken can't be changed, except for the wait of the last one.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { mark } from "../../kit/dom/marks.js";
import { units, waitParts, waitText } from "../text/waits.js";

const longest = 366 * 86_400;

export class PlanSteps {
  #steps; #taken; #isRunning; #word; #change; #isEdited = false;

  /** `word()` is the variant in a sentence, `change()` is called after each edit. */
  constructor(plan, { word, change }) {
    this.#steps = plan.steps.map(({ wait = 86_400, ...step }) => ({ ...step, wait }));
    this.#taken = plan.step ?? 0;
    this.#isRunning = plan.state === "running";
    this.#word = word;
    this.#change = change;
    this.element = h("ol", { class: "plan-steps timed" });
    this.#draw();
  }

  /** The steps; the last one has no wait. */
  get value() { return this.#steps.map(({ wait, ...step }, index) => ({ ...step, ...(index < this.#steps.length - 1 ? { wait } : {}) })); }

  /** The reason why the steps are invalid, if they are; the first wrong field is marked and has the focus. */
  problem() {
    if (this.#steps.length <= this.#taken) return "Add a step, or stop the plan.";
    const rules = [
      [".share", ({ share }) => share >= 0 && share <= 100 && Number(share.toFixed(2)) === share, "A share is a number from 0 to 100, with at most two decimal places."],
      [".when", ({ wait }) => wait === undefined || (Number.isInteger(wait) && wait >= 1 && wait <= longest), "A wait is a whole number, at least 1 and up to 366 days."],
    ];
    for (const [place, isValid, text] of rules) {
      const index = this.value.findIndex((step) => !isValid(step)), field = this.element.querySelector(`[data-step="${index}"] ${place} .field`);
      field?.setAttribute("aria-invalid", "true");
      field?.focus();
      if (index >= 0) return text;
    }
    return undefined;
  }

  /** Replaces the steps by suggested ones, unless the user edited them. */
  suggest(steps) {
    if (this.#isEdited) return;
    this.#steps = steps.map(({ wait = 86_400, ...step }) => ({ ...step, wait }));
    this.#draw();
  }

  focus(index = this.#taken) { this.element.querySelector(`[data-step="${index}"] .share .field`)?.focus(); }

  add() {
    const last = this.#steps.at(-1);
    this.#steps.push({ share: 100, wait: last?.wait ?? 86_400 });
    this.#changed(this.#steps.length - 1);
  }

  #changed(index) {
    this.#draw();
    this.#edited();
    if (index !== undefined) this.focus(index);
  }

  #edited() {
    this.#isEdited = true;
    for (const field of this.element.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    this.#change();
  }

  #draw() {
    fill(this.element, h("li", { class: "head", "aria-hidden": "true" }, h("span"), h("span"), h("span", { class: "share" }, "Share"), h("span", { class: "when" }, "Until the next step"), h("span")),
      this.#steps.map((step, index) => (index < this.#taken ? this.#takenStep(step, index) : this.#openStep(step, index))));
  }

  #takenStep({ share, wait }, index) {
    const isNow = index === this.#taken - 1, isLast = index === this.#steps.length - 1;
    return h("li", { class: isNow ? "now" : "done", data: { step: index } }, h("span", { class: "n" }, String(index + 1)), isNow ? mark("in-flight", this.#isRunning ? "Now" : "Paused") : mark("success", "Done"),
      h("span", { class: "share" }, `${share} %`), isNow && !isLast ? this.#wait(index) : h("span", { class: "when" }, isLast ? "" : waitText(wait)), h("span", { class: "sub" }, isNow ? "Now" : "Done"));
  }

  #openStep(step, index) {
    const number = index + 1;
    const grip = h("button", { class: "grip", type: "button", "aria-label": `Move step ${number} with the arrow keys`, data: { grip: index }, on: { keydown: (event) => {
      const to = index + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0);
      if (to === index) return;
      event.preventDefault();
      if (to < this.#taken || to >= this.#steps.length) return;
      [this.#steps[index].share, this.#steps[to].share] = [this.#steps[to].share, this.#steps[index].share];
      this.#changed();
      this.element.querySelector(`[data-grip="${to}"]`)?.focus();
    } } }, icon("grip"));
    const share = h("input", { class: "field", type: "number", min: "0", max: "100", step: "any", value: String(step.share), "aria-label": `Share of step ${number}`, on: { input: () => {
      step.share = share.value === "" ? NaN : Number(share.value);
      this.#edited();
    } } });
    return h("li", { data: { step: index } }, h("span", { class: "n" }, String(number)), grip, h("label", { class: "share unit" }, share, h("span", {}, `% ${this.#word()}`)),
      index === this.#steps.length - 1 ? h("span", { class: "when muted" }, "Ends the plan") : this.#wait(index),
      h("button", { class: "button quiet only small", type: "button", "aria-label": `Remove step ${number}`, on: { click: () => { this.#steps.splice(index, 1); this.#changed(Math.min(index, this.#steps.length - 1)); } } }, icon("close")));
  }

  #wait(index) {
    const step = this.#steps[index], [count, unit] = waitParts(Number.isInteger(step.wait) && step.wait > 0 ? step.wait : 86_400);
    const number = h("input", { class: "field", type: "number", min: "1", step: "1", value: String(count), "aria-label": `Wait after step ${index + 1}`, on: { input: set } });
    const select = h("select", { class: "field", "aria-label": `Unit of the wait after step ${index + 1}`, on: { change: set } },
      units.filter(([name]) => name !== "second" || unit === "second").map(([name]) => h("option", { value: name }, `${name}s`)));
    select.value = unit;
    const edited = () => this.#edited();
    function set() {
      step.wait = number.value === "" ? NaN : Number(number.value) * units.find(([name]) => name === select.value)[1];
      edited();
    }
    return h("span", { class: "when" }, number, select);
  }
}
