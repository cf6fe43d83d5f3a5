// The dialog for a new or changed experiment, with its plan beside the fields. It saves a draft, which is started on its page.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { icon } from "../../kit/dom/icons.js";
import { dismiss, openDialog } from "../../kit/overlays/dialogs.js";
import { choiceField, longField, textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { environmentTag, kindOf } from "../app/environments.js";
import { openChange } from "../changes/changeDialog.js";
import { previewChange } from "../changes/submit.js";
import { ConditionsEditor } from "../flags/conditionsEditor.js";
import { identifierOf } from "../signIn/noProgram.js";
import { nameOf } from "../text/flagState.js";
import { readActions } from "./actions.js";
import { ArmsField } from "./armsField.js";
import { EstimatePane } from "./estimatePane.js";
import { layerNote } from "./layersCard.js";
import { MetricFields } from "./metricFields.js";

const identifier = /^[a-z0-9][a-z0-9-]{0,59}$/, usualDays = 28;

/** The places of members among the controls of a metric; others are about the measure. */
const places = [["feature", 0], ["action", 0], ["margin", -1]];

/** The flags that can be compared: those with two variants or more that exist in the environment. */
const comparable = ({ flags, environment }) => [...flags.values()].filter(({ value, targetings }) => !value.isArchived && value.variants.length > 1 && targetings.has(environment.id)).sort((one, other) => nameOf(one).localeCompare(nameOf(other), "en"));

/** The variant that everyone without a rule has, if it is one. */
const usualVariant = ({ value, targetings }, environment) => {
  const { otherwise } = targetings.get(environment.id).value;
  return value.variants.some(({ name }) => name === otherwise?.variant) ? otherwise.variant : value.variants[0].name;
};

/** Opens the dialog; `experiments` are all of the environment, `saved(name)` is called after the draft was saved. */
export async function openExperiment({ program, experiments, experiment, saved = () => {} }) {
  // Without names the form would offer nothing to measure.
  const [actions, problem] = await readActions(program).then((found) => [found], (error) => [[], error]);
  new ExperimentForm({ program, experiments, experiment, saved, actions, problem }).open();
}

class ExperimentForm {
  #conditions; #written = false; #fit = h("div", { role: "status" });

  constructor(context) {
    Object.assign(this, context);
    const { program, experiment, actions, experiments } = this, value = experiment?.value ?? {}, flags = comparable(program), change = () => this.#changed();
    this.before = value;
    this.#conditions = value.if ?? [];
    const number = (name, label, least, most, usual, hint, more = {}) => textField({ name, label, value: String(value[name] ?? usual), hint, ...more, attributes: { type: "number", min: String(least), max: String(most), step: "1" },
      check: (text) => ((more.optional && text.trim() === "") || (/^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most) ? undefined : `A whole number from ${least} to ${most}.`) });
    this.name = textField({ name: "name", label: "Name", value: value.name ?? "" });
    this.key = !experiment && textField({ name: "key", label: "Key", hint: "It can’t be changed later.", attributes: { class: "field mono", spellcheck: "false", autocapitalize: "none" },
      check: (text) => (experiments.some(({ name }) => name === text.trim()) ? `There is an experiment “${text.trim()}” already.` : identifier.test(text.trim()) ? undefined : "Lowercase letters, digits and hyphens, at most 60.") });
    this.question = longField({ name: "question", label: "Question", value: value.question ?? "", hint: "Such as: do people save more?", optional: true });
    this.flag = choiceField({ name: "flag", label: "Flag", value: value.flag ?? "", choices: [["", "Select a flag"], ...flags.map((flag) => [flag.key, nameOf(flag)]), ...(value.flag && !flags.some(({ key }) => key === value.flag) ? [[value.flag, value.flag]] : [])],
      hint: flags.length === 0 ? "No flag here has two variants or more. Create one first." : undefined });
    this.arms = new ArmsField({ variants: this.#variants(value.flag), arms: value.arms, change });
    const holdout = experiments.find(({ value: own }) => own.holdout && own.state === "running")?.value;
    this.share = number("share", "Percent that take part", 1, 100, 100, holdout && `Of everyone but the holdout “${holdout.name}”: ${holdout.share} % of people, who take part in no experiment.`);
    this.days = number("days", "Days at most", 1, 60, usualDays);
    this.primary = new MetricFields({ name: "primary", label: "Primary metric", hint: "The one that decides.", actions, metrics: value.primary ? [value.primary] : [], isOne: true, change });
    this.guardrails = new MetricFields({ name: "guardrails", label: "Guardrails", hint: "What must not get worse. Abnormal exits and failures of all actions are always among them.", actions, metrics: value.guardrails ?? [], hasMargin: true, change });
    this.secondary = new MetricFields({ name: "secondary", label: "Secondary metrics", hint: "Hints beside the result.", actions, metrics: value.secondary ?? [], change });
    const layers = uniqueId("layers");
    this.layer = textField({ name: "layer", label: "Layer", value: value.layer ?? "", optional: true, hint: "Experiments of one layer divide its people.", attributes: { list: layers, spellcheck: "false" } });
    this.unit = textField({ name: "unit", label: "Split by attribute", value: value.unit === "targetingKey" ? "" : value.unit ?? "", optional: true, hint: "Such as company, whose people then share a variant. Results are then compared in groups of companies, and can’t be planned from the past.", attributes: { class: "field mono", spellcheck: "false", autocapitalize: "none" } });
    this.window = number("window", "Days that count after the first exposure", 1, 60, "", "Empty for all until the end.", { optional: true });
    this.layers = h("datalist", { id: layers }, [...new Set(experiments.map(({ value: own }) => own.layer).filter(Boolean))].map((one) => h("option", { value: one })));
    this.pane = new EstimatePane(program);
  }

  open() {
    const { program, experiment, problem, pane, key, name } = this, { flag, arms, share, days, primary, guardrails, secondary, layer, unit, window: counted, question } = this;
    const editor = new ConditionsEditor({ program, conditions: this.#conditions, change: (list) => { this.#conditions = list; this.#changed(); } });
    const form = new Form({ label: "Experiment", verb: "Review…", cancel: () => dismiss(this.dialog), fields: [name, ...(key ? [key] : []), question, flag, arms, share, days, primary, guardrails, secondary, layer, unit, counted], submit: () => this.#review() });
    const more = h("details", {}, h("summary", {}, "More: secondary metrics, layer, unit"), h("div", { class: "stack-v after" }, secondary.element, h("div", { class: "two" }, layer.element, unit.element), counted.element, this.layers));
    form.element.prepend(
      experiment?.value.state === "running" && h("p", { class: "note warning" }, icon("warning"), h("span", {}, "It is running: a change of the setup begins another phase, and the figures so far stay with this one.")) || "",
      problem ? h("p", { class: "note failure" }, icon("warning"), h("span", {}, `The program’s actions can’t be read: ${problem.message}`)) : "",
      ...[h("div", { class: "two" }, name.element, key && key.element), question.element, flag.element, arms.element,
        h("fieldset", {}, h("legend", { class: "field-label" }, "Who takes part"), h("p", { class: "sub" }, "Everyone, unless there are conditions."), editor.element), h("div", {}, h("div", { class: "two" }, share.element, days.element), this.#fit), primary.element, guardrails.element, more].filter(Boolean));
    form.element.addEventListener("submit", () => { if (![secondary, layer, unit, counted].every((field) => field.isValid())) more.open = true; }, { capture: true });
    key && key.control.addEventListener("input", () => { this.#written = true; });
    name.control.addEventListener("input", () => {
      if (!key || this.#written) return;
      key.control.value = identifierOf(name.value);
      key.complain();
    });
    flag.control.addEventListener("change", () => { arms.show(this.#variants(flag.value), [], program.flags.has(flag.value) ? usualVariant(program.flags.get(flag.value), program.environment) : undefined); this.#changed(); });
    for (const field of [share, days, unit, layer, counted]) field.control.addEventListener("input", () => this.#changed());
    this.dialog = openDialog({ title: experiment ? `Edit ${experiment.value.name}` : "New experiment", className: "broad", body: h("div", { class: "plan-beside" }, form.element, pane.element), data: { env: kindOf(program.environment) }, aside: environmentTag(program.environment), isForm: true });
    this.dialog.querySelector("footer").remove();
    this.dialog.addEventListener("close", () => pane.later.cancel());
    this.#changed();
    name.control.focus();
  }

  #variants(key) { return this.program.flags.get(key)?.value.variants.map(({ name }) => name) ?? []; }

  /** The value as edited, without empty members. */
  get #value() {
    const { name, question, flag, arms, share, days, primary, guardrails, secondary, layer, unit, window: counted } = this, whole = ({ value }) => (/^\d+$/.test(value.trim()) ? Number(value) : undefined);
    const weights = textOf(arms.value) === textOf(this.before.arms) ? this.before.weights : undefined;
    const members = { name: name.value.trim(), question: question.value.trim(), flag: flag.value, arms: arms.value, weights, share: whole(share), if: this.#conditions, unit: unit.value.trim(), layer: layer.value.trim(), primary: primary.value, guardrails: guardrails.value, secondary: secondary.value, window: whole(counted), days: whole(days), state: this.before.state ?? "draft" };
    return Object.fromEntries(Object.entries(members).filter(([, own]) => own !== undefined && own !== "" && !(Array.isArray(own) && own.length === 0)));
  }

  /** Warns of a full layer, and reads the plan again, once there is enough for one. */
  #changed() {
    const value = this.#value, fit = value.share <= 100 && layerNote(this.experiments, { name: this.experiment?.name, value }, { isForm: true }), { action, measure } = value.primary, isEnough = value.flag && value.arms?.length > 1 && (action || measure === "retention") && value.share >= 1 && value.share <= 100 && value.days >= 1 && value.days <= 60;
    // What was read aloud isn’t repeated while something else is edited.
    if (this.#fit.textContent !== (fit ? fit.textContent : "")) fill(this.#fit, fit);
    // The name changes no figure.
    this.pane.update(isEnough ? { ...value, name: value.name ?? "New experiment" } : undefined);
  }

  get #edits() {
    const { program, experiment, before } = this, next = this.#value, environment = program.environment.id;
    if (!experiment) return [{ kind: "experiment", name: this.key.value.trim(), environment, base: 0, create: next }];
    const known = ["name", "question", "flag", "arms", "weights", "share", "if", "unit", "layer", "primary", "guardrails", "secondary", "window", "days"], set = {}, clear = [];
    for (const field of known) {
      if (textOf(before[field] ?? null) === textOf(next[field] ?? null)) continue;
      if (field in next) set[field] = next[field]; else clear.push(field);
    }
    return [{ kind: "experiment", name: experiment.name, environment, base: experiment.change, set, ...(clear.length ? { clear } : {}) }];
  }

  /** Shows what the server refuses at the field that it names. Returns whether there is one. */
  #complain({ path, message }) {
    const [, member, index] = /^\W*(\w+)(?:\[(\d+)\])?/.exec(path ?? "") ?? [], field = member && [this.name, this.question, this.flag, this.arms, this.share, this.days, this.primary, this.guardrails, this.secondary, this.layer, this.unit, this.window].find(({ name }) => name === member);
    if (!field) return false;
    field.complain(message, index && Number(index), places.find(([name]) => path.endsWith(`.${name}`))?.[1]);
    field.element.closest("details")?.setAttribute("open", "");
    return true;
  }

  /** Shows refusals at their fields, or reviews the draft above the form, which stays open until it is sent. */
  async #review() {
    const { program, experiment, saved } = this, edits = this.#edits, key = edits[0].name, name = this.#value.name;
    const { diagnostics } = await previewChange(program, edits), shown = diagnostics.filter((one) => one.kind === "experiment" && one.name === key && this.#complain(one));
    if (shown.length > 0) {
      const wrong = this.dialog.querySelector("[aria-invalid=true]");
      wrong?.focus({ preventScroll: true });
      wrong?.scrollIntoView({ block: "center" });
      return;
    }
    const isSent = await openChange({ program, environment: program.environment, edits, cancel: "Back", title: experiment ? `Save ${name}?` : `Save the draft of ${name}?`, verb: experiment ? "Save" : "Save draft", done: experiment ? "Experiment saved." : `${name} saved as a draft.` });
    if (!isSent) return;
    this.dialog.close();
    saved(key);
  }
}
