import { EntryFilter } from "/run/data/entryFilter.js";
import { Folding } from "/run/data/folding.js";
import { NewerFormatError, readData } from "/run/data/data.js";
import { readReportFile } from "/inspector/runs/reportFile.js";
import { SavedRun } from "/run/data/savedRun.js";
import { check, equal, thrown } from "./check.js";

const begin = (perform, at, more = {}) => ({ kind: "begin", sequence: perform * 10, perform, at, feature: "App/Documents", "feature-name": "Document Management",
  action: "Save", "action-name": "Save Document", session: 1, "session-name": "main", source: "application", user: true, depth: 0, input: [{ value: `Plan ${perform}.md` }], ...more });
const completion = (perform, at, more = {}) => ({ ...begin(perform, at), kind: "completion", sequence: perform * 10 + 5, outcome: "success", took: 1_000, input: undefined, ...more });
const head = { kind: "run", run: "r", program: "Documents", end: "signal" };
const change = { kind: "flag-changed", sequence: 77, at: 5_000, perform: 2, flag: "search.layout", value: '"grid"', was: '"list"', provider: "flags.json", revision: 12 };

const run = new SavedRun("r", [
  head, { kind: "session-opened", at: 500, session: 2, principal: "ada" }, begin(1, 1_000), completion(1, 2_000), begin(2, 3_000, { user: false, source: "url" }),
  begin(3, 4_000, { parent: 2, depth: 1, feature: "App/Sharing", "feature-name": "Sharing", session: 2, "session-name": "window" }), change,
  completion(3, 9_000, { outcome: "failure", took: 5_000, error: [{ value: "The disk is full" }, { label: "Type", value: "DiskError" }] }),
  { kind: "log", at: 4_500, perform: 3, severity: "warning", message: [{ value: "40 KB left" }, { label: "volume", value: "/data" }] },
  { kind: "in-flight", perform: 2 }, { kind: "flag", flag: "search.layout", latest: '"grid"', values: [{ value: '"list"' }, { value: '"grid"', reason: "STATIC" }] },
  { kind: "end", lost: 3 }, { kind: "ending", at: 12_000, started: 0, number: 11, name: "SIGSEGV", words: "Segmentation fault" },
]);
const ids = (query) => run.get("timeline", query).rows.map(({ id }) => id);

check("a run's entries are in order of their begin", () => {
  equal(ids({}), [1, 2, 3, 77]);
  equal(run.get("timeline").rows.map(({ outcome }) => outcome), ["success", "in-flight", "failure", "flag-changed"]);
  const { total, failures, inFlight, performs, lost } = run.get("timeline");
  equal({ total, failures, inFlight, performs, lost }, { total: 4, failures: 1, inFlight: 1, performs: 3, lost: 3 });
});

check("filters mean what they mean in the program", () => {
  equal(ids({ outcome: "failure" }), [3]);
  equal(ids({ "-outcome": "failure" }), [1, 2, 77]);
  equal(ids({ took: ">1ms" }), [3]);
  equal(ids({ took: ">=1ms,<5ms" }), [1]);
  equal(ids({ user: "1" }), [1, 3]);
  equal(ids({ only: "changes" }), [77]);
  equal(ids({ feature: "App/Documents" }), [1, 2]);
  equal(ids({ feature: "sharing" }), [3]);
  equal(ids({ "-feature": "App" }), [77]);
  equal(ids({ session: "window" }), [3]);
  equal(ids({ session: "2" }), [3]);
  equal(ids({ principal: "ada" }), [3]);
  equal(ids({ "-principal": "ada,bo" }), [1, 2, 77]);
  equal(run.get("timeline/values", { name: "principal" }).values, [{ value: "ada", label: undefined, count: 1 }]);
  equal(ids({ source: "url" }), [2]);
  equal(ids({ flag: "layout" }), [77]);
  equal(ids({ text: "PLAN 2" }), [2]);
  equal(ids({ text: "diskerror" }), [3]);
  equal(ids({ since: "3000", until: "4000" }), [2]);
  equal(new EntryFilter({ text: " " }).matches(run.rows[0]), true);
});

check("positions count from the end as well", () => {
  equal(ids({ offset: -2, limit: 2 }), [3, 77]);
  equal(ids({ offset: 1, limit: 1 }), [2]);
  equal(ids({ offset: 9, limit: 1 }), []);
});

