// A run in this file: reads the objects of its JSON Lines, and answers the calls of the timeline's page as a program does.

import { RequestError } from "../../kit/app/transport.js";
import { levels } from "../marks.js";
import { EntryFilter } from "./entryFilter.js";
import { Folding } from "./folding.js";
import { recorded } from "./recorded.js";

const changeKinds = new Set(["flag-exposed", "flag-changed", "availability", "request-refused"]);
/** The objects that have a time. */
const isTimed = new Set(["begin", "completion", "in-flight", "completion-lost", "log", "stack-opened", ...changeKinds]);
const maximumSteps = 50, maximumLines = 100, laneSpan = 60_000_000, lanePerforms = 300, maximumSpans = 50, maximumDepth = 64;

/** The values of a field list on one line. Hidden ones are omitted. */
const lineOf = (fields = []) => fields.filter(({ hidden }) => !hidden).map(({ value }) => value).join(", ");
const lastPart = (path = "") => path.split("/").at(-1);

/** Performs in flight, with the one at the end whose action the crashed thread was performing. */
function crashedLast(open, crash) {
  for (const { symbol } of crash?.backtrace?.frames ?? []) {
    const at = open.findLastIndex(({ action }) => symbol.split(" ").some((word) => ["(", "<"].some((next) => `.${word}`.includes(`.${action.identifier}.perform${next}`))));
    if (at >= 0) return [...open.toSpliced(at, 1), open[at]];
  }
  return open;
}

export class SavedRun {
  rows = [];
  lines = [];
  flags = [];
  /** Its identifier in addresses, if not the run's own. */
  address;
  #performs = new Map();
  #children = new Map();
  #stacks = new Map();
  #facts = {};
  #ending = {};
  #end = {};
  #selections = new Map();
  #principals = new Map();

  /** `name` is that of the data in the file. */
  constructor(name, objects) {
    this.name = name;
    for (const object of objects) this.#add(recorded(object));
    this.#finish();
  }

  get id() { return this.address ?? this.#facts.run ?? this.name; }
  get how() { return this.#facts.end ?? "running"; }
  get crash() { const { message: given, backtrace } = this.#ending, message = typeof given === "string" ? given : undefined; return message === undefined && !backtrace ? undefined : { message, backtrace }; }

  /** The time of the last event, or of the end. */
  get lastTime() { return this.#ending.at ?? this.latest; }

  // ---------- Reading

  #add(object) {
    if (isTimed.has(object.kind) && object.at === undefined) return;
    switch (object.kind) {
      case "run": this.#facts = object; break;
      case "begin": this.#begin(object); break;
      case "completion": this.#complete(object); break;
      case "in-flight": case "completion-lost": {
        const row = this.#performs.get(object.perform) ?? this.#begin(object);
        if (object.kind === "completion-lost") row.outcome = "unknown";
        break;
      }
      case "log": this.#line(object); break;
      case "stack-opened": this.#stacks.set(object.stack, { id: object.stack, feature: this.#feature(object), opened: object.at }); break;
      case "flag": this.flags.push(object); break;
      case "ending": this.#ending = object; break;
      case "end": this.#end = object; break;
      case "session-opened": case "session-closed": this.#principals.set(object.session, object.principal); break;
      default: if (changeKinds.has(object.kind)) this.#change(object);
    }
  }

  #feature({ feature, "feature-name": name }) { return { path: feature ?? "", name: name ?? (feature ? lastPart(feature) : "Unknown feature") }; }
  #action({ action, "action-name": name }) { return { identifier: action ?? "", name: name ?? action ?? "Unknown action" }; }
  #session({ session, "session-name": name }) { return session ? { id: session, name: name ?? "" } : undefined; }

  #row(object, outcome) {
    return {
      id: object.perform, at: object.at, outcome, feature: this.#feature(object), action: this.#action(object), session: this.#session(object),
      source: object.source ?? "application", user: object.user === true, parent: object.parent || undefined, depth: object.depth ?? 0, stack: object.stack,
    };
  }

  #begin(object) {
    const known = this.#performs.get(object.perform), row = known ?? this.#row(object, "in-flight");
    row.fields = object.input ?? [];
    row.input = lineOf(row.fields) || undefined;
    row.cut = object.cut === true;
    if (!known) this.#addRow(row);
    return row;
  }

  #complete(object) {
    let row = this.#performs.get(object.perform);
    if (!row) this.#addRow(row = this.#row({ ...object, at: object.at - (object.took ?? 0) }, "unknown"));
    row.outcome = object.outcome ?? "unknown";
    row.took = object.took;
    row.ended = object.at;
    row.stack ??= object.stack;
    if (!object.error) return;
    row.error = lineOf(object.error.filter(({ label }) => label === undefined));
    row.errorType = object.error.find(({ label }) => label === "Type")?.value;
  }

