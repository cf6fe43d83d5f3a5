// Overrides as launch arguments.

import { readJSON } from "../jsonText.js";

const plain = /^[\w@%+=:,./-]+$/;

/** A word quoted for a shell. */
const quoted = (word) => (plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** `--flag key=value` for each flag that has an override. */
export const launchArguments = (flags) => flags
  .filter(({ override }) => override !== undefined)
  .map(({ key, override }) => `--flag ${quoted(`${key}=${argument(override)}`)}`)
  .join(" ");

/** Text without quotation marks, unless it would then be read as another type: “3”, “true”. */
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
