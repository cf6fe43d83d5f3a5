// The declaration of a flag in Swift.

import { kindNamed } from "./flagFilters.js";
import { literal, nameOf } from "./testCode.js";

/** The length of a line of code, beyond which each argument has its own. */
const longest = 100;
const escapes = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A Swift literal of a text, with escapes where it has control characters. */
function textLiteral(text) {
  if (!/[\u0000-\u001f\u007f\u2028\u2029]/.test(text)) return literal(text);
  return `"${text.replace(/[\\"\u0000-\u001f\u007f\u2028\u2029]/g, (character) => escapes[character] ?? `\\u{${character.codePointAt(0).toString(16)}}`)}"`;
}

/** A Swift literal of a JSON value. */
function valueLiteral(value) {
  if (value === null) return ".null";
  if (typeof value === "string") return textLiteral(value);
  if (Array.isArray(value)) return `[${value.map(valueLiteral).join(", ")}]`;
  if (typeof value !== "object") return String(value);
  const members = Object.entries(value).map(([name, own]) => `${textLiteral(name)}: ${valueLiteral(own)}`);
  return `[${members.join(", ") || ":"}]`;
}

/** The default in the code: off for a Bool flag unless it `isOn`, else the value of a variant. */
function defaultOf(type, value, isOn) {
  if (type === "boolean") return String(isOn);
  // A number without a fraction would make an Int flag.
  if (type === "double" && Number.isInteger(value) && !/[.e]/.test(String(value))) return `${value}.0`;
  return valueLiteral(value);
}

/**
 * The code; `type` is that of the API, `value` the default of a flag that isn’t Bool and `isOn` that of one that is, and `expires` a
 * date such as “2027-03-01”.
 */
export function declarationCode({ key, type, value, isOn = false, description, owner, expires, kind }) {
  const [year, month, day] = (expires ?? "").split("-").map(Number), note = description?.trim().replace(/\s+/g, " ");
  const parts = [
    textLiteral(key), `default: ${defaultOf(type, value, isOn)}`, note && `description: ${textLiteral(note)}`, owner && `owner: ${textLiteral(owner)}`,
    expires && `expires: FlagDate(year: ${year}, month: ${month}, day: ${day})`, kind && kind !== "release" && `kind: .${kindNamed(kind)}`,
  ].filter(Boolean);
  const start = `let ${nameOf(key)} = Flag${type === "object" ? "<JSONValue>" : ""}(`, line = `${start}${parts.join(", ")})`;
  return line.length <= longest ? `${line}\n` : `${start}\n    ${parts.join(",\n    ")})\n`;
}
