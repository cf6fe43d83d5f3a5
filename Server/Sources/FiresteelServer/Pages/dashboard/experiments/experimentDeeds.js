// What can be done with an experiment: starting, ending, another share or length, removing. Each is a change.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { environmentTag, kindOf } from "../app/environments.js";
import { openChange } from "../changes/changeDialog.js";
import { previewChange } from "../changes/submit.js";
import { openPlan } from "../plans/planDialog.js";
import { dailyText, differenceText, metricName, neededText, rangeText } from "../text/experiments.js";
import { operate } from "./experimentsAPI.js";
import { guardrailGap } from "./resultCard.js";
import { flagName } from "./setupCards.js";

/** The edit of an experiment’s members. */
export const editOf = (program, { name, change }, set) => ({ kind: "experiment", name, environment: program.environment.id, base: change, set });

/** The edit of a flag’s targeting by which everyone gets a variant, as the end of an experiment makes it. */
function shipping(program, { flag }, arm) {
  const { change, value } = program.flags.get(flag)?.targetings.get(program.environment.id) ?? {}, clear = ["rules", "logic", "plan"].filter((member) => value?.[member] !== undefined);
  return value ? [{ kind: "targeting", name: flag, environment: program.environment.id, base: change, set: { isOn: true, otherwise: { variant: arm } }, ...(clear.length ? { clear } : {}) }] : [];
}

/** Opens the dialog of a change that the server makes; `content()` is its body, `set()` and `more()` are its edits, for its preview. */
const openOperation = ({ program, experiment, operation, set, more = () => [], content, ...dialog }) => openChange({
  program, environment: program.environment, edits: [], ...dialog,
  preview: () => previewChange(program, [editOf(program, experiment, set()), ...more()]),
  submit: (sent) => operate(program, experiment.name, operation, { ...content(), ...sent }),
});

/** Asks before an experiment starts; `known` is its estimate, if it was read. */
export function start({ program, experiment, known }) {
  const { value } = experiment, place = program.environment.name.toLowerCase();
  return openOperation({
    program, experiment, operation: "start", set: () => ({ state: "running" }), content: () => ({}), title: `Start ${value.name} in ${place}?`, verb: "Start", done: `${value.name} started.`,
    findings: () => h("div", { class: "stack-v" }, h("p", {}, known?.peoplePerDay > 0 ? `About ${dailyText(known.peoplePerDay).join(" ").replace(/^Fewer/, "fewer")}: a difference of ${known.needed.map(neededText).join(", ")}.` : "How many people take part isn’t known yet."),
      value.primary && h("p", {}, `It is decided by ${metricName(value.primary, value)}.${value.guardrails?.length ? ` ${value.guardrails.length === 1 ? "Guardrail" : "Guardrails"}: ${value.guardrails.map((one) => metricName(one, value)).join(", ")}.` : ""}`),
      h("p", { class: "sub" }, "The metrics are fixed from now on: a change of the setup begins another phase.")),
  });
}

/** Asks what everyone gets, and ends the experiment; `arm` is the suggested variant, `null` for none. */
export function end({ program, experiment, results, arm = null }) {
  const { value } = experiment, chooser = new ArmChooser({ program, value, results, arm });
  return openOperation({ program, experiment, operation: "end", set: () => ({ state: "ended", decision: { arm: chooser.arm } }), content: () => ({ arm: chooser.arm }), more: () => (chooser.arm === null ? [] : shipping(program, value, chooser.arm)), chooser, title: chooser.title, verb: "End", done: `${value.name} ended.` });
}

/** Opens the dialog of a plan that gives a variant to more and more people. While the experiment runs, the same change ends it. */
export function rollOut({ program, experiment }, variant) {
  const { value } = experiment, { arms, weights = arms.map(() => 1), share = 100 } = value;
  const has = (share * weights[arms.indexOf(variant)]) / weights.reduce((sum, one) => sum + one, 0);
  const ending = value.state === "running" ? { name: value.name, share: Math.floor(has), edit: editOf(program, experiment, { state: "ended", decision: { arm: null } }) } : undefined;
  return openPlan({ program, flag: program.flags.get(value.flag), environment: program.environment, variant, ending });
}

/** The variants that everyone may get, with what was found about each. */
class ArmChooser {
  #gap = h("div", { role: "status" });

