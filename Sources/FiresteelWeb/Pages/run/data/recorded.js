// Objects of a run's JSON Lines with only the members that have the expected type: a file may contain anything.

const isText = (value) => typeof value === "string", isNumber = (value) => Number.isSafeInteger(value), isFlag = (value) => typeof value === "boolean";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const texts = ["kind", "run", "program", "version", "build", "host", "end", "feature", "feature-name", "action", "action-name", "session-name", "principal", "source",
  "outcome", "severity", "label", "flag", "value", "variant", "provider", "reason", "was", "was-variant", "is", "latest", "name", "words"];
const numbers = ["process", "at", "sequence", "perform", "parent", "session", "stack", "took", "depth", "lost", "torn", "revision", "damaged", "damaged-names", "number", "started"];
const flags = ["user", "cut"];

/** The test of each member that has a simple value. */
const tests = new Map([...texts.map((name) => [name, isText]), ...numbers.map((name) => [name, isNumber]), ...flags.map((name) => [name, isFlag])]);
const fieldTests = new Map([["label", isText], ["value", isText], ["hidden", isFlag]]);
const valueTests = new Map(["value", "variant", "provider", "reason"].map((name) => [name, isText]));
const frameTests = new Map([["number", isNumber], ["line", isNumber], ["symbol", isText], ["image", isText], ["file", isText], ["system", isFlag]]);

/** The members that pass their tests. */
function passed(object, members) {
  const result = {};
  for (const name of Object.keys(object)) if (members.get(name)?.(object[name])) result[name] = object[name];
  return result;
}

const listOf = (value, read) => (Array.isArray(value) ? value.filter(isObject).map(read) : []);
const fields = (value) => listOf(value, (one) => passed(one, fieldTests)).filter(({ hidden, value: text }) => hidden || text !== undefined);

/** The same object, with text in each field that is shown as text. */
export function recorded(object) {
  const result = passed(object, tests), { input, error, message, reasons, values, backtrace } = object;
  if (input !== undefined) result.input = fields(input);
  if (error !== undefined) result.error = fields(error);
  if (message !== undefined) result.message = isText(message) ? message : fields(message);
  if (reasons !== undefined) result.reasons = Array.isArray(reasons) ? reasons.filter(isText) : [];
  if (values !== undefined) result.values = listOf(values, (one) => passed(one, valueTests));
  if (isObject(backtrace)) {
    const { reason, thread, cut, frames } = backtrace;
    result.backtrace = { reason: isText(reason) ? reason : "", thread: isText(thread) ? thread : "", cut: cut === true,
      frames: listOf(frames, (one) => ({ number: 0, symbol: "", image: "", system: false, ...passed(one, frameTests) })) };
  }
  if (result.depth !== undefined) result.depth = Math.min(Math.max(result.depth, 0), 255);
  if (result.took !== undefined) result.took = Math.max(result.took, 0);
  return result;
}
