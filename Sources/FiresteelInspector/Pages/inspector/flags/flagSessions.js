// The sessions with their values of a flag, and the actions that read it.

import { fill, h, said, uniqueId } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { loading } from "../../kit/dom/states.js";
import { settled } from "../../kit/time/pacing.js";
import { table } from "../../kit/dom/table.js";
import { count, counted, toMillisecond, toSecond } from "../../kit/text/format.js";
import { performLink } from "../../run/links.js";
import { about } from "../words.js";
import { experimentOf, reasonOf, shown, variantText } from "../../run/flagText.js";

/** The number of sessions from which on a list of them can be searched. */
const many = 10;

/** “2 of 5 open sessions have another value.”, or `undefined` if none has. */
export const differenceText = ({ differing, open }) => (differing
  ? `${count(differing)} of ${counted(open, "open session")} ${differing === 1 ? "has" : "have"} another value.` : undefined);

/** “Part of the experiment editor, phase 1. 2 sessions have the arm focused.”, or `undefined` without one. `variant` is the program’s. */
export function experimentText(variant, { sessions }) {
  const arms = sessions.map((session) => experimentOf(session.variant)).filter(Boolean), own = experimentOf(variant), known = own ?? arms[0];
  if (!known) return undefined;
  const counts = [...Map.groupBy(arms.filter(({ experiment, phase }) => experiment === known.experiment && phase === known.phase), ({ arm }) => arm)];
  return [`Part of the experiment ${known.experiment}, phase ${known.phase}.`, own && `The program has the arm ${own.arm}.`,
    ...counts.map(([arm, { length }]) => `${counted(length, "session")} ${length === 1 ? "has" : "have"} the arm ${arm}.`)].filter(Boolean).join(" ");
}

/**
 * The sections about one flag, as `element`. `explain(session)` explains the value of a session, and `onRead(sessions)` is called
 * with each list without filters.
 */
export class FlagSessions {
  #identifier = uniqueId("flag-sessions");
  #filter = {};
  #drawn;
  #reading;