  constructor(context) {
    Object.assign(this, context);
    const { arms } = this.value, group = uniqueId("arm");
    const choice = (arm, title, text) => h("label", {}, h("input", { type: "radio", name: group, checked: this.arm === arm, on: { change: () => { this.arm = arm; this.#chose(); } } }),
      h("span", {}, h("span", { class: "strong" }, title), h("br"), h("span", { class: "sub" }, text)));
    this.element = h("div", { class: "stack-v" }, h("div", { class: "choices plain", role: "radiogroup", "aria-label": "What everyone gets" },
      arms.map((arm, index) => choice(arm, `Everyone gets “${arm}”`, index === 0 ? "The control" : this.#found(arm))),
      choice(null, "No variant", `${flagName(this.program, this.value.flag)} is decided by its own rules, as before the experiment.`)), this.#gap);
  }

  get title() { return `${this.arm === null ? "End" : "Ship"} ${this.value.name} in ${this.program.environment.name.toLowerCase()}?`; }

  follow(listener) {
    this.listener = listener;
    this.#chose();
    this.element.querySelector("input:checked").focus();
  }

  #chose() {
    const gap = this.results && this.arm !== null && this.arm !== this.value.arms[0] && guardrailGap(this.results, this.arm, this.value);
    fill(this.#gap, gap && (gap.isNone ? h("p", { class: "note warning" }, icon("warning"), h("span", {}, gap.text)) : h("p", { class: "sub" }, gap.text)));
    this.listener({ edits: [], verb: this.arm === null ? "End" : `Ship “${this.arm}”`, done: `${this.value.name} ended.`, title: this.title });
  }

  /** What the primary metric says about a variant. */
  #found(arm) {
    const primary = this.results?.metrics.find(({ role }) => role === "primary"), found = primary?.comparisons.find((one) => one.arm === arm);
    return Number.isFinite(found?.relative) ? `${metricName(primary, this.value)}: ${differenceText(found.relative)}, ${rangeText(found)}` : "No result yet";
  }
}

/** Opens the dialog for another number of days, which changes the end only. */
export const extend = ({ program, experiment }) => askNumber({
  program, title: `Continue ${experiment.value.name}`, label: "Days from the start", name: "days", value: experiment.value.days, most: 60, hint: "An interval that holds at any time needs no fixed end: more days make it narrower.",
  send: (days) => openChange({ program, environment: program.environment, edits: [editOf(program, experiment, { days })], title: `Let ${experiment.value.name} run for ${days} days?`, done: "Experiment continues." }),
});

/** Opens the dialog for a larger share, which takes in new people and moves no one. */
export const grow = ({ program, experiment }) => askNumber({
  program, title: `Share of ${experiment.value.name}`, label: "Percent that take part", name: "share", value: experiment.value.share ?? 100, least: (experiment.value.share ?? 100) + 1, most: 100, hint: "People who take part keep their variant.",
  send: (share) => openOperation({ program, experiment, operation: "share", set: () => ({ share }), content: () => ({ share }), title: `${share} % take part in ${experiment.value.name}?`, verb: "Save", done: "Share changed." }),
});

/** Opens the dialog for sessions that don’t count, such as those with invented exposures: of a version, of a time, or of both. */
export function exclude({ program, experiment, results }) {
  const number = results?.phase ?? experiment.value.phase, title = `Leave sessions out of ${experiment.value.name}`, time = (text) => (text ? new Date(text).getTime() : undefined);
  const versions = (results?.dimensions ?? []).filter(({ dimension }) => dimension === "version").map(({ value }) => value);
  const moment = (name, label) => textField({ name, label, optional: true, attributes: { type: "datetime-local" } });
  return askValues({ title, program, fields: [textField({ name: "version", label: "Version", optional: true, hint: versions.length > 0 ? `Such as ${versions.slice(0, 3).join(", ")}. Without one, all versions.` : "Without one, all versions." }), moment("from", "From"), moment("until", "Until")],
    send: ({ version, from, until }) => {
      const one = { phase: number, ...(version.trim() && { version: version.trim() }), ...(from && { from: time(from) }), ...(until && { until: time(until) }) };
      return openOperation({ program, experiment, operation: "exclude", set: () => ({ excluded: [...(experiment.value.excluded ?? []), one] }), content: () => one, title: `${title}?`, verb: "Leave out", done: "Sessions are left out, and people counted again.", schedules: false });
    } });
}

/** Asks before a draft is removed. */
export const remove = ({ program, experiment: { name, value, change } }) => openChange({ program, environment: program.environment, title: `Remove ${value.name}?`, verb: "Remove", done: "Experiment removed.", schedules: false,
  edits: [{ kind: "experiment", name, environment: program.environment.id, base: change, remove: true }] });

/** A dialog with one whole number, which is followed by that of the change. Resolves to whether a change was sent. */
function askNumber({ program, title, label, name, value, least = 1, most, hint, send }) {
  const field = textField({ name, label, value: String(value), hint, attributes: { type: "number", min: String(least), max: String(most), step: "1" },
    check: (text) => (/^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most ? undefined : `A whole number from ${least} to ${most}.`) });
  return askValues({ program, title, fields: [field], send: (values) => send(Number(values[name])) });
}

/** A dialog with fields, which is followed by that of the change. Resolves to whether a change was sent. */
function askValues({ program, title, fields, send }) {
  return new Promise((resolve) => {
    let isSent = false;
    const form = new Form({ label: title, verb: "Review…", cancel: () => dialog.close(), fields, submit: async (values) => {
      isSent = await send(values);
      if (isSent) dialog.close();
    } });
    const dialog = openDialog({ title, body: form.element, data: { env: kindOf(program.environment) }, aside: environmentTag(program.environment) });
    dialog.querySelector("footer").remove();
    dialog.addEventListener("close", () => resolve(isSent));
    fields[0].control.select();
  });
}
