// The fields of a plan’s guard: whether there is one, its margins, what happens beyond them, and what is usually left as it is.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { choiceField, textField } from "../../kit/dom/field.js";
import { guardActions, guardGap, guardMetrics, usualMinimumRuns } from "../text/guards.js";
import { units, waitParts } from "../text/waits.js";

const usualErrorRate = 0.05, longestWatch = 30 * 86_400;

/** The section of the plan’s editor; `guard` is the plan’s, or `undefined`. `features`, a promise of `[{feature, name}]`, are suggested. */
export class GuardFields {
  #guard; #box; #margins; #limit; #runs; #action; #watch; #unit; #errorRate; #feature; #more; #rest; #compares = h("span"); #error = h("p", { class: "field-error", id: uniqueId("guard-error"), role: "alert" }); #gap = h("div", { role: "status" }); #found;

  constructor(guard, features) {
    this.#guard = guard ?? {};
    this.#box = h("input", { type: "checkbox", checked: guard !== undefined, on: { change: () => { this.#rest.hidden = !this.#box.checked; this.#warn(); } } });
    this.#margins = guardMetrics.map(({ member, name, usual }) => ({ name, field: number(`Margin of ${name.toLowerCase()}`, this.#guard[member] ?? usual, "any") }));
    this.#limit = number("Duration from which an action is slow, in seconds; empty if durations aren’t compared", this.#guard.durationLimit ?? "", "any");
    this.#runs = number("Minimum sessions with each variant", this.#guard.minimumRuns ?? usualMinimumRuns, "1");
    this.#action = choiceField({ name: "action", label: "Beyond a margin", value: this.#guard.action ?? "pause", choices: Object.entries(guardActions) });
    const [watch, unit] = waitParts(this.#guard.watch ?? 0);
    this.#watch = number("Time that the guard watches after the last step", watch, "1");
    this.#unit = h("select", { class: "field", "aria-label": "Unit of the time after the last step" }, units.filter(([name]) => name !== "second" || unit === "second").map(([name]) => h("option", { value: name }, `${name}s`)));
    this.#unit.value = unit;
    this.#errorRate = number("Harmless plans that are stopped, in percent", Number((100 * (this.#guard.errorRate ?? usualErrorRate)).toFixed(4)), "any");
    const known = h("datalist", { id: uniqueId("features") });
    // Without suggestions any path can be typed.
    features?.then((list) => fill(known, list.map(({ feature, name }) => h("option", { value: feature }, name))), () => {});
    this.#feature = textField({ name: "feature", label: "Feature whose failures and durations are compared", hint: "Its path, such as App/Documents; Behaviour shows how long its actions take. Empty for the only feature that declares the flag as a constraint, or else all actions; durations need one.", optional: true, value: this.#guard.feature ?? "", attributes: { spellcheck: "false", list: known.id } });
    // A limit on durations needs the feature below.
    const slow = this.#margins.find(({ name }) => name === guardMetrics.at(-1).name);
    this.#more = h("details", { open: this.#guard.durationLimit !== undefined }, h("summary", {}, "More"), h("div", { class: "stack-v after" },
      h("ul", { class: "margins" },
        h("li", {}, h("span", { class: "what" }, "After the last step"), h("span", { class: "margin unit" }, h("span", {}, "watches for"), this.#watch, this.#unit)),
        h("li", {}, h("span", { class: "what" }, "An action is slow"), h("label", { class: "margin unit" }, h("span", {}, "from"), this.#limit, h("span", {}, "s on"))),
        h("li", {}, h("span", { class: "what" }, slow.name), h("label", { class: "margin unit" }, h("span", {}, "at most"), slow.field, h("span", {}, "points more"))),
        h("li", {}, h("span", { class: "what" }, "Harmless plans that are stopped"), h("label", { class: "margin unit" }, h("span", {}, "at most"), this.#errorRate, h("span", {}, "%")))),
      this.#feature.element, known));
    this.#rest = h("div", { class: "stack-v", hidden: guard === undefined },
      h("ul", { class: "margins" },
        this.#margins.filter(({ field }) => field !== slow.field).map(({ name, field }) => h("li", {}, h("span", { class: "what" }, name), h("label", { class: "margin unit" }, h("span", {}, "at most"), field, h("span", {}, "points more")))),
        h("li", {}, h("span", { class: "what" }, "Sessions with each variant in a step"), h("label", { class: "margin unit" }, h("span", {}, "at least"), this.#runs))),
      this.#action.element, this.#more);
    this.element = h("section", { "aria-label": "Guard", on: { input: () => this.complain() } },
      h("div", { class: "section-head" }, h("h3", {}, "Guard"), h("span", { class: "muted" }, "Steps wait for it. It needs programs that send reports.")),
      h("label", { class: "check" }, this.#box, this.#compares), this.#gap, this.#rest);
  }

  /** Names the variants that are compared, and says where the steps leave no one to compare with. */
  name({ variant, rest, step = 0 }, steps, word) {
    fill(this.#compares, `Compare sessions with ${variant} and with ${rest}, and stop where ${variant} does harm`);
    this.#found = steps.every(({ share }) => Number.isFinite(share)) ? guardGap(steps, step, word) : undefined;
    this.#warn();
  }

  #warn() {
    const text = this.#box.checked ? this.#found?.text ?? "" : "";
    // What was read aloud isn’t repeated while a share is typed.
    if (this.#gap.textContent !== text) fill(this.#gap, text && h("p", { class: "note warning" }, icon("warning"), h("span", {}, text)));
  }

  /** The guard, `undefined` for none. Members that weren’t changed from their usual values remain as they were. */
  get value() {
    if (!this.#box.checked) return undefined;
    const guard = { ...this.#guard };
    const set = (member, value, usual) => { if (value !== usual || member in guard) guard[member] = value; };
    guardMetrics.forEach(({ member, usual }, index) => {
      const { value } = this.#margins[index].field;
      if (member === "durationMargin" && this.#limit.value.trim() === "") delete guard[member]; else set(member, Number(value), usual);
    });
    if (this.#limit.value.trim() === "") delete guard.durationLimit; else guard.durationLimit = Number(this.#limit.value);
    set("minimumRuns", Number(this.#runs.value), usualMinimumRuns);
    set("action", this.#action.value, "pause");
    set("watch", this.#seconds, 0);
    set("errorRate", this.#rate, usualErrorRate);
    const feature = this.#feature.value.trim();
    if (feature) guard.feature = feature; else delete guard.feature;
    return guard;
  }

  /** The time after the last step in seconds; not a number without one. */
  get #seconds() { return this.#watch.value.trim() === "" ? NaN : Number(this.#watch.value) * units.find(([name]) => name === this.#unit.value)[1]; }

  /** The error rate as a share. */
  get #rate() { return Number((Number(this.#errorRate.value) / 100).toFixed(6)); }

  /** The controls of members. */
  get #controls() {
    return { ...Object.fromEntries(guardMetrics.map(({ member }, index) => [member, this.#margins[index].field])), minimumRuns: this.#runs, action: this.#action.control, watch: this.#watch, durationLimit: this.#limit, feature: this.#feature.control, errorRate: this.#errorRate };
  }

  /** Shows an error below the field of a member, or removes it without one; the field has the focus. Returns whether there is such a field. */
  complain(text, member) {
    this.#error.remove();
    for (const field of this.element.querySelectorAll("[aria-invalid]")) for (const name of ["aria-invalid", "aria-errormessage"]) field.removeAttribute(name);
    const control = this.#controls[member];
    if (!control) return false;
    // What is wrong has to be seen.
    control.closest("details")?.setAttribute("open", "");
    control.closest("ul, .field-label").after(fill(this.#error, text));
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-errormessage", this.#error.id);
    control.focus();
    return true;
  }

  /** The reason why the guard is invalid, `{text, member}`, if it is. */
  problem() {
    if (!this.#box.checked) return undefined;
    if (this.#found?.isRefused) return this.#found;
    const limit = this.#limit.value.trim(), runs = Number(this.#runs.value), isMargin = ({ value }) => value.trim() !== "" && Number(value) >= 0 && Number(value) <= 50;
    const [member, , text] = [
      ...guardMetrics.map(({ member }, index) => [member, isMargin(this.#margins[index].field) || (member === "durationMargin" && limit === ""), "A margin is a number of percentage points, from 0 to 50."]),
      ["minimumRuns", Number.isInteger(runs) && runs >= 1 && runs <= 10_000_000, "The minimum of sessions is a whole number from 1 to 10,000,000."],
      ["watch", Number.isInteger(this.#seconds) && this.#seconds >= 0 && this.#seconds <= longestWatch, "The guard watches for a whole number after the last step, up to 30 days."],
      ["durationLimit", !this.#limit.validity.badInput && (limit === "" || (Number(limit) >= 0.001 && Number(limit) <= 900)), "An action is slow from a number of seconds on, from 0.001 to 900."],
      ["feature", limit === "" || this.#feature.value.trim() !== "", "Durations are compared of the actions of a feature. Enter its path."],
      ["errorRate", this.#rate >= 0.0001 && this.#rate <= 0.2, "Harmless plans that are stopped are from 0.01 to 20 %."],
    ].find(([, isValid]) => !isValid) ?? [];
    return text && { text, member };
  }
}

const number = (label, value, step) => h("input", { class: "field", type: "number", min: "0", step, value: String(value), "aria-label": label });
