// What something was drawn from: the same again needs no drawing, and what somebody is doing there goes on.

const sorted = (part) => Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));

/** A text that is the same for the same value: the program tells what an object has in any order. */
export const textOf = (value) => JSON.stringify(value, (_, part) => (part && typeof part === "object" && !Array.isArray(part) ? sorted(part) : part));
