// The filter's language: outcome:failure took:>100ms feature:Documents -session:main, and text that occurs in an action.

import { count, counted, toMillisecond, toSecond } from "../../kit/text/format.js";
import { outcomes, sources } from "../marks.js";

const outcomeNames = ["success", "closing", "failure", "failure-closing", "cancelled", "in-flight", "unknown"];
const sourceNames = Object.keys(sources);

/**
 * The filters by name: what follows the colon, whether they can be excluded, whether the run contains their values, and whether only
 * a whole value matches.
 */
export const filters = {
  outcome: { hint: "failure, success, cancelled, in-flight", excludes: true, listed: true, whole: true, check: oneOf("outcome", outcomeNames) },
  took: { hint: "A duration: >100ms, <=2s", check: checkDurations, examples: [">10ms", ">100ms", ">1s", "<1ms"] },
  feature: { hint: "A feature, with all below it", excludes: true, listed: true, whole: true },
  action: { hint: "A part of an action’s name", excludes: true, listed: true },
  session: { hint: "A session’s name", excludes: true, listed: true, whole: true },
  principal: { hint: "Whom a session serves, by identifier", excludes: true, listed: true, whole: true },
  flag: { hint: "A part of a flag’s key: its reads and changes", excludes: true, listed: true },
  source: { hint: "application, url, command-line, http", excludes: true, listed: true, whole: true, check: oneOf("source", sourceNames) },
  since: { hint: "A time or a duration: 09:41, 5m", isTime: true, examples: ["1m", "5m", "1h"] },
  until: { hint: "A time or a duration: 09:41, 5m", isTime: true, examples: ["1m", "5m", "1h"] },
};

const listOf = (names) => `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

function oneOf(name, known) {
  return (values) => {
    const wrong = values.find((value) => !known.includes(value));
    return wrong === undefined ? undefined : `“${wrong}” isn’t ${/^[aeiou]/.test(name) ? "an" : "a"} ${name}. Use ${listOf(known)}.`;
  };
}

function checkDurations(values) {
  const wrong = values.find((value) => !/^[<>]=?\d+(\.\d+)?(ns|us|µs|ms|s|min|h)$/.test(value));
  if (wrong === undefined) return undefined;
  return `Can’t read “${wrong}” as a duration. Write took:>100ms or took:<=2s, in ns, us, ms, s, min or h.`;
}

/** The words of a text, each with its position. Quotes keep spaces together. */
export const wordsOf = (text) => [...text.matchAll(/(?:"[^"]*"?|[^\s"])+/g)].map(({ 0: word, index }) => ({ word, index }));

const unquoted = (text) => text.replaceAll('"', "");

/**
 * The meaning of a word: `{text}`, a filter's `{name, value}` (the name begins with - if it excludes), its `{name}` alone, or a
 * `{problem}`. `now` is the time that durations count back from, and its day that of times, in microseconds.
 */
export function readWord(word, { now }) {
  const [, minus, given, rest] = /^(-?)([a-z-]+):(.*)$/is.exec(word) ?? [];
  if (given === undefined) return { text: unquoted(word) };
  const name = given.toLowerCase(), filter = Object.hasOwn(filters, name) ? filters[name] : undefined, value = unquoted(rest);
  if (!filter) {
    if (value === "" || value.startsWith("//")) return { text: unquoted(word) };
    return { problem: `There is no filter “${given}”. Use ${listOf(Object.keys(filters))}, or write "${unquoted(word)}" in quotes.` };
  }
  if (minus && !filter.excludes) return { problem: `${name} can’t be excluded. Write the opposite without the minus sign.` };
  if (value === "") return { name: minus + name };
  if (filter.isTime) {
    const at = readTime(value, now);
    return at === undefined ? { problem: `Can’t read “${value}” as a time. Write ${name}:09:41, ${name}:09:41:22 or ${name}:5m.` }
      : { name, value: String(at) };
  }
  const values = value.split(",").map((one) => one.trim()).filter(Boolean), problem = values.length ? filter.check?.(values) : undefined;
  if (problem) return { problem };
  return values.length ? { name: minus + name, value: values.join(",") } : { name: minus + name };
}

/** The problem of a value from an address, if the program would reject it. */
export function problemOf(name, value) {
  const filter = filters[name.replace(/^-/, "")];
  if (filter.isTime) return /^\d{1,18}$/.test(value) ? undefined : `Can’t read “${value}” as a time.`;
  return filter.check?.(value.split(","));
}

const units = { ms: 1_000, s: 1_000_000, m: 60_000_000, min: 60_000_000, h: 3_600_000_000 };

/** A time of the day of `now`, or a duration before it, in microseconds. */
function readTime(text, now) {
  const ago = /^(\d+(?:\.\d+)?)(ms|s|m|min|h)$/.exec(text);
  if (ago) return Math.max(0, Math.round(now - Number(ago[1]) * units[ago[2]]));
  if (/^\d{14,18}$/.test(text)) return Number(text);
  const [, hours, minutes, seconds = "0"] = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,3})?))?$/.exec(text) ?? [];
  if (hours === undefined || hours > 23 || minutes > 59 || Number(seconds) >= 60) return undefined;
  return new Date(now / 1_000).setHours(Number(hours), Number(minutes), 0, 0) * 1_000 + Math.round(Number(seconds) * 1_000) * 1_000;
}

/** A filter's value as people write it: `09:41:22`, `failure`, a session's name. `sessions` are the known sessions. */
export function shownValue(name, value, sessions = []) {
  if (filters[name]?.isTime) return Number(value) % 1_000_000 ? toMillisecond(Number(value)) : toSecond(Number(value));
  if (!name.endsWith("session")) return value;
  return value.split(",").map((one) => sessions.find(({ id }) => String(id) === one)?.name ?? one).join(",");
}

/** The word for a filter, which `readWord` reads. */
export function wordFor(name, value) {
  return `${name}:${/\s/.test(value) ? `"${value}"` : value}`;
}

/** A text to search for as words, so that none of them is read as a filter. */
export const textFor = (text, context) => wordsOf(text).map(({ word }) => {
  const read = readWord(word, context);
  return read.text === undefined ? `"${word.replaceAll('"', "")}"` : word;
}).join(" ");

/** Whether a listed value is the written one: a feature's path, identifier, group or name, a session's name, or the value itself. */
export function isValue(name, written, { value, label }) {
  if (value === written) return true;
  return name === "feature" ? label === written || value.split("/").includes(written) : name === "session" && label === written;
}

/** The listed values that contain the last written one of a list, and the values `before` it. */
export function matchingValues(values, given) {
  const before = given.includes(",") ? given.slice(0, given.lastIndexOf(",") + 1) : "", part = given.slice(before.length), wanted = part.toLowerCase();
  const found = values.filter(({ value, label = "" }) => !before.split(",").includes(value)
    && (value.toLowerCase().includes(wanted) || label.toLowerCase().includes(wanted)));
  return { before, part, found };
}

/** A value's description in a completion: the word for an outcome, the name of a feature or an action's feature. */
export function describeValue(name, { value, label }) {
  if (name === "outcome") return outcomes[value] ?? "";
  if (name === "source") return sources[value] ?? "";
  return label ?? "";
}

/** The facts of a filtered list, whose entries are actions and changes. */
export function matchText({ entries, changes, performs }) {
  const actions = entries - changes;
  if (actions === 0 && changes > 0) return `${counted(changes, "change")} ${changes === 1 ? "matches" : "match"}`;
  return `${count(actions)} ${actions === 1 ? "matches" : "match"}, of ${counted(performs, "action")}${changes ? `, and ${counted(changes, "change")}` : ""}`;
}
