import { accessFacts, statusMark, statusWord } from "/inspector/access/accessText.js";
import { makeItems } from "/inspector/actions/paletteItems.js";
import { missingText, withRecorded } from "/inspector/actions/recordedInput.js";
import { readValue, writeStructure } from "/inspector/actions/valueText.js";
import { endedAbnormally, howItEnded, runMark } from "/run/end/runText.js";
import { allStacks, isInFlight } from "/inspector/stacks/stackView.js";
import { changeMark, changeMeta, changeTitle } from "/run/timeline/changeText.js";
import { matchText } from "/run/timeline/filterText.js";
import { axisTimes } from "/run/timeline/overview.js";
import { outcomeItems, outcomeLabel, readOutcomes, toggled } from "/run/timeline/outcomeMenu.js";
import { check, equal } from "./check.js";

check("outcomes of an address are read, without invalid ones", () => {
  equal(readOutcomes("failure,nonsense,success"), new Set(["failure", "success"]));
  equal([...readOutcomes()], []);
});

check("failures include those that closed their stack", () => {
  equal(toggled(new Set(["failure-closing", "success"]), "failure"), new Set(["success", "failure"]));
  equal(toggled(new Set(["failure"]), "failure"), new Set());
  const items = outcomeItems({ selected: () => new Set(["failure"]), counts: { failure: "3" }, ended: false, change: () => {} });
  const closing = items.find(({ mark }) => mark === "failure-closing");
  equal([closing.checked, closing.disabled, closing.level], [true, true, 2]);
  equal([outcomeLabel(new Set(), false), outcomeLabel(new Set(["in-flight"]), true)], ["Outcome: any", "Outcome: interrupted"]);
});

check("changes are described with their previous value and reason", () => {
  const flag = { outcome: "flag-changed", feature: {}, change: { flag: "a.b", value: "true", was: "false", provider: "File", reason: "STATIC" } };
  equal([changeTitle(flag), changeMeta(flag), changeMark(flag)], ["a.b changed to on", "was off, from File, same for all", "flag-changed"]);
  equal(changeMeta({ ...flag, change: { ...flag.change, provider: "Firesteel", revision: 12 } }), "was off, from Firesteel, revision 12, same for all");
  const feature = { outcome: "availability", feature: { name: "Sharing" }, change: { state: "unavailable", reasons: ["Off", "Sold"] } };
  equal([changeTitle(feature), changeMeta(feature), changeMark(feature)], ["Sharing became unavailable", "Off, Sold", "unavailable"]);
  const refused = { outcome: "request-refused", feature: { name: "Sharing" }, action: { name: "" }, change: { reasons: ["Off"] } };
  equal([changeTitle(refused), changeMeta(refused), changeMark(refused)], ["Sharing was requested and refused", "Off", "unavailable"]);
  equal(changeTitle({ ...refused, action: { name: "Share" } }), "Sharing › Share was not performed");
});

check("a run's end names the action in flight", () => {
  const inFlight = [{ action: { name: "First" } }, { action: { name: "Import" } }];
  equal(howItEnded({ how: "signal", signal: { name: "SIGSEGV" }, inFlight }), "Crashed during Import");
  equal(howItEnded({ how: "signal", signal: { name: "SIGKILL" } }), "Killed");
  equal(["signal", "died", "orderly", "running", "odd"].map((how) => [runMark({ how }), endedAbnormally({ how })]),
    [["failure", true], ["failure", true], ["success", false], ["in-flight", false], ["cancelled", false]]);
});

check("nested stacks are found", () => {
  const inner = { id: 2, entries: [{ outcome: "in-flight" }] }, outer = { id: 1, entries: [{ outcome: "success" }, { stack: inner }] };
  equal(allStacks({ stacks: [outer] }).map(({ id }) => id), [1, 2]);
  equal([isInFlight(outer), isInFlight(inner), allStacks({})], [false, true, []]);
});

check("fields are read as JSON of their type, and numbers retain their precision", () => {
  equal([readValue("integer", " 12345678901234567890 "), readValue("number", "0,50"), readValue("text", 'a"b'), readValue("object", '{"a":1}')],
    [{ value: "12345678901234567890" }, { value: "0.50" }, { value: '"a\\"b"' }, { value: '{"a":1}' }]);
  equal([readValue("integer", "1.5"), readValue("number", "1e999"), readValue("array", "{}"), readValue("json", "{")].map(({ value, problem }) => [value, Boolean(problem)]),
    [[undefined, true], [undefined, true], [undefined, true], [undefined, true]]);
});

