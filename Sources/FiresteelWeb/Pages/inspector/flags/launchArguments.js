// Overrides as arguments that start the program with the same values.

import { readJSON } from "../../kit/text/jsonText.js";

const plain = /^[\w@%+=:,./-]+$/;

/** A word as a shell takes it. */
const quoted = (word) => (plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** `--flag key=value` for each flag that has an override. */
export const launchArguments = (flags) => flags
  .filter(({ override }) => override !== undefined)
  .map(({ key, override }) => `--flag ${quoted(`${key}=${argument(override)}`)}`)
  .join(" ");

/** A text goes without its quotation marks, unless it would be read as something else then: “3”, “true”. */
function argument(value) {
  if (!value.startsWith('"')) return value;
  const text = JSON.parse(value);
  try {
    readJSON(text);
    return value;
  } catch {
    return text;
  }
}