check("a perform has its causes, effects, changes and log lines", () => {
  const parent = run.get("timeline/performs/2"), child = run.get("timeline/performs/3");
  equal([parent.children.map(({ id }) => id), parent.changes.map(({ id }) => id)], [[3], [77]]);
  equal(child.chain.map(({ id }) => id), [2]);
  equal(child.error, { message: "The disk is full", type: "DiskError" });
  equal(child.log.map(({ message, metadata }) => [message, metadata]), [["40 KB left", { volume: "/data" }]]);
  equal(run.get("timeline/performs/77").change.was, '"list"');
  equal(run.get("timeline/performs/77").change.revision, 12);
  equal(thrown(() => run.get("timeline/performs/99")).status, 404);
});

check("a run has its end, the steps before, and its flags", () => {
  const { flights, steps, signal, how, flags, lasted } = run.get("runs/r");
  equal([how, signal.name, lasted], ["signal", "SIGSEGV", 12_000]);
  equal(flights.map(({ row, lasted: flight }) => [row.id, flight]), [[2, 9_000]]);
  equal(steps.map(({ row }) => row.id), [3, 2, 1]);
  equal(flags, [{ flag: "search.layout", value: '"grid"', provider: undefined, reason: "STATIC", variant: undefined, others: ['"list"'] }]);
});

check("a crash belongs to the action on the crashed thread", () => {
  const objects = [head, begin(1, 1_000), begin(2, 2_000, { action: "Preview" }), { kind: "in-flight", perform: 1 }, { kind: "in-flight", perform: 2 }];
  const crashed = (...symbols) => new SavedRun("c", [...objects, { kind: "ending", at: 3_000, backtrace: { frames: symbols.map((symbol) => ({ symbol })) } }]);
  const ids = (run) => [run.facts.inFlight.map(({ id }) => id), run.facts.flights.map(({ row }) => row.id)];
  equal(ids(crashed("abort", "closure #1 in Save.perform(with:)")), [[2, 1], [1, 2]]);
  equal(ids(crashed("static App.Save.perform<A>(with:)")), [[2, 1], [1, 2]]);
  equal(ids(crashed("AutoSave.perform(with:)")), [[1, 2], [2, 1]]);
});

check("values of filters are counted, groups of features included", () => {
  equal(run.get("timeline/values", { name: "feature" }).values.map(({ value, count }) => `${value} ${count}`), ["App 3", "App/Documents 2", "App/Sharing 1"]);
  equal(run.get("timeline/values", { name: "outcome", "-outcome": "success" }).values.map(({ value }) => value), ["failure", "in-flight"]);
  equal(run.get("timeline/sessions").sessions, [{ id: 1, name: "main", performs: 2 }, { id: 2, name: "window", performs: 1 }]);
  equal(run.get("features").roots.map(({ path, features }) => [path, features.map(({ name }) => name)]), [["App", ["Document Management", "Sharing"]]]);
});

check("a completion whose begin is missing is an entry, and a chain that loops ends", () => {
  const broken = new SavedRun("b", [head, completion(5, 9_000), begin(6, 1_000, { parent: 7 }), begin(7, 1_000, { parent: 6 })]);
  equal(broken.get("timeline").rows.map(({ id, at }) => [id, at]), [[6, 1_000], [7, 1_000], [5, 8_000]]);
  equal(broken.get("timeline/performs/6").chain.length, 2);
  equal(new SavedRun("e", []).get("timeline").total, 0);
  equal(new SavedRun("e", []).get("timeline/overview", { bars: 10 }).bars, []);
});

check("three or more equal neighbors fold, and two don't", () => {
  const rows = [..."aaabbcaaaa"].map((name, n) => ({ n, outcome: "success", feature: { path: "F" }, action: { identifier: name } }));
  const shown = (open) => new Folding(rows).shown(new Set(open)).map(({ row, group }) => `${row.n}${group ? `x${group.length}` : ""}`);
  equal(shown([]), ["0x3", "3", "4", "5", "6x4"]);
  equal(shown([7]), ["0x3", "3", "4", "5", "6x4", "7", "8", "9"]);
});

