// How a flag came to its value: step by step, for the program's own context or for one that is made up here.

import { RequestError } from "../../kit/app/transport.js";
import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { JSONProblem, pretty, readJSON } from "../../kit/text/jsonText.js";
import { answersTable } from "./flagAnswers.js";
import { reasonOf, shown } from "./flagText.js";

/** The steps from rule to value. The last, at the least depth, is what won. */
export function steps(list, { value, reason, error, variant }) {
  const result = reasonOf({ reason, error });
  return h("ol", { class: "steps" },
    list.map(({ text, result: came, path, depth = 0 }) => h("li", { style: { "--depth": String(Math.min(depth, 6)) } }, h("span", { class: "pip" }),
      h("div", { class: "body" }, h("p", {}, text), (came || path) && h("p", { class: "meta" },
        came, came && path ? " " : "", path && h("code", { title: path }, path))))),
    h("li", {}, h("span", { class: "pip won" }), h("div", { class: "body" },
      h("p", {}, h("strong", { class: "strong mono wrap" }, shown(value)), variant && [", variant ", h("strong", { class: "strong" }, variant)]),
      h("p", { class: "meta" }, h("span", { title: result.title }, result.word)))));
}

/** The section. It keeps the context that somebody wrote while the flag changes under it. */
export class FlagExplain {
  #identifier = uniqueId("explain");
  #asked;                        // The context that is shown, or none: the program's own.
  #round = 0;

  constructor(page) {
    this.page = page;
    this.toggle = h("button", { class: "button small push", type: "button", "aria-expanded": "false", on: { click: () => this.#open(this.form.hidden) } }, "For somebody else…");
    this.key = h("input", { class: "field", type: "text", autocomplete: "off", spellcheck: "false", placeholder: "A user’s identifier" });
    this.attributes = h("textarea", { class: "field mono", rows: 5, spellcheck: "false", "aria-describedby": `${this.#identifier}-problem` });
    this.problem = h("p", { class: "field-error", id: `${this.#identifier}-problem`, role: "alert" });
    this.form = h("form", { class: "stack-v explain-form", hidden: true, on: { submit: (event) => { event.preventDefault(); this.#ask(); } } },
      h("label", { class: "field-label" }, "Targeting key", this.key),
      h("label", { class: "field-label" }, "Attributes, as JSON", this.attributes),
      this.problem,
      h("div", { class: "buttons" }, h("button", { class: "button", type: "submit" }, "Explain"),
        h("button", { class: "button quiet", type: "button", on: { click: () => this.#open(false) } }, "Back to the program’s own")));
    this.result = h("div", { "aria-live": "polite" });
    this.title = h("h3", { id: `${this.#identifier}-title` });
    this.element = h("section", { class: "section", "aria-labelledby": `${this.#identifier}-title` },
      h("div", { class: "section-head" }, this.title, this.toggle), this.form, this.result);
    this.attributes.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); this.#ask(); }
    });
  }

  /** Follows the flag; `context` is the program's own. */
  show(flag, context) {
    this.flag = flag;
    this.context = context;
    if (this.#asked) this.#ask({ quietly: true }); else this.#own();
  }

  #own() {
    const value = shown(this.flag.value);
    this.title.textContent = value.length > 32 ? "How it came about" : `How it came to ${value}`;
    fill(this.result, steps(this.flag.steps ?? [], this.flag));
  }

  #open(open) {
    this.form.hidden = !open;
    this.toggle.setAttribute("aria-expanded", String(open));
    this.toggle.hidden = open;
    fill(this.problem);
    if (open) {
      this.key.value ||= this.context?.targetingKey ?? "";
      this.attributes.value ||= pretty(this.context?.attributes ?? "{}");
      this.key.focus();
    } else {
      this.#asked = undefined;
      this.#own();
      this.toggle.focus();
    }
  }

  async #ask({ quietly = false } = {}) {
    const attributes = this.attributes.value.trim() || "{}";
    const asked = quietly ? this.#asked : { targetingKey: this.key.value, attributes };
    if (!quietly) {
      const problem = problemOf(attributes);
      fill(this.problem, problem);
      this.attributes[problem ? "setAttribute" : "removeAttribute"]("aria-invalid", "true");
      if (problem) return this.attributes.focus();
    }
    const round = ++this.#round;
    try {
      const found = await this.page.transport.post("flags/explain", { key: this.flag.key, targetingKey: asked.targetingKey || undefined, attributes: asked.attributes });
      if (round !== this.#round) return;
      this.#asked = asked;
      this.title.textContent = `For ${asked.targetingKey ? `“${asked.targetingKey}”` : "nobody in particular"}`;
      fill(this.result, steps(found.steps ?? [], found), answersTable(found.answers ?? []));
    } catch (error) {
      if (error instanceof RequestError && error.status === 400) fill(this.problem, error.message);
      else this.page.failed(error);
    }
  }
}

function problemOf(attributes) {
  try {
    return readJSON(attributes) === "object" ? undefined : "Attributes have names: they begin with “{”.";
  } catch (error) {
    if (!(error instanceof JSONProblem)) throw error;
    return `Line ${error.line}, column ${error.column}: ${error.message}`;
  }
}