check("a structure is written with nested parts", () => {
  equal(writeStructure([[["title"], '"A"'], [["owner", "name"], '"B"'], [["owner", "age"], "3"]]), '{"title": "A", "owner": {"name": "B", "age": 3}}');
  equal([writeStructure([[[], "12"]]), writeStructure([])], ["12", "{}"]);
});

check("every status of products and permissions has a mark", () => {
  equal(["granted", "denied", "notDetermined"].map((status) => [statusMark({ status }), statusWord({ kind: "permission", status })]),
    [["available", "Allowed"], ["unavailable", "Denied"], ["undetermined", "Not asked yet"]]);
  equal(accessFacts({ kind: "product", type: "subscription", price: "4.99 €", quantity: 0, source: "App Store" }, 0), ["Subscription", "4.99 €", "0 left", "from App Store"]);
});

check("the command menu has actions, features and pages, with reasons for unavailable actions", () => {
  const items = makeItems({
    actions: [{ path: "A/#open", name: "Open", description: "", feature: { name: "A" }, input: { kind: "fields" }, availability: { state: "unavailable", reasons: [{ text: "Sold" }] } }],
    roots: [{ path: "A", name: "A", availability: { state: "available" } }], entries: [{ name: "runs", label: "Runs" }], commands: [], perform: () => {},
  });
  equal(items.map(({ key, name, reason, go }) => [key, name, reason, go]),
    [["A/#open", "Open", "Sold", undefined], ["A", "A", undefined, "features?feature=A"], ["page runs", "Runs", undefined, "runs"]]);
});

check("the labels of an axis differ, and are as exact as they need to be", () => {
  const at = new Date(2026, 0, 1, 9).getTime() * 1000;
  equal(axisTimes(at, at + 3_600e6), ["09:00", "09:15", "09:30", "09:45", "10:00:00"]);
  equal(axisTimes(at, at + 60e6), ["09:00:00", "09:00:15", "09:00:30", "09:00:45", "09:01:00"]);
  equal(axisTimes(at, at + 2e6), ["09:00:00.000", "09:00:00.500", "09:00:01.000", "09:00:01.500", "09:00:02.000"]);
  equal(axisTimes(at, at), ["09:00:00.000", "", "", "", ""]);
});

check("actions and changes that match are counted separately", () => {
  const text = (entries, changes) => matchText({ entries, changes, performs: 5 });
  equal([text(6, 2), text(4, 0), text(1, 0), text(2, 1), text(0, 0)],
    ["4 match, of 5 actions, and 2 changes", "4 match, of 5 actions", "1 matches, of 5 actions", "1 matches, of 5 actions, and 1 change", "0 match, of 5 actions"]);
  equal([text(2, 2), text(1, 1)], ["2 changes match", "1 change matches"]);
});

check("a form begins with the recorded input, and names what isn't recorded", () => {
  const field = (path, type, more = {}) => ({ path: [path], type, optional: false, ...more });
  const given = [{ value: "Plan.md" }, { label: "New name", value: "Map" }, { label: "Size", value: "1,024" }, { label: "Is draft", value: "On" }, { label: "Text", hidden: true }];
  const fields = [field("newName", "text"), field("document", "text"), field("size", "integer"), field("isDraft", "bool"), field("text", "text"), field("note", "text", { optional: true }),
    field("format", "choice", { choices: ['"html"'], default: '"html"' })];
  const { fields: filled, missing } = withRecorded(fields, given);
  equal(filled.map((one) => one.default), ['"Map"', '"Plan.md"', "1024", "true", undefined, undefined, '"html"']);
  equal(missing.map(({ path }) => path), [["text"]]);
  equal(missingText(missing), "The timeline doesn’t contain “Text” of this input. Enter it.");
  equal(withRecorded(fields, undefined), { fields, missing: [] });
  equal(withRecorded([field("count", "integer")], [{ value: "many" }]).missing.length, 1);
  // The name of a folder isn't a path.
  equal(withRecorded([field("path", "text")], [{ value: "notes" }, { label: "Path", hidden: true }]).missing.map(({ path }) => path), [["path"]]);
});
