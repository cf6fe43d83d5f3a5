import { JSONProblem, pretty, readJSON } from "/inspector/jsonText.js";
import { check, equal, thrown } from "./check.js";

check("each kind of value is recognized", () => {
  equal(["null", "true", "-3", "0.5e2", '"a\\u00e9"', "[1, []]", ' {"a": {"b": null}} '].map(readJSON),
    ["null", "bool", "int", "double", "string", "array", "object"]);
});

check("invalid JSON is rejected at its line and column", () => {
  const places = [["", 1, 1], ["01", 1, 2], ["{\n  a: 1}", 2, 3], ['{"a": 1, "a": 2}', 1, 10], ["[1,]", 1, 4], ['"a\nb"', 1, 1], ["1 2", 1, 3], ["truely", 1, 5], ["NaN", 1, 1]];
  for (const [source, line, column] of places) {
    const error = thrown(() => readJSON(source));
    equal([error instanceof JSONProblem, error.line, error.column, error.message.length > 0], [true, line, column, true]);
  }
});

check("the same texts are valid as in the browser's parser", () => {
  const parts = ["{", "}", "[", "]", ",", ":", '"a"', "1", "-", "0.5", "true", "null", " ", '"', "e1"];
  let seed = 7;
  const next = () => { seed = (seed * 48271) % 2147483647; return seed; };
  for (let round = 0; round < 4_000; round += 1) {
    const source = Array.from({ length: 1 + next() % 7 }, () => parts[next() % parts.length]).join("");
    let parses = true, reads = true;
    try { JSON.parse(source); } catch { parses = false; }
    try { readJSON(source); } catch { reads = false; }
    // Names that are there twice are refused here.
    const isTwice = (source.match(/"a"/g) ?? []).length > 1 && source.includes("{");
    if (!isTwice && parses !== reads) throw new Error(`${JSON.stringify(source)}: ${parses} and ${reads}`);
  }
});

check("nesting is limited to a hundred levels", () => {
  equal(readJSON(`${"[".repeat(100)}1${"]".repeat(100)}`), "array");
  equal(thrown(() => readJSON(`${"[".repeat(102)}1${"]".repeat(102)}`)).column, 102);
});

check("formatting retains numbers and meaning", () => {
  const source = '{"b":[1.50,{"x":"a,b:[]{}"}],"a":{},"n":1e400}';
  equal(pretty('{"b":1.50,"a":{}}'), '{\n  "b": 1.50,\n  "a": {}\n}');
  equal(JSON.parse(pretty(source)), JSON.parse(source));
  equal(pretty(pretty(source)), pretty(source));
  equal(pretty("{not json"), "{not json");
});
