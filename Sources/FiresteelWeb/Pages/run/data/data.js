// The data of a page that is one file, which is JSON in scripts of another type.

import { SavedRun } from "./savedRun.js";

/** The major version of the format of reports. */
const format = "1";

/** A file that has a newer format; `version` is its version. */
export class NewerFormatError extends Error {
  constructor(version) {
    super(`Its format ${version} is newer than this page reads.`);
    this.version = version;
  }
}

/** `{runs, report}` of this document. Each element is freed once it is read. */
export function readDocument() {
  return readData([...document.querySelectorAll("script.data[type='application/json']")].map((element) => {
    const { kind, name } = element.dataset, text = element.textContent;
    element.remove();
    return { kind, name, text };
  }));
}

/** `{runs, report}` of data blocks `{kind, name, text}`. Throws an error if one is damaged. */
export function readData(blocks) {
  const runs = [];
  let report;
  for (const { kind, name, text } of blocks) {
    const objects = JSON.parse(text);
    if (!Array.isArray(objects)) throw new SyntaxError("The data isn't a list.");
    if (kind === "run") runs.push(new SavedRun(name, objects.filter(isObject)));
    if (kind === "report") report = readReport(objects.filter(isObject));
  }
  const main = runs.find(({ name }) => name !== "crashed-run"), lines = report?.sections.flatMap(({ parts }) => parts).find((part) => part.lines)?.lines;
  if (main && lines) main.lines = lines.filter((line) => isObject(line) && typeof line.time === "string").map(readLine);
  return { runs, report };
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value) => (typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value));
const list = (value) => (Array.isArray(value) ? value : []);

/** A report: its title and its sections `{identifier, title, parts}`. */
function readReport([head = {}, ...sections]) {
  const version = text(head.format);
  if (version.split(".")[0] !== format) throw new NewerFormatError(version || "(none)");
  return {
    title: text(head.title), scope: text(head.scope), program: text(head.program), version: text(head.version),
    sections: sections.map(({ identifier, title, parts }) => ({ identifier: text(identifier), title: text(title), parts: list(parts).filter(isObject).map(readPart) })),
  };
}

/** One of the kinds of parts, in which each text is one. */
function readPart({ title, paragraph, facts, columns, rows, text: given, run, lines, dropped }) {
  const named = title === undefined ? undefined : text(title), missing = Number.isSafeInteger(dropped) ? dropped : 0;
  if (paragraph !== undefined) return { paragraph: text(paragraph) };
  if (facts !== undefined) return { facts: list(facts).filter(isObject).map(({ name, value }) => ({ name: text(name), value: text(value) })) };
  if (columns !== undefined) return { title: named, columns: list(columns).map(text), rows: list(rows).map((row) => list(row).map(text)), dropped: missing };
  if (lines !== undefined) return { lines: list(lines), dropped: missing };
  return given === undefined ? { run: text(run) } : { title: named, text: text(given) };
}

/** A line as `LogFormat` writes it. */
function readLine({ time, level, label, message, feature, action, perform, session, stack, metadata }, n) {
  const at = Date.parse(time) * 1_000;
  return {
    n, at: Number.isSafeInteger(at) ? at : 0, level: text(level), label: text(label), message: text(message), stack,
    feature: typeof feature === "string" ? { path: feature, name: feature.split("/").at(-1) } : undefined,
    action: typeof action === "string" ? { identifier: action, name: action } : undefined,
    perform: Number.isSafeInteger(perform) ? perform : undefined,
    session: isObject(session) && Number.isSafeInteger(session.id) ? { id: session.id, name: text(session.name) } : undefined,
    metadata: isObject(metadata) ? Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, text(value)])) : {},
  };
}
