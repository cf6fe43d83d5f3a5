// Keys that this browser leaves out of the cleanup for a month, such as one that only a colleague’s build has.

const period = 30 * 86_400_000;
const memoryOf = (program) => `firesteel.hidden.${program.id}`;

/** The times until which keys are hidden. */
function read(program) {
  try {
    return new Map(Object.entries(JSON.parse(localStorage.getItem(memoryOf(program)) ?? "{}")).filter(([, until]) => until > Date.now()));
  } catch {
    return new Map();
  }
}

/** Whether it was stored. */
function write(program, keys) {
  try {
    localStorage.setItem(memoryOf(program), JSON.stringify(Object.fromEntries(keys)));
    return true;
  } catch {
    return false;
  }
}

export const hiddenKeys = (program) => new Set(read(program).keys());

/** Hides a key, and returns whether this browser keeps that. */
export const hideKey = (program, key) => write(program, read(program).set(key, Date.now() + period));

/** Shows keys again. */
export function showKeys(program, keys) {
  write(program, [...read(program)].filter(([key]) => !keys.includes(key)));
}
