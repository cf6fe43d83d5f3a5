// The evaluation of a flag: its value in each provider, and step by step, for the program's context or for one entered here.

import { RequestError } from "../../kit/app/transport.js";
import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { JSONProblem, pretty, readJSON } from "../jsonText.js";
import { providerName, reasonOf, shown, variantText } from "../../run/flagText.js";
import { toast } from "../../kit/overlays/toasts.js";
import { table } from "../../kit/dom/table.js";

/** The steps from rule to value. The last is the result. */
function steps(list, { value, reason, error, variant }) {
  const result = reasonOf({ reason, error });
  return h("ol", { class: "steps" },
    list.map(({ text, result: stepResult, path, depth = 0 }) => h("li", { style: { "--depth": String(Math.min(depth, 6)) } }, h("span", { class: "pip" }),
      h("div", { class: "body" }, h("p", {}, text), (stepResult || path) && h("p", { class: "meta" },
        stepResult, stepResult && path ? " " : "", path && h("code", { title: path }, path))))),
    h("li", {}, h("span", { class: "pip won" }), h("div", { class: "body" },
      h("p", {}, h("strong", { class: "strong mono wrap" }, shown(value)), variant && [", variant ", h("strong", { class: "strong" }, variant)]),
      h("p", { class: "meta" }, h("span", { title: result.title }, result.word)))));
}

/** The section. It retains the entered context when the flag changes. */
export class FlagExplain {
  #identifier = uniqueId("explain");
  #entered;                        // The entered context, or `undefined` for the program's.
  #round = 0;

  constructor(page) {
    this.page = page;
    this.toggle = h("button", { class: "button small push", type: "button", "aria-expanded": "false", on: { click: () => this.#open(this.form.hidden) } }, "Use another context");
    this.key = h("input", { class: "field", type: "text", autocomplete: "off", spellcheck: "false", placeholder: "User identifier" });
    this.attributes = h("textarea", { class: "field mono", rows: 5, spellcheck: "false", "aria-describedby": `${this.#identifier}-problem` });
    this.problem = h("p", { class: "field-error", id: `${this.#identifier}-problem`, role: "alert" });
    this.form = h("form", { class: "stack-v explain-form", hidden: true, on: { submit: (event) => { event.preventDefault(); this.#evaluate(); } } },
      h("label", { class: "field-label" }, "Targeting key", this.key),
      h("label", { class: "field-label" }, "Attributes, as JSON", this.attributes),
      this.problem,
      h("div", { class: "buttons" }, h("button", { class: "button", type: "submit" }, "Explain"),
        h("button", { class: "button quiet", type: "button", on: { click: () => this.#open(false) } }, "Use the program’s context")));
    this.result = h("div", { "aria-live": "polite" });
    this.leave = h("button", { class: "button small push", type: "button", hidden: true, on: { click: () => this.#open(false) } }, "Use the program’s context");
    this.title = h("h3", { id: `${this.#identifier}-title`, tabIndex: -1 });
    this.element = h("section", { class: "section", "aria-labelledby": `${this.#identifier}-title` },
      h("div", { class: "section-head" }, this.title, this.leave, this.toggle), this.form, this.result);
    this.attributes.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); this.#evaluate(); }
    });
  }

  /** Shows the evaluation of a flag; `context` is the program's. */
  show(flag, context) {
    this.flag = flag;
    this.context = context;
    if (this.#entered) this.#evaluate({ quietly: true }); else this.#own();
  }

  /** Explains the value of a session. */
  showSession({ id, name }) {
    this.#open(true, { session: { session: id, name: name || `session ${id}` } });
  }

  #own() {
    const value = shown(this.flag.value);
    this.title.textContent = value.length > 32 ? "Evaluation" : `Evaluation: ${value}`;
    fill(this.result, steps(this.flag.steps ?? [], this.flag));
  }

  #open(open, { session, quietly = false } = {}) {
    this.form.hidden = !open || Boolean(session);
    this.toggle.setAttribute("aria-expanded", String(open));
    this.toggle.hidden = open && !session;
    this.leave.hidden = !session;
    fill(this.problem);
    if (session) {
      this.#evaluate({ session });
    } else if (open) {
      this.key.value ||= this.context?.targetingKey ?? "";
      this.attributes.value ||= pretty(this.context?.attributes ?? "{}");
      this.key.focus();
    } else {
      this.#entered = undefined;
      this.#own();
      if (!quietly) this.toggle.focus();
    }
  }

  async #evaluate({ quietly = false, session } = {}) {
    const attributes = this.attributes.value.trim() || "{}";
    const entered = session ?? (quietly ? this.#entered : { targetingKey: this.key.value, attributes });
    if (!quietly && !session) {
      const problem = problemOf(attributes);
      fill(this.problem, problem);
      this.attributes[problem ? "setAttribute" : "removeAttribute"]("aria-invalid", "true");
      if (problem) return this.attributes.focus();
    }
    const round = ++this.#round;
    try {
      const found = await this.page.transport.post("flags/explain", entered.session === undefined
        ? { key: this.flag.key, targetingKey: entered.targetingKey || undefined, attributes: entered.attributes }
        : { key: this.flag.key, session: entered.session });
      if (round !== this.#round) return;
      this.#entered = entered;
      this.title.textContent = entered.session !== undefined ? `Evaluation in ${entered.name}` : entered.targetingKey ? `Evaluation for “${entered.targetingKey}”` : "Evaluation without a targeting key";
      fill(this.result, steps(found.steps ?? [], found), providerValuesTable(found.answers ?? []));
      // The form takes the room of the pane.
      if (session) {
        this.title.scrollIntoView({ block: "nearest" });
        this.title.focus({ preventScroll: true });
      } else if (!quietly) this.result.scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (error instanceof RequestError && entered.session !== undefined && error.status === 404) {
        // The session was closed.
        if (session) toast(error.message, { failed: true });
        this.#open(false, { quietly: true });
      } else if (error instanceof RequestError && error.status === 400) fill(this.problem, error.message);
      else this.page.failed(error);
    }
  }
}

function problemOf(attributes) {
  try {
    return readJSON(attributes) === "object" ? undefined : "Enter a JSON object that begins with “{”.";
  } catch (error) {
    if (!(error instanceof JSONProblem)) throw error;
    return `Line ${error.line}, column ${error.column}: ${error.message}`;
  }
}

const silent = { none: "No value", default: "Uses the default" };

/** A flag’s value in each provider, in order of priority, as a table. The value in effect is highlighted. */
export const providerValuesTable = (answers) => table({
  rows: answers, className: ({ won }) => (won ? "won" : undefined),
  columns: [
    { title: "Source", cell: ({ provider, won }) => (won ? [h("strong", { class: "strong" }, providerName(provider)), h("span", { class: "said" }, " (in effect)")] : providerName(provider)) },
    { title: "Value", cell: ({ value }) => (value === undefined ? { content: "None", className: "muted" } : { content: shown(value), className: "value wrap" }) },
    { title: "Reason", cell: (answer) => {
      const { provider, outcome, variant, error } = answer, why = reasonOf(answer);
      return { className: outcome === "none" ? "muted" : undefined, content: [
        h("span", { title: why.title }, provider === "" ? "Default in code" : silent[outcome] ?? why.word),
        variant && h("div", { class: "muted small" }, variantText(variant)),
        error && h("div", { class: "bad small wrap" }, error.message),
      ] };
    } },
  ],
});
