// The filters of the timeline: the search and the chips above it, stored in the page's address.

import { setText } from "../../kit/dom/dom.js";
import { FilterField } from "./filterField.js";
import { filters, problemOf, shownValue, wordFor } from "./filterText.js";
import { featureItems } from "../featureMenu.js";
import { count } from "../../kit/text/format.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { outcomeItems, outcomeLabel, outcomeNoun, readOutcomes, toggled } from "./outcomeMenu.js";

const words = Object.keys(filters).flatMap((name) => (filters[name].excludes ? [name, `-${name}`] : [name]));
const names = ["text", "only", "user", ...words];

/** The filters of the timeline, in its `page`. `onChange` is called when a filter changes; `ended()` returns whether the run has ended. */
export class TimelineFilters {
  #sessions = [];
  #counts = {};                 // The counts of outcomes, where known.
  #unread;                      // The value of an address that the program would reject.

  constructor({ page, run, ended, now, onChange }) {
    Object.assign(this, { page, run, ended, onChange });
    this.field = new FilterField(this.page.byId("filter"), {
      page, now, onText: (text) => { if (text !== (this.values.text ?? "")) this.set({ text }); },
      onChange: ({ values, text }) => this.set({ ...Object.fromEntries(words.map((name) => [name, values[name]])), text, only: this.#keepsChanges(values) ? this.values.only : "" }),
      valuesOf: async (name) => (await this.page.transport.get("timeline/values", this.#without(name))).values,
    });
    this.#listen();
    this.read();
  }

  /** Reads the filters from the address. The program rejects invalid values, which an address may contain. */
  read() {
    const query = this.page.readQuery();
    this.values = Object.fromEntries(names.filter((name) => query[name]).map((name) => [name, query[name]]));
    this.#unread = undefined;
    for (const name of words) {
      const value = this.values[name], problem = value && problemOf(name, value);
      if (!problem) continue;
      const isRead = (one) => problemOf(name, one) === undefined, parts = value.split(",");
      this.#unread ??= { word: wordFor(name, parts.filter((one) => !isRead(one)).join(",")), problem };
      this.values[name] = parts.filter(isRead).join(",");
      if (!this.values[name]) delete this.values[name];
    }
    this.#show();
    if (/\d/.test(`${this.values.session ?? ""}${this.values["-session"] ?? ""}`) && !this.#sessions.length) this.#readSessions().then(() => this.#show(), () => {});
  }

  /** The other filters, for the values that can be combined with them. */
  #without(name) {
    const { [name]: own, ...others } = this.values;
    return { ...others, run: this.run(), name: name.replace("-", "") };
  }

  /** Whether values can match flags and availabilities, which have no outcome, source and duration. */
  #keepsChanges({ outcome, source, took }) { return !outcome && !source && !took; }

  /** Whether any filter is set. */
  get any() { return Object.keys(this.values).length > 0; }

  get query() { return { ...this.values, run: this.run() }; }

  /** The filters of an export, which contains actions with their changes; `only` applies to the list. */
  get exported() { return { ...this.query, only: undefined }; }

  clear() {
    this.values = {};
    this.field.clear();
    this.#changed();
  }

  /** Shows the counts of outcomes. They cover the whole run, so they are hidden while other filters are set. */
  showCounts({ failures = 0, inFlight = 0 }) {
    const alone = Object.keys(this.values).every((name) => name === "outcome");
    this.#counts = alone ? { "failure": count(failures), "in-flight": count(inFlight) } : {};
    setText(this.page.byId("failures-count"), this.#counts.failure ?? "");
  }

  /** The title of the state without matches. */
  get emptyTitle() {
    const noun = this.values.only === "changes" ? "changes" : outcomeNoun(this.#outcomes), { text } = this.values;
    const [[name, value], ...others] = Object.entries(this.values);
    if (!others.length && filters[name]?.excludes && name !== "outcome") return `Nothing has ${wordFor(name, shownValue(name, value, this.#sessions))}`;
    return text ? `No ${noun} with “${text}”` : `No matching ${noun}`;
  }

  get #outcomes() { return readOutcomes(this.values.outcome); }

  #setOutcomes(outcomes) { this.set({ outcome: [...outcomes].join(","), only: "" }); }

  get #features() { return (this.values.feature ?? "").split(",").filter(Boolean); }

  set(changes) {
    this.values = Object.fromEntries(Object.entries({ ...this.values, ...changes }).filter(([, value]) => value));
    this.#changed();
  }

  #changed() {
    this.page.writeQuery(Object.fromEntries(names.map((name) => [name, this.values[name]])));
    this.#unread = undefined;
    this.#show();
    this.onChange();
  }

  #show() {
    this.field.show({
      values: Object.fromEntries(Object.entries(this.values).filter(([name]) => words.includes(name))), text: this.values.text ?? "",
      sessions: this.#sessions, unread: this.#unread,
    });
    const press = (identifier, pressed) => this.page.byId(identifier).setAttribute("aria-pressed", String(pressed));
    press("chip-failures", this.#outcomes.has("failure"));
    this.page.byId("chip-outcome").dataset.set = String(this.#outcomes.size > 0);
    setText(this.page.byId("outcome-label"), outcomeLabel(this.#outcomes, this.ended()));
    press("chip-user", this.values.user === "1");
    press("chip-changes", this.values.only === "changes");
    const session = this.values.session, name = this.#sessions.find(({ id }) => String(id) === session)?.name;
    this.page.byId("chip-session").dataset.set = String(Boolean(session));
    setText(this.page.byId("session-label"), session ? `Session: ${name ?? session.replaceAll(",", ", ")}` : "Session: any");
    const features = this.#features;
    this.page.byId("chip-feature").dataset.set = String(features.length > 0);
    setText(this.page.byId("feature-label"), features.length === 0 ? "Feature: any"
      : features.length === 1 ? `Feature: ${features[0].split("/").at(-1)}` : `Feature: ${features.length} selected`);
  }

  #listen() {
    this.page.byId("chip-failures").addEventListener("click", () => this.#setOutcomes(toggled(this.#outcomes, "failure")));
    this.page.byId("chip-user").addEventListener("click", () => this.set({ user: this.values.user ? "" : "1", only: "" }));
    // These filters match actions only: combined with changes, nothing would match.
    this.page.byId("chip-changes").addEventListener("click", () => this.set(
      this.values.only === "changes" ? { only: "" } : { only: "changes", outcome: "", user: "", source: "", took: "" }));
    attachMenu(this.page.byId("chip-outcome"), { label: "Outcome", items: () => outcomeItems({
      selected: () => this.#outcomes, counts: this.#counts, ended: this.ended(), change: (outcomes) => this.#setOutcomes(outcomes),
    }) });
    attachMenu(this.page.byId("chip-session"), { label: "Session", items: () => this.#sessionItems() });
    attachMenu(this.page.byId("chip-feature"), { label: "Feature", items: () => featureItems({
      transport: this.page.transport,
      selected: this.#features, anyLabel: "Any feature", change: (paths) => this.set({ feature: paths.join(",") }),
    }) });
  }

  async #readSessions() {
    this.#sessions = (await this.page.transport.get("timeline/sessions", { run: this.run() })).sessions;
  }

  async #sessionItems() {
    await this.#readSessions();
    const selected = this.values.session;
    return [
      { label: "Any session", kind: "one", checked: !selected, act: () => this.set({ session: "" }) },
      ...this.#sessions.map(({ id, name, performs }) => ({
        label: name, note: count(performs), kind: "one", checked: String(id) === selected, act: () => this.set({ session: String(id) }),
      })),
    ];
  }
}
