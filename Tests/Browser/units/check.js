// Checks of modules that need no page. A file registers its own; `run()` returns what went wrong.

const checks = [];

/** Registers a check: a sentence, and a function that throws where it doesn't hold. */
export const check = (name, work) => checks.push([name, work]);

const written = (value) => JSON.stringify(value, (_, part) => (
  part instanceof Set ? { set: [...part] } : part instanceof Map ? { map: [...part] } : part === undefined ? "(undefined)"
    : typeof part === "number" && !Number.isFinite(part) ? `(${part})` : part));

/** Throws where a value isn't the expected one, whatever the form of both. */
export function equal(actual, expected) {
  if (written(actual) !== written(expected)) throw new Error(`${written(actual)} is not ${written(expected)}`);
}

/** The error that a function throws. */
export function thrown(work) {
  try { work(); } catch (error) { return error; }
  throw new Error("Nothing was thrown.");
}

/** Runs the checks, and returns their number and a sentence for each that doesn't hold. */
export async function run() {
  const failures = [];
  for (const [name, work] of checks) {
    try { await work(); } catch (error) { failures.push(`${name}: ${error.message}`); }
  }
  return { number: checks.length, failures };
}
