// Validates JSON as strictly as the program does and reports the line, column and reason of an error.

const space = /[ \t\n\r]*/y, number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const text = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const deepest = 100;

/** The place of a JSON error. `line` and `column` count from 1. */
export class JSONProblem extends Error {
  constructor(source, at, message) {
    super(message);
    const before = source.slice(0, at);
    this.line = before.split("\n").length;
    this.column = at - before.lastIndexOf("\n");
  }
}

/** Returns the kind of the value in a text: `null`, `bool`, `int`, `double`, `string`, `array`, `object`. Throws a `JSONProblem`. */
export function readJSON(source) {
  const reader = new Reader(source);
  reader.space();
  const kind = reader.value(0);
  reader.space();
  if (reader.at < source.length) reader.fail("Unexpected text after the value.");
  return kind;
}

class Reader {
  at = 0;
  constructor(source) { this.source = source; }

  fail(message, at = this.at) { throw new JSONProblem(this.source, at, message); }

  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  space() { this.take(space); }
  get next() { return this.source[this.at]; }

  value(depth) {
    if (depth > deepest) this.fail(`The value has more than ${deepest} levels.`);
    const { next } = this;
    if (next === undefined) this.fail("A value is missing.");
    if (next === "{") return this.object(depth);
    if (next === "[") return this.array(depth);
    if (next === '"') { this.string(); return "string"; }
    for (const [word, kind] of [["true", "bool"], ["false", "bool"], ["null", "null"]]) {
      if (this.source.startsWith(word, this.at)) { this.at += word.length; return kind; }
    }
    const found = this.take(number);
    if (!found) this.fail("This isn’t a JSON value. Text needs double quotation marks.");
    if (/[\w.]/.test(this.next ?? "")) this.fail("This isn’t a valid JSON number.");
    return /^-?\d+$/.test(found) ? "int" : "double";
  }

  string() {
    const begin = this.at, found = this.take(text);
    if (found === undefined) this.fail("This text has no closing quotation mark, or a character that must be escaped.", begin);
    return JSON.parse(found);
  }

  object(depth) {
    const names = new Set();
    this.at += 1;
    this.space();
    if (this.next === "}") { this.at += 1; return "object"; }
    for (;;) {
      const begin = this.at;
      if (this.next !== '"') this.fail("A name in double quotation marks is missing.");
      const name = this.string();
      if (names.has(name)) this.fail(`The name “${name}” occurs twice.`, begin);
      names.add(name);
      this.space();
      if (this.next !== ":") this.fail("A colon is missing.");
      this.at += 1;
      this.space();
      this.value(depth + 1);
      if (this.#ends("}")) return "object";
    }
  }

  array(depth) {
    this.at += 1;
    this.space();
    if (this.next === "]") { this.at += 1; return "array"; }
    for (;;) {
      this.value(depth + 1);
      if (this.#ends("]")) return "array";
    }
  }

  #ends(bracket) {
    this.space();
    const { next } = this;
    if (next !== bracket && next !== ",") this.fail(`A comma or “${bracket}” is missing.`);
    this.at += 1;
    if (next === bracket) return true;
    this.space();
    return false;
  }
}

/** Formats JSON with line breaks and leaves numbers as written. Returns invalid JSON unchanged. */
export function pretty(source) {
  try { readJSON(source); } catch { return source; }
  let depth = 0, result = "";
  const line = () => `\n${"  ".repeat(depth)}`;
  for (const [token] of source.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === "{" || token === "[") { depth += 1; result += token + line(); }
    else if (token === "}" || token === "]") { depth -= 1; result = /[{[]\s*$/.test(result) ? result.trimEnd() + token : result + line() + token; }
    else if (token === ",") result += `,${line()}`;
    else if (token === ":") result += ": ";
    else result += token;
  }
  return result;
}
