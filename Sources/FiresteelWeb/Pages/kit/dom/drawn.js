// Comparable text of drawn data: unchanged data is not redrawn, so that focus and input remain.

const sorted = (part) => Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));

/** A text that is equal for equal values, whatever the order of their properties. */
export const textOf = (value) => JSON.stringify(value, (_, part) => (part && typeof part === "object" && !Array.isArray(part) ? sorted(part) : part));
