// The details of one flag: value, source, override, evaluation and declaration.

import { fill, h } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { FlagExplain, providerValuesTable } from "./flagExplain.js";
import { FlagEditor } from "./flagEditor.js";
import { kinds, reasonOf, shown, typeOf } from "../../run/flagText.js";
import { icon } from "../../kit/dom/icons.js";
import { featureLink, flagLink } from "../../run/links.js";
import { differenceText, experimentText, FlagSessions } from "./flagSessions.js";

const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/**
 * The pane of one flag. `set(flag, value)` sets an override and resolves to an error message, if any; `back` returns to
 * the list; `open(key)` shows another flag.
 */
export class FlagDetail {
  #drawn = new Map();           // The drawn data of each part.

  constructor(page, pane, key, { set, back, open }) {
    Object.assign(this, { key, back, open });
    this.editor = new FlagEditor({ set: (value, how) => set(this.flag, value, how) });
    this.explain = new FlagExplain(page);
    this.sessions = new FlagSessions(page, key, {
      explain: (session) => this.explain.showSession(session),
      onRead: (found) => { this.#showDifference(found); this.#showExperiment(found); },
    });
    this.difference = h("section", { class: "section", "aria-label": "Sessions that differ", hidden: true });
    this.experiment = h("section", { class: "section", "aria-label": "Experiment", hidden: true });
    this.head = h("header", { class: "detail-head" });
    this.notes = h("section", { class: "section", "aria-label": "Notes" });
    this.answers = h("section", { class: "section" });
    this.declared = h("section", { class: "section" });
    fill(pane, this.head, h("div", { class: "scroll" },
      this.notes, this.experiment, this.difference, this.editor.element, this.answers, this.explain.element, this.sessions.element, this.declared));
  }

  /** Shows the flag's current state. Unchanged parts retain the focus and unsaved input. */
  show(flag, { context, overridable, stores }) {
    this.flag = flag;
    const { name, key, value, provider, reason, error, variant, description, feature, notes, answers } = flag;
    this.#draw("head", this.head, { name, key, description, feature, value, provider, reason, error, variant, declared: flag.declared }, () => this.#head());
    this.#draw("notes", this.notes, { notes, error }, () => this.#notes());
    this.notes.hidden = !this.notes.childElementCount;
    // An undeclared flag has no type; its override can be removed.
    this.editor.element.hidden = !overridable || !flag.declared && flag.override === undefined;
    this.editor.show(flag, { stores });
    this.#draw("answers", this.answers, answers, () => [h("h3", {}, "Values by source"), providerValuesTable(answers ?? [])]);
    this.#draw("explain", undefined, { ...flag, context }, () => { this.explain.show(flag, context); });
    this.sessions.read();
    this.#draw("declared", this.declared, { ...flag, value: undefined, answers: undefined, steps: undefined }, () => this.#declared());
  }

  /** The flag's value is the program's: says at the top that sessions have others. */
  #showDifference(found) {
    const text = differenceText(found);
    this.difference.hidden = !text;
    this.#draw("difference", this.difference, text, () => text && h("p", { class: "note" }, icon("stacks"), h("span", { class: "grow" }, text),
      h("button", { class: "button small", type: "button", data: { focus: "sessions" }, on: { click: () => this.sessions.focus() } }, "Show sessions")));
  }

  /** Says at the top of which experiment the flag is a part. */
  #showExperiment(found) {
    const text = experimentText(this.flag.variant, found);
    this.experiment.hidden = !text;
    this.#draw("experiment", this.experiment, text, () => text && h("p", { class: "note" }, icon("flask"), h("span", { class: "grow" }, text)));
  }

  #draw(part, place, from, make) {
    const text = textOf(from);
    if (this.#drawn.get(part) === text) return;
    this.#drawn.set(part, text);
    if (!place) return make();
    const focused = place.contains(document.activeElement) ? document.activeElement : undefined;
    fill(place, make());
    if (!focused) return;
    const same = [...place.querySelectorAll("a[href], [tabindex]")].find((element) =>
      focused.id ? element.id === focused.id : element.getAttribute("href") === focused.getAttribute("href"));
    same?.focus({ preventScroll: true });
  }

  #head() {
    const { flag } = this, { name, key, description, feature } = flag, { tint, word, title } = reasonOf(flag);
    return [
      h("a", { class: "back button quiet small", href: "flags", on: { click: (event) => { event.preventDefault(); this.back(); } } }, icon("back"), "Flags"),
      feature && h("nav", { class: "path", "aria-label": "Feature" }, h("ol", {}, h("li", {}, h("a", { href: featureLink(feature.path) }, feature.name)))),
      h("div", { class: "title" }, h("h2", { id: "selected", tabIndex: -1 }, name), h("span", { class: `badge ${tint}`, title }, word)),
      h("p", { class: "muted mono wrap small" }, key),
      description && h("p", { class: "muted" }, description),
    ];
  }

  #notes() {
    const { notes = [], error } = this.flag;
    return [
      error && h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message)),
      notes.map(({ text }) => h("p", { class: "note warning" }, icon("warning"), h("span", {}, text))),
    ];
  }

  #declared() {
    const { flag } = this, { key, type, owner, kind, expires, expired, parent, exclusionGroup, exclusionPriority, local, file, line, read, metadata = {} } = flag;
    if (!flag.declared) {
      return [h("h3", {}, "Undeclared"), h("p", { class: "muted" },
        "A provider has this key, but no code declares it. The key may be obsolete, or its declaration has not run yet.")];
    }
    const fact = (label, ...what) => [h("dt", {}, label), h("dd", {}, what)];
    return [h("h3", {}, "Declaration"), h("dl", { class: "pairs" },
      fact("Key", h("code", {}, key)), fact("Type", typeOf(flag)), fact("Default", h("span", { class: "mono wrap" }, shown(flag.default))),
      kind && fact("Kind", kinds[kind] ?? kind), owner && fact("Owner", owner),
      expires && fact("Expires", dateText(expires), expired && ", expired"),
      parent && fact("Parent", this.#link(parent)),
      exclusionGroup && fact("Exclusion group", exclusionPriority ? `${exclusionGroup}, priority ${exclusionPriority}` : exclusionGroup),
      local && fact("In this build", local),
      file && fact("Location", h("code", {}, line === undefined ? file : `${file}:${line}`)),
      read !== undefined && fact("Read", read ? "In this run" : "Not in this run"),
      Object.entries(metadata).map(([label, value]) => fact(label, h("span", { class: "mono wrap" }, shown(value)))))];
  }

  #link(key) {
    return h("a", { class: "mono", href: flagLink(key), on: { click: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.open(key);
    } } }, key);
  }
}

function dateText(text) {
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? text : dates.format(date);
}

