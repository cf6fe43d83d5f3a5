// Performs one published action: a form for its input, and the result.

import { RequestError } from "../../kit/app/transport.js";
import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { InputField } from "./inputFields.js";
import { badge } from "../../kit/dom/marks.js";
import { availabilities } from "../../run/marks.js";
import { obstacleOf } from "../../run/timeline/performAgain.js";
import { missingText, withRecorded } from "./recordedInput.js";
import { performResult } from "./performResult.js";
import { button } from "../../kit/dom/states.js";
import { writeStructure } from "./valueText.js";

/**
 * The form of an action, as `element`. `back` returns to the list, `failed(error)` is called when the program doesn't respond,
 * `performed()` after each perform. `presents` is that of `obstacleOf`, `session` the selected one, if any, and `recorded` the
 * input of an earlier perform, with which the fields begin.
 */
export class PerformForm {
  #asJSON = false;

  constructor(action, { transport, presents, session, recorded, back, failed, performed }) {
    const { fields, missing } = withRecorded(action.input.fields ?? [], recorded);
    this.action = recorded ? { ...action, input: { ...action.input, fields } } : action;
    Object.assign(this, { transport, session, back, failed, performed });
    const { name, feature, description, availability, input } = action;
    this.obstacle = obstacleOf(action, presents);
    this.fieldPlace = h("div", { class: "stack-v" });
    this.answer = h("div", { role: "status" });
    this.problem = h("p", { class: "field-error", role: "alert" });
    this.go = h("button", { class: "button primary", type: "submit", "aria-disabled": this.obstacle ? "true" : undefined }, icon("play"), "Perform");
    this.toggle = ["fields", "value"].includes(input.kind) && button("Edit as JSON", () => this.#switch(), "quiet");
    this.element = h("form", { class: "perform", novalidate: true, "aria-labelledby": "perform-title", on: { submit: (event) => this.#submit(event) } },
      h("header", { class: "perform-head" },
        h("button", { class: "button quiet small only", type: "button", "aria-label": "Back to list", on: { click: () => back() } }, icon("back")),
        h("div", { class: "grow" }, h("h2", { id: "perform-title", tabIndex: -1 }, name), h("p", { class: "muted clip" }, session ? `${feature.name}, in ${session.name}` : feature.name)),
        availability.state !== "available" && badge(availability.state, availabilities[availability.state])),
      h("div", { class: "perform-body" }, description && h("p", { class: "muted" }, description),
        this.obstacle && h("p", { class: "note unavailable" }, icon("warning"), h("span", {}, this.obstacle)),
        !this.obstacle && missing.length > 0 && h("p", { class: "note" }, icon("timeline"), h("span", {}, missingText(missing))),
        this.fieldPlace, this.problem, this.answer),
      h("footer", { class: "perform-foot" }, this.toggle, h("span", { class: "push" }), this.go));
    this.#fill();
  }

  /** Whether the action needs no input. */
  get isReady() { return !this.obstacle && this.action.input.kind === "none"; }

  focus() { (this.fields[0]?.control ?? this.element.querySelector("#perform-title")).focus(); }

  submit() { return this.#submit(); }

  #fill(json) {
    const { kind, fields = [], type } = this.action.input, whole = { path: [], type: "json", label: type };
    this.fields = kind === "none" || kind === "impossible" ? []
      : (this.#asJSON || kind === "json" ? [{ ...whole, default: json ?? (kind === "json" ? fields[0]?.default : undefined) }] : fields).map((field) => new InputField(field));
    fill(this.fieldPlace, this.fields.map(({ element }) => element));
    if (kind === "json" && this.action.input.problem) fill(this.fieldPlace, h("p", { class: "muted small" }, this.action.input.problem), this.fields.map(({ element }) => element));
  }

  /** Switches between fields and JSON, retaining the values of the fields. */
  #switch() {
    const { entries } = this.#read();
    this.#asJSON = !this.#asJSON;
    this.toggle.textContent = this.#asJSON ? "Edit as fields" : "Edit as JSON";
    this.#fill(this.#asJSON ? writeStructure(entries) : undefined);
    this.focus();
  }

  #read() {
    const entries = [], wrong = [];
    for (const field of this.fields) {
      const { value, problem } = field.read();
      if (problem) wrong.push([field, problem]); else if (value !== undefined) entries.push([field.field.path, value]);
    }
    return { entries, wrong };
  }

  async #submit(event) {
    event?.preventDefault();
    if (this.go.getAttribute("aria-disabled") === "true" || this.go.disabled) return;
    const { entries, wrong } = this.#read();
    fill(this.problem);
    for (const field of this.fields) field.complain(wrong.find(([other]) => other === field)?.[1]);
    if (wrong.length) return wrong[0][0].control.focus();
    this.go.disabled = true;
    fill(this.answer, h("p", { class: "muted" }, "Performing…"));
    try {
      const { path, input } = this.action;
      this.#show(await this.transport.post("actions/perform", {
        action: path, session: this.session?.id,
        input: input.kind === "none" ? undefined : input.kind === "value" && !entries.length ? "null" : writeStructure(entries),
      }));
      this.performed();
    } catch (error) {
      fill(this.answer);
      if (!(error instanceof RequestError) || error.status === 401) return this.failed(error);
      fill(this.problem, error.message);
    } finally {
      this.go.disabled = false;
      if (document.activeElement === document.body) this.go.focus();
    }
  }

  #show(answer) {
    fill(this.answer);
    const at = answer.refused?.parameter;
    // The parameter may be a part of a field, or a structure whose fields were all omitted.
    const field = answer.refused && at !== undefined
      && this.fields.find(({ name }) => name === at || (name && at.startsWith(`${name}.`)) || (at && name.startsWith(`${at}.`)));
    if (field) {
      field.complain(answer.refused.message);
      return field.control.focus();
    }
    fill(this.answer, performResult(answer));
    fill(this.go, icon("play"), "Perform again");
  }
}
