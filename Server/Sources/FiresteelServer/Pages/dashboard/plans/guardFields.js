// The fields of a plan’s guard: whether there is one, its margins, and what happens beyond them.

import { fill, h } from "../../kit/dom/dom.js";
import { choiceField } from "../../kit/forms/field.js";
import { guardActions, guardMetrics, usualMinimumRuns } from "../text/guards.js";

/** The section of the plan’s editor; `guard` is the plan’s, or `undefined`. */
export class GuardFields {
  #guard; #box; #margins; #runs; #action; #rest; #compares = h("span");

  constructor(guard) {
    this.#guard = guard ?? {};
    this.#box = h("input", { type: "checkbox", checked: guard !== undefined, on: { change: () => { this.#rest.hidden = !this.#box.checked; } } });
    this.#margins = guardMetrics.map(({ member, name, usual }) => ({ member, name, field: number(`Margin of ${name.toLowerCase()}`, this.#guard[member] ?? usual, "any") }));
    this.#runs = number("Minimum sessions with each variant", this.#guard.minimumRuns ?? usualMinimumRuns, "1");
    this.#action = choiceField({ name: "action", label: "Beyond a margin", value: this.#guard.action ?? "pause", choices: Object.entries(guardActions) });
    this.#rest = h("div", { class: "stack-v", hidden: guard === undefined },
      h("ul", { class: "margins" },
        this.#margins.map(({ name, field }) => h("li", {}, h("span", { class: "what" }, name), h("label", { class: "margin unit" }, h("span", {}, "at most"), field, h("span", {}, "points more")))),
        h("li", {}, h("span", { class: "what" }, "Sessions with each variant in a step"), h("label", { class: "margin unit" }, h("span", {}, "at least"), this.#runs))),
      this.#action.element);
    this.element = h("section", { "aria-label": "Guard" },
      h("div", { class: "section-head" }, h("h3", {}, "Guard"), h("span", { class: "muted" }, "Steps wait for it. It needs programs that send reports.")),
      h("label", { class: "check" }, this.#box, this.#compares), this.#rest);
  }

  /** Names the variants that are compared. */
  name({ variant, rest }) { fill(this.#compares, `Compare sessions with ${variant} and with ${rest}, and stop where ${variant} does harm`); }

  /** The guard, `undefined` for none. Members that weren’t changed from their usual values remain as they were. */
  get value() {
    if (!this.#box.checked) return undefined;
    const guard = { ...this.#guard };
    const set = (member, value, usual) => { if (value !== usual || member in guard) guard[member] = value; };
    guardMetrics.forEach(({ member, usual }, index) => set(member, Number(this.#margins[index].field.value), usual));
    set("minimumRuns", Number(this.#runs.value), usualMinimumRuns);
    set("action", this.#action.value, "pause");
    return guard;
  }

  /** Why the guard is invalid, if it is. */
  problem() {
    if (!this.#box.checked) return undefined;
    const isMargin = ({ value }) => value.trim() !== "" && Number(value) >= 0 && Number(value) <= 50;
    if (!this.#margins.every(({ field }) => isMargin(field))) return "A margin is a number of percentage points, from 0 to 50.";
    const runs = Number(this.#runs.value);
    if (!(Number.isInteger(runs) && runs >= 1 && runs <= 10_000_000)) return "The minimum of sessions is a whole number from 1 to 10,000,000.";
    return undefined;
  }
}

const number = (label, value, step) => h("input", { class: "field", type: "number", min: "0", step, value: String(value), "aria-label": label });