  constructor(page, key, { explain, onRead }) {
    Object.assign(this, { page, key, explain, onRead });
    this.summary = h("p", { class: "muted", role: "status" });
    this.values = h("div", { class: "chips", role: "group", "aria-label": "Values" });
    this.field = h("input", { class: "field", type: "search", placeholder: "Session or targeting key", autocomplete: "off" });
    this.search = h("label", { class: "search", hidden: true }, said("Search sessions"), this.field);
    this.list = h("div", {}, loading("Loading sessions", 2));
    this.rest = h("p", { class: "muted", hidden: true });
    this.reads = h("div", {}, loading("Loading reads", 2));
    this.element = h("div", { class: "flag-sessions" },
      h("section", { class: "section", "aria-labelledby": `${this.#identifier}-title` },
        h("div", { class: "section-head" }, h("h3", { id: `${this.#identifier}-title`, tabIndex: -1 }, "Sessions"), about("session")),
        h("div", { class: "stack-v" }, this.summary, this.values, this.search, this.list, this.rest)),
      h("section", { class: "section", "aria-labelledby": `${this.#identifier}-reads` },
        h("h3", { id: `${this.#identifier}-reads` }, "Last reads"), this.reads));
    const soon = settled(() => this.read(), 200);
    this.field.addEventListener("input", () => { this.#filter.text = this.field.value.trim(); soon(); });
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.field.value) return;
      event.stopPropagation();
      this.field.value = "";
      this.#filter.text = "";
      soon();
    });
  }

  /** Moves the focus to the sessions. */
  focus() {
    const title = this.element.querySelector("h3");
    title.scrollIntoView({ block: "nearest" });
    title.focus({ preventScroll: true });
  }

  /** Reads the sessions again, unless the pane shows another flag now. */
  async read() {
    if (!this.element.isConnected) return;
    this.#reading?.abort();
    const reading = this.#reading = new AbortController(), { value, text } = this.#filter;
    try {
      const found = await this.page.transport.get("flags/sessions", { key: this.key, value, text, limit: 50 }, reading.signal);
      if (!value && !text) this.onRead(found);
      this.#draw(found);
    } catch (error) {
      if (error.name === "AbortError" || error.status === 404) return;
      fill(this.list, h("p", { class: "note failure" }, h("span", { class: "grow" }, `Can’t read the sessions: ${error.message}`),
        h("button", { class: "button small", type: "button", on: { click: () => this.read() } }, "Try again")));
      fill(this.reads);
      this.#drawn = undefined;
      if (error.status === 401 || error.status === undefined) this.page.failed(error);
    }
  }

  #draw(found) {
    const text = textOf([found, this.#filter]);
    if (text === this.#drawn) return;
    this.#drawn = text;
    const { known, examined, open, total, sessions, values, reads } = found;
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined;
    const same = open === 1 ? "The open session has the program’s value." : `All ${count(open)} open sessions have the program’s value.`;
    fill(this.summary, open === 0 ? "No sessions are open." : differenceText(found) ?? same,
      examined < open && ` The newest ${count(examined)} were examined.`);
    this.values.hidden = values.length < 2;
    fill(this.values, values.map(({ value, sessions: number, differs }) => h("button", {
      class: "chip", type: "button", "aria-pressed": String(this.#filter.value === value), data: { focus: `value ${value}` },
      on: { click: () => { this.#filter.value = this.#filter.value === value ? undefined : value; this.read(); } },
    }, differs && h("span", { class: "dot" }, said("Differs from the program’s value: ")), h("span", { class: "clip" }, shown(value)), " ", h("span", { class: "count" }, count(number)))),
    found.moreValues > 0 && h("span", { class: "muted" }, `${count(found.moreValues)} more`));
    this.search.hidden = known <= many && !this.#filter.text;
    fill(this.list, known === 0 ? [] : sessions.length === 0 ? h("p", { class: "muted" }, "No session matches.") : this.#table(sessions));
    this.rest.hidden = total <= sessions.length;
    fill(this.rest, `${counted(total - sessions.length, "more session")}. Search for them by name or targeting key.`);
    fill(this.reads, reads.length ? readsTable(reads) : h("p", { class: "muted" }, "No action has read the flag in this run."));
    if (focused) this.element.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  #table(sessions) {
    return table({
      label: "Sessions with their values", rows: sessions, className: ({ differs }) => (differs ? "differs" : undefined),
      columns: [
        { title: "Session", cell: ({ session, targetingKey, own }) => ({ className: "wrap", content: [session.name || `Session ${session.id}`,
          targetingKey !== undefined ? h("div", { class: "muted small mono" }, targetingKey) : own && h("div", { class: "muted small" }, "Own context")] }) },
        { title: "Value", cell: ({ value, variant, differs }) => ({ className: "value wrap", content: [
          differs && h("span", { class: "dot" }, said("Differs from the program’s value: ")), shown(value),
          variant && h("div", { class: "muted small" }, variantText(variant))] }) },
        { title: "Reason", cell: ({ session, own, ...answer }) => [reasonCell(answer), own && h("button", {
          class: "link small", type: "button", data: { focus: `explain ${session.id}` },
          "aria-label": `Explain the value of ${session.name || `session ${session.id}`}`, on: { click: () => this.explain(session) } }, "Explain")] },
        { title: "Last read", cell: ({ read, variant, exposed }) => (read ? { className: "wrap", content: [readLink(read), exposed !== undefined && experimentOf(variant) && h("div", { class: "muted small", title: toMillisecond(exposed) }, `Exposed at ${toSecond(exposed)}`)] } : { className: "muted", content: "Not read" }) },
      ],
    });
  }
}

function readLink({ at, perform, action }) {
  const time = h("div", { class: "muted small mono", title: toMillisecond(at) }, toSecond(at));
  return perform === undefined ? ["Outside actions", time] : [h("a", { href: performLink(perform) }, action?.name ?? "An action"), time];
}

function reasonCell({ reason, provider }) {
  const { tint, word, title } = reasonOf({ reason: reason ?? "UNKNOWN" });
  return [h("span", { class: `badge ${tint}`, title }, word), provider && h("div", { class: "muted small wrap" }, provider)];
}

const readsTable = (reads) => table({
  label: "The last reads", rows: reads,
  columns: [
    { title: "Action", cell: (read) => ({ className: "wrap", content: readLink(read) }) },
    { title: "Value", cell: ({ value, variant }) => ({ className: "value wrap", content: [shown(value), variant && h("div", { class: "muted small" }, variantText(variant))] }) },
    { title: "Reason", cell: reasonCell },
    { title: "Session", cell: ({ session }) => ({ className: "wrap", content: session?.name ?? "" }) },
  ],
});