// Values of every type in place of each member.
const odd = [null, true, -1, 1e300, "x", [], [1], [null, {}], {}, { a: 1 }, [{ label: 1, value: [] }]];
const members = ["kind", "at", "perform", "parent", "session", "stack", "depth", "took", "outcome", "feature", "feature-name", "action", "action-name",
  "session-name", "principal", "source", "user", "input", "error", "message", "flag", "value", "was", "is", "reasons", "values", "latest", "backtrace", "number", "end"];

check("members of other types are as if they were missing, in every call", () => {
  const kinds = ["run", "begin", "completion", "log", "flag-changed", "availability", "request-refused", "stack-opened", "in-flight", "flag", "ending", "end"];
  for (const member of members) {
    for (const value of odd) {
      const objects = kinds.map((kind, index) => ({ ...begin(index + 1, 1_000 + index), kind, took: 5, outcome: "success", message: [{ value: "m" }], values: [], latest: "1", [member]: value }));
      const found = new SavedRun("odd", [head, ...objects]);
      found.get("timeline", { fold: 1, text: "x", feature: "App", action: "s", took: ">1ms" });
      found.get("timeline/overview", { bars: 10, fold: 1 });
      for (const name of ["feature", "action", "session", "principal", "flag", "outcome", "source"]) found.get("timeline/values", { name });
      for (const { id } of found.rows) if (id !== undefined) found.get(`timeline/performs/${id}`);
      for (const path of ["features", "timeline/sessions", "runs/odd"]) found.get(path);
      equal(found.get("logs", { text: "m", level: "info" }).lines.every(({ message }) => typeof message === "string"), true);
    }
  }
});

const block = (kind, name, objects) => `<script type="application/json" class="data" data-kind="${kind}" data-name="${name}">${typeof objects === "string" ? objects : JSON.stringify(objects)}</script>`;
const fileOf = (text, name = "a.html") => new File([text], name);
const rejected = async (file) => { try { await readReportFile(file); } catch (error) { return error.message; } throw new Error("Nothing was thrown."); };
const report = (format) => block("report", "report", [{ kind: "report", format, title: "T" }, { kind: "section", identifier: "a", title: ["t"], parts: [null, 3, { facts: [{ name: 1, value: {} }] }, { columns: ["c"], rows: [[1], "r"] }, { lines: 3 }] }]);

check("a page's data is read, and text in it stays text", async () => {
  const data = await readReportFile(fileOf(`<html><script>throw 1</script>${report("1.7")}${block("run", "timeline", [head, begin(1, 1_000)])}`));
  equal(data.report.sections, [{ identifier: "a", title: '["t"]', parts: [{ facts: [{ name: "1", value: "{}" }] }, { title: undefined, columns: ["c"], rows: [["1"], []], dropped: 0 }, { lines: [], dropped: 0 }] }]);
  equal(data.runs.map(({ name, performs }) => [name, performs]), [["timeline", 1]]);
});

check("files that are no report, damaged, or too new are errors that say so", async () => {
  equal(await rejected(fileOf("hello")).then((text) => text.startsWith("“a.html” isn’t a report.")), true);
  equal(await rejected(fileOf("")).then((text) => text.startsWith("“a.html” isn’t a report.")), true);
  equal(await rejected(fileOf(block("run", "x", [head]).slice(0, -9))), "“a.html” is damaged: its end is missing. Get the file again.");
  equal(await rejected(fileOf(block("run", "x", "[{"))), "“a.html” is damaged: its data can’t be read. Get the file again.");
  equal(await rejected(fileOf(block("run", "x", "{}"))), "“a.html” is damaged: its data can’t be read. Get the file again.");
  equal(await rejected(fileOf(block("run", "x", [head]).repeat(17))), "“a.html” is damaged: it has too many parts. Get the file again.");
  equal(await rejected(fileOf(report("2.0"))).then((text) => text.includes("its format 2.0 isn’t supported")), true);
  equal(thrown(() => readData([{ kind: "report", name: "r", text: "[]" }])) instanceof NewerFormatError, true);
  equal(await rejected(fileOf("PK\x03\x04 and nothing else", "a.zip")), "“a.zip” is damaged: its directory is missing. Get the file again.");
  const large = { name: "a.html", size: (96 << 20) + 1 };
  equal(await rejected(large).then((text) => text.startsWith("Can’t open “a.html”: it has 96 MB")), true);
});
