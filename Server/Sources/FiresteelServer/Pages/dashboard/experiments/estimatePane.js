// The plan of an experiment from what people did: who takes part, what can be found when, and A/A tests on the past.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { icon } from "../../kit/dom/icons.js";
import { button, loading } from "../../kit/dom/states.js";
import { settled } from "../../kit/time/pacing.js";
import { count, counted } from "../../kit/text/format.js";
import { plot } from "../plots/plot.js";
import { dailyText, differenceText, metricName, neededText, sharedUnit, unitWords, valueText } from "../text/experiments.js";
import { estimate, rehearse } from "./experimentsAPI.js";

const quiet = 400, claimsAtMost = 0.05, bins = 25, fewest = 4;

/** The pane as `element`, which follows the edited value. */
export class EstimatePane {
  #program; #value; #read; #asked = 0; #tests = h("div"); #figures = h("div", { role: "status" });
  #run = h("button", { class: "button", type: "button", data: { focus: "rehearse" }, on: { click: () => this.#rehearse() } }, "Run 1,000 A/A tests on the past");

  constructor(program) {
    this.#program = program;
    this.later = settled(() => this.#estimate(), quiet);
    const id = uniqueId("estimate");
    this.element = h("section", { class: "card estimate", "aria-labelledby": id },
      h("div", { class: "section" }, h("h2", { id }, "Plan from the last 28 days"), this.#figures),
      h("div", { class: "section" }, this.#run, h("p", { class: "sub after" }, "Splits these people at random, without any difference between the groups, and counts how often this metric claims one."), this.#tests));
  }

  /** The figures for the value, if they were read. */
  get known() { return this.#read?.known; }

  /** Shows the figures of a value, or says what is missing first: `undefined` without a flag or a metric. */
  update(value) {
    if (this.#value !== undefined && textOf(value ?? null) === textOf(this.#value)) return;
    this.#value = value ?? null;
    this.#asked += 1;
    this.#read = undefined;
    fill(this.#tests);
    const unit = value && sharedUnit(value);
    this.#run.disabled = !value || Boolean(unit);
    if (!value || unit) { this.later.cancel(); return fill(this.#figures, h("p", { class: "muted" }, unit ? `Sessions of the past don’t say which people share “${unit}”, so there is nothing to plan from. It takes longer than by person: about 100 values of “${unit}” for each variant are needed before a comparison begins.` : "Choose a flag and a primary metric.")); }
    if (!this.#figures.hasChildNodes() || this.#figures.querySelector(".muted")) fill(this.#figures, loading("Reading the last 28 days", 3));
    this.later();
  }

  async #estimate() {
    const number = this.#asked, value = this.#value;
    try {
      const known = await estimate(this.#program, value);
      if (number !== this.#asked) return;
      this.#read = { known };
      fill(this.#figures, described(known, value));
    } catch (error) {
      if (number === this.#asked) fill(this.#figures, failure(error), error.status !== 422 && button("Try again", () => this.#estimate(), "small"));
    }
  }

  async #rehearse() {
    const number = this.#asked;
    this.#run.disabled = true;
    fill(this.#tests, loading("Running 1,000 tests", 3));
    try {
      const found = await rehearse(this.#program, this.#value);
      if (number === this.#asked) fill(this.#tests, rehearsed(found));
    } catch (error) {
      if (number === this.#asked) fill(this.#tests, failure(error));
    } finally {
      this.#run.disabled = !this.#value || Boolean(sharedUnit(this.#value));
    }
  }
}

const failure = (error) => h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message));

/** The figures in sentences, with how many days each difference takes. */
function described({ peoplePerDay, people, days, value: now, needed }, value) {
  const { primary } = value;
  if (!(peoplePerDay > 0)) return h("p", {}, "Nothing is known yet: no session of the last 28 days had a person who would take part. The experiment can start nevertheless.");
  const [daily, verb] = dailyText(peoplePerDay);
  return [
    h("p", { class: "verdict" }, h("strong", { class: "strong" }, daily), ` ${verb}, ${count(Math.round(people))} in ${counted(days, "day")}.`),
    Number.isFinite(now) && h("p", { class: "after" }, `${metricName(primary, value)} now: ${valueText(primary, now)}.`),
    h("p", { class: "sub after" }, needed.some((found) => Number.isFinite(found.days)) ? "These differences are usually found:" : "Too few for a plan: none of these differences is usually found within a year."),
    h("ul", { class: "lines" }, needed.map((one) => {
      const isInTime = Number.isFinite(one.days) && one.days <= value.days;
      return h("li", {}, h("span"), h("span", { class: isInTime ? "what strong" : "what" }, neededText(one)), h("span", { class: "when" }, isInTime || !Number.isFinite(one.days) ? "" : "after the end"));
    })),
  ];
}

/** The differences that splits without a difference have, as a histogram. */
function rehearsed({ runs, claims, people, relatives }) {
  if (relatives.length === 0) return h("p", { class: "after" }, people === 0 ? "There is nothing to split yet: none of these people has a value of this metric in the last 14 days." : people < fewest ? `There are too few people to split: ${count(people)} in the last 14 days.` : `There is nothing to compare: this metric doesn’t differ among the ${count(people)} people of the last 14 days.`);
  const most = Math.max(0.001, ...relatives.map(Math.abs)), values = new Array(bins).fill(0);
  for (const relative of relatives) values[Math.min(bins - 1, Math.floor(((relative + most) / (2 * most)) * bins))] += 1;
  const expected = claimsAtMost * runs, isFit = claims <= expected + 2 * Math.sqrt(expected * (1 - claimsAtMost));
  return [
    h("p", { class: "verdict after" }, h("strong", { class: "strong" }, `${count(claims)} of ${count(runs)}`), " claim a difference that isn’t there."),
    h("p", { class: isFit ? "sub" : "sub bad" }, isFit ? `At most about ${count(Math.round(expected))} are expected: the metric can be trusted with these ${count(people)} people.` : `More than the ${count(Math.round(expected))} that are expected: choose another metric, or a longer time.`),
    h("div", { class: "after" }, plot({ tall: "4.5rem", label: `Differences in ${count(runs)} random splits, from ${differenceText(-most)} to ${differenceText(most)}: ${values.join(", ")}`, bars: [{ name: "all", values }],
      ticks: [{ at: 0, text: differenceText(-most) }, { at: 0.5, text: "0" }, { at: 1, text: differenceText(most) }] })),
  ];
}