  #addRow(row) {
    this.#performs.set(row.id, row);
    this.rows.push(row);
  }

  #change(object) {
    if (object.kind === "availability" && object.is === object.was) return;
    const { flag, value, was, variant, provider, revision, reason, reasons, cut } = object, isFeature = object.kind === "availability";
    this.rows.push({
      ...this.#row({ ...object, perform: object.sequence, parent: object.perform }, object.kind),
      depth: object.perform ? (this.#performs.get(object.perform)?.depth ?? -1) + 1 : 0,
      feature: { path: object.feature ?? "", name: object["feature-name"] ?? lastPart(object.feature) ?? "" },
      action: { identifier: object.action ?? "", name: object["action-name"] ?? "" },
      change: isFeature ? { state: object.is, was, reasons } : { flag, value, was, variant, provider, revision, reason, reasons, cut },
    });
  }

  #line(object) {
    const metadata = {};
    let message = "";
    for (const { label, value, hidden } of Array.isArray(object.message) ? object.message : []) {
      if (hidden) continue;
      if (label === undefined) message = message ? `${message}, ${value}` : value; else metadata[label] = value;
    }
    this.lines.push({
      n: this.lines.length, at: object.at, level: object.severity ?? "info", message, label: object.label ?? "", metadata,
      feature: object.feature ? this.#feature(object) : undefined, action: object.action ? this.#action(object) : undefined,
      perform: object.perform, session: this.#session(object), stack: object.stack,
    });
  }

  #finish() {
    // Events are in order of time but for begins that were overwritten; sorting is stable.
    this.rows.sort((a, b) => a.at - b.at);
    this.latest = 0;
    this.rows.forEach((row, place) => {
      row.n = place;
      const principal = this.#principals.get(row.session?.id);
      if (principal !== undefined) row.session.principal = principal;
      this.latest = Math.max(this.latest, row.at, row.ended ?? 0);
      if (!row.parent) return;
      if (!this.#children.has(row.parent)) this.#children.set(row.parent, []);
      this.#children.get(row.parent).push(row);
    });
    for (const { at } of this.lines) this.latest = Math.max(this.latest, at);
    const performs = this.rows.filter(({ change }) => !change);
    this.performs = performs.length;
    this.failures = performs.filter(({ outcome }) => outcome.startsWith("failure")).length;
    this.open = crashedLast(performs.filter(({ outcome }) => outcome === "in-flight"), this.crash);
  }

  // ---------- Calls

  /** Answers a read of the page. */
  get(path, query = {}) {
    if (path === "timeline") return this.#page(query);
    if (path === "timeline/overview") return this.#overview(query);
    if (path === "timeline/values") return { values: this.#values(query) };
    if (path === "timeline/sessions") return { sessions: this.#sessions() };
    if (path === "features") return { roots: this.#features() };
    if (path === "logs") return this.#lines(query);
    if (path.startsWith("timeline/performs/")) return this.#detail(Number(path.split("/").at(-1)));
    if (path.startsWith("runs/")) return this.facts;
    throw new RequestError(404, "not-found", "This file doesn’t contain that.");
  }

  #select(query) {
    const filter = new EntryFilter(query), { key } = filter;
    if (!this.#selections.has(key)) {
      if (this.#selections.size > 3) this.#selections.clear();
      const rows = filter.isEmpty ? this.rows : this.rows.filter((row) => filter.matches(row));
      this.#selections.set(key, { rows, folding: new Folding(rows) });
    }
    return this.#selections.get(key);
  }

  #shown(query) {
    const { rows, folding } = this.#select(query);
    const open = new Set(String(query.open ?? "").split(",").filter(Boolean).map(Number));
    return { rows, shown: query.fold ? folding.shown(open) : rows.map((row) => ({ row })) };
  }

  #page(query) {
    const { rows, shown } = this.#shown(query), { offset = 0, limit = 200 } = query;
    const start = offset < 0 ? Math.max(0, shown.length + offset) : Math.min(offset, shown.length);
    return {
      first: 0, total: shown.length, entries: rows.length, lost: this.#end.lost ?? 0, failures: this.failures, inFlight: this.open.length, performs: this.performs,
      changes: rows.filter(({ change }) => change).length,
      rows: shown.slice(start, start + limit).map(({ row, group }) => (group ? { ...row, repeats: this.#repeats(group) } : row)),
    };
  }

  #repeats(group) {
    const last = group.at(-1);
    return { times: group.length, last: last.at, end: last.at + (last.took ?? 0), input: last.input,
      spans: group.length <= maximumSpans ? group.map(({ at, took = 0 }) => [at, took]) : undefined };
  }

  #overview(query) {
    const bars = Array.from({ length: query.bars }, () => [0, 0, 0]);
    if (this.rows.length === 0) return { from: 0, to: 0, bars: [] };
    const from = this.rows[0].at, to = Math.max(this.latest, from) + 1;
    const barOf = ({ at }) => bars[Math.min(query.bars - 1, Math.max(0, Math.floor((at - from) / (to - from) * query.bars)))];
    const { rows, shown } = this.#shown(query);
    for (const row of rows) {
      const bar = barOf(row);
      bar[0] += 1;
      if (row.outcome.startsWith("failure")) bar[1] += 1;
    }
    for (const { row } of shown) barOf(row)[2] += 1;
    return { from, to, bars };
  }

  #values({ name, limit = 200, ...query }) {
    const counts = new Map();
    const count = (value, label) => {
      if (value === undefined) return;
      const key = `${value}\n${label ?? ""}`, known = counts.get(key);
      if (known) known.count += 1; else counts.set(key, { value, label, count: 1 });
    };
    for (const { feature, action, session, outcome, source, change } of this.#select(query).rows) {
      if (name === "action") { if (action.identifier) count(action.name, feature.name); }
      else if (name === "session") { if (session) count(/^-*\d*$/.test(session.name) || session.name.includes(",") ? String(session.id) : session.name, undefined); }
      else if (name === "principal") count(session?.principal);
      else if (name === "flag") count(change?.flag);
      else if (name === "feature") {
        const parts = feature.path ? feature.path.split("/") : [];
        parts.forEach((part, index) => count(parts.slice(0, index + 1).join("/"), index === parts.length - 1 ? feature.name : part));
      } else if (!change) {
        count(name === "outcome" ? outcome : source);
        if (name === "outcome" && outcome === "failure-closing") count("failure");
      }
    }
    return [...counts.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, limit);
  }

  #sessions() {
    const sessions = new Map();
    for (const { session, change } of this.rows) {
      if (!session || change) continue;
      if (!sessions.has(session.id)) sessions.set(session.id, { id: session.id, name: session.name, performs: 0 });
      sessions.get(session.id).performs += 1;
    }
    return [...sessions.values()].sort((a, b) => b.performs - a.performs);
  }

  /** The tree of the features that occur. */
  #features() {
    const roots = [], known = new Map();
    const find = (path, name) => {
      if (known.has(path)) return known.get(path);
      const feature = { path, name: name ?? lastPart(path), features: [] }, above = path.slice(0, Math.max(0, path.lastIndexOf("/")));
      known.set(path, feature);
      (above ? find(above).features : roots).push(feature);
      return feature;
    };
    for (const { feature } of this.rows) if (feature.path) find(feature.path).name = feature.name;
    return roots;
  }

  /** Whether a log line matches filters. */
  static hasLine(line, { text = "", level, feature, session, perform }) {
    const wanted = text.trim().toLowerCase();
    return (!level || levels.indexOf(line.level) >= levels.indexOf(level)) && (perform === undefined || String(line.perform) === String(perform))
      && (session === undefined || String(line.session?.id) === String(session)) && (!feature || `${line.feature?.path}/`.startsWith(`${feature}/`))
      && (!wanted || [line.message, line.label, line.feature?.name, line.action?.name, ...Object.values(line.metadata ?? {})].some((one) => one && one.toLowerCase().includes(wanted)));
  }

  #lines({ offset = 0, limit = 200, ...query }) {
    const found = this.lines.filter((line) => SavedRun.hasLine(line, query)), start = offset < 0 ? Math.max(0, found.length + offset) : offset;
    return { first: 0, total: found.length, hidden: 0, lines: found.slice(start, start + limit) };
  }

  /** Finds a perform, or the change with this number. */
  #find(id) { return this.#performs.get(id) ?? this.rows.find((row) => row.change && row.id === id); }

  #detail(id) {
    const row = this.#find(id);
    if (!row) throw new RequestError(404, "not-found", "This file has no such action.");
    const below = row.change ? [] : this.#children.get(row.id) ?? [], chain = [];
    for (let above = this.#performs.get(row.parent); above && chain.length < maximumDepth && !chain.includes(above); above = this.#performs.get(above.parent)) chain.unshift(above);
    const changes = below.filter(({ change }) => change);
    return {
      ...row, error: row.error === undefined ? undefined : { message: row.error, type: row.errorType }, fields: row.fields ?? [], cut: row.cut === true,
      chain, children: below.filter(({ change }) => !change).slice(0, 200), changes: changes.slice(0, 200),
      flags: changes.filter(({ outcome }) => outcome === "flag-exposed").map(({ change }) => ({ ...change, first: true })),
      log: this.lines.filter(({ perform }) => !row.change && perform === row.id).slice(0, 200),
      stack: row.stack ? this.#stacks.get(row.stack) ?? { id: row.stack, feature: row.feature } : undefined,
    };
  }

  // ---------- The run

  /** The run with its end, as the page of runs shows it. */
  get facts() {
    const { program, version, build, host, process } = this.#facts, { number, name, words, started } = this.#ending, { how, lastTime } = this;
    const ended = how === "running" ? undefined : lastTime;
    return {
      id: this.id, name: this.#facts.run ?? this.name, current: false, isSaved: true, started, ended, lasted: started === undefined ? undefined : lastTime - started, how,
      signal: number === undefined ? undefined : { number, name, words }, program, version, build, host, pid: process,
      performs: this.performs, failures: this.failures, inFlight: this.open, flights: this.#flights(), steps: this.#steps(), crash: this.crash,
      log: this.lines.slice(-maximumLines), lost: this.#end.lost ?? 0, torn: this.#end.torn ?? 0, damaged: this.#end.damaged ?? 0,
      damagedNames: this.#end["damaged-names"] ?? 0, lanes: this.#lanes(), flags: this.flagsInEffect,
    };
  }

  /** The flags in effect at the end, with the last recorded value of each. */
  get flagsInEffect() {
    return this.flags.filter(({ latest }) => latest !== undefined).map(({ flag, latest, values = [] }) => {
      const { provider, reason, variant } = values.findLast(({ value }) => value === latest) ?? {};
      return { flag, value: latest, provider, reason, variant, others: values.map(({ value }) => value).filter((value) => value !== latest) };
    });
  }

  #flights() {
    return this.open.toReversed().map((row) => ({
      row, fields: row.fields ?? [], lasted: this.lastTime > row.at ? this.lastTime - row.at : undefined, cause: this.#performs.get(row.parent),
      line: this.lines.findLast(({ perform }) => perform === row.id),
    }));
  }

  #steps() {
    const steps = [];
    for (let place = this.rows.length - 1; place >= 0; place -= 1) {
      const row = this.rows[place], last = steps.at(-1);
      if (row.change) continue;
      if (last && Folding.repeats(row, last.row)) { last.times += 1; last.first = row.at; continue; }
      if (steps.length === maximumSteps) break;
      steps.push({ row, times: 1, first: row.at });
    }
    return steps;
  }

  #lanes() {
    const to = this.lastTime, start = to - laneSpan, lanes = new Map();
    const last = this.rows.filter(({ change }) => !change).slice(-lanePerforms);
    for (const { id, at, took, outcome, action, session } of last) {
      if (!session || (outcome !== "in-flight" && at + (took ?? 0) < start)) continue;
      if (!lanes.has(session.id)) lanes.set(session.id, { session, bars: [] });
      lanes.get(session.id).bars.push({ id, from: at, to: took === undefined ? undefined : at + took, outcome, name: action.name });
    }
    const all = [...lanes.values()], earliest = Math.min(...all.flatMap(({ bars }) => bars.map(({ from }) => from)), to);
    return { from: Math.max(earliest, start), to, lanes: all.sort((a, b) => a.session.id - b.session.id) };
  }
}
