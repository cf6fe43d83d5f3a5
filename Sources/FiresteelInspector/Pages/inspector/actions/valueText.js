// Reads the text of a field as a JSON value, which remains text so that numbers retain their precision.

import { JSONProblem, readJSON } from "../jsonText.js";

const wholeNumber = /^-?(0|[1-9]\d*)$/, anyNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * A text as a value of a type (`integer`, `number`, `text`, `array`, `object`, or any other JSON): `{value}` as JSON, or the
 * `{problem}` as a message, with the place `{at}` where the JSON becomes invalid.
 */
export function readValue(type, text) {
  if (type === "text") return { value: JSON.stringify(text) };
  const trimmed = text.trim();
  if (type === "integer") return wholeNumber.test(trimmed) ? { value: trimmed } : { problem: "Enter a whole number, such as 12 or -3." };
  if (type === "number") {
    const number = trimmed.replace(",", ".");
    return anyNumber.test(number) && Number.isFinite(Number(number)) ? { value: number } : { problem: "Enter a number, such as 0.5 or 12." };
  }
  try {
    const kind = readJSON(text);
    const wanted = { array: "Enter a list that begins with “[”.", object: "Enter a structure that begins with “{”." }[type];
    return wanted && kind !== type ? { problem: wanted } : { value: trimmed };
  } catch (error) {
    if (!(error instanceof JSONProblem)) throw error;
    return { problem: `Line ${error.line}, column ${error.column}: ${error.message}`, at: error };
  }
}

/** A structure as JSON, of `[path, value]`: a path is a list of keys, a value is JSON. An empty path is the whole. */
export function writeStructure(entries) {
  if (entries.length === 1 && entries[0][0].length === 0) return entries[0][1];
  const root = new Map();
  for (const [path, value] of entries) {
    let place = root;
    for (const key of path.slice(0, -1)) {
      if (!(place.get(key) instanceof Map)) place.set(key, new Map());
      place = place.get(key);
    }
    place.set(path.at(-1), value);
  }
  const write = (value) => (value instanceof Map
    ? `{${[...value].map(([key, part]) => `${JSON.stringify(key)}: ${write(part)}`).join(", ")}}` : value);
  return write(root);
}
