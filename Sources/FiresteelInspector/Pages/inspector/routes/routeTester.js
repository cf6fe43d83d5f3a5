// Tests a link: shows the matching route, its parameters and why other routes don't match, and performs its action.

import { RequestError } from "../../kit/app/transport.js";
import { fill, h } from "../../kit/dom/dom.js";
import { count, counted } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { featureLink } from "../../run/links.js";
import { mark, plainMark } from "../../kit/dom/marks.js";
import { availabilities } from "../../run/marks.js";
import { performResult } from "../actions/performResult.js";
import { button } from "../../kit/dom/states.js";

/** The tester in `place`, a part of `page`. `tried(url)` is called with each tested link. */
export class RouteTester {
  url = undefined;

  constructor(place, { page, tried }) {
    Object.assign(this, { page, tried });
    this.problem = h("p", { class: "field-error", id: "link-problem", role: "alert" });
    this.field = h("input", { class: "field mono", id: "link", type: "text", inputmode: "url", placeholder: "documents://open/plan.md", autocomplete: "off", spellcheck: "false",
      "aria-describedby": "link-problem", on: { input: () => this.#complain() } });
    this.result = h("div", { class: "result", role: "status" });
    fill(place, h("form", { novalidate: true, on: { submit: (event) => { event.preventDefault(); this.try(this.field.value.trim()); } } },
      h("div", { class: "field-label" }, h("label", { for: "link" }, "Try a link"), this.field), h("button", { class: "button", type: "submit" }, "Try")), this.problem, this.result);
  }

  /** Puts a pattern into the field for editing. `example` is the beginning of its links. */
  begin(pattern, example = "") {
    this.field.value = `${example}${pattern.replace(/^\//, "")}`;
    this.field.focus();
    const from = this.field.value.indexOf("$("), to = this.field.value.indexOf(")", from);
    if (from >= 0 && to > from) this.field.setSelectionRange(from, to + 1);
  }

  async try(url) {
    if (!url) {
      this.#complain("Enter a link, such as documents://open/plan.md.");
      return this.field.focus();
    }
    if (this.field.value.trim() !== url) this.field.value = url;
    this.#complain();
    this.url = url;
    this.tried(url);
    fill(this.result);
    try {
      const explained = await this.page.transport.post("routes/explain", { url });
      if (url === this.url) this.#show(explained);
    } catch (error) {
      this.#refuse(error, url);
    }
  }

  /** Shows why a link failed, unless another was tested since. */
  #refuse(error, url) {
    if (!(error instanceof RequestError) || error.status === 401) return this.page.failed(error);
    if (url !== this.url) return;
    fill(this.result);
    this.#complain(error.message);
  }

  #complain(text) {
    fill(this.problem, text);
    this.problem.hidden = !text;
    if (text) this.field.setAttribute("aria-invalid", "true"); else this.field.removeAttribute("aria-invalid");
  }

  #show({ url, match, candidates = [], leftOut = 0, problem }) {
    const others = candidates.filter(({ won }) => !won);
    // The field may have another link by now.
    if (problem && !match && this.field.value.trim() === url) this.#complain(problem);
    fill(this.result, problem && match && h("p", { class: "note warning" }, icon("warning"), h("span", { class: "grow" }, problem)),
      match ? this.#match(url, match, problem) : !problem && h("p", { class: "note unavailable" }, icon("warning"), h("span", { class: "grow" }, "No route matches this link.")),
      others.length > 0 && h("details", { open: !match }, h("summary", {}, `${counted(others.length + leftOut, "other route")}`),
        h("ul", { class: "candidates" }, others.map(({ pattern, action, matched, why }) =>
          h("li", {}, mark(matched ? "undetermined" : "unavailable", matched ? "Also matches" : "Doesn’t match"),
            h("span", {}, h("code", {}, pattern), h("span", { class: "muted" }, ` (${action.name}): `), why))),
          leftOut > 0 && h("li", { class: "muted" }, h("span"), `${count(leftOut)} more that don’t match`))));
  }

  /** `problem` is why the action's input can't be created from the link. */
  #match(url, { pattern, name, action, feature, availability, parameters = [] }, problem) {
    const result = h("div", { role: "status" }), available = availability.state === "available" && !problem;
    const why = availability.state === "available" ? problem : availability.reasons?.[0]?.text ?? availabilities[availability.state];
    const go = h("button", { class: "button", type: "button", "aria-disabled": available ? undefined : "true", on: { click: () => available && this.#open(url, go, result) } }, icon("play"), "Perform");
    return [h("div", { class: "note" }, plainMark("success"), h("span", { class: "grow wrap" }, "Performs ", h("a", { href: featureLink(feature.path) }, `${feature.name} › ${action.name}`), " with ", h("code", {}, pattern), name && `, named ${name}`)),
      parameters.length > 0 && h("dl", { class: "pairs" }, parameters.map((parameter) => [h("dt", {}, parameter.name), h("dd", {}, h("code", {}, parameter.value === "" ? "“”" : parameter.value), h("span", { class: "muted" }, ` from the ${parameter.from}`))])),
      h("div", { class: "buttons" }, go, !available && h("span", { class: "muted" }, why)), result];
  }

  async #open(url, go, result) {
    go.disabled = true;
    try {
      fill(result, performResult(await this.page.transport.post("routes/open", { url })));
    } catch (error) {
      this.#refuse(error, url);
    } finally {
      go.disabled = false;
      if (document.activeElement === document.body) go.focus();
    }
  }
}
