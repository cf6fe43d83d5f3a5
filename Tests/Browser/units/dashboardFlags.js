import { placeComment } from "/dashboard/flags/constantCode.js";
import { periods } from "/dashboard/changes/periods.js";
import { declarationCode } from "/dashboard/flags/declarationCode.js";
import { tiesOf } from "/dashboard/flags/tiesCard.js";
import { usesOf } from "/dashboard/segments/uses.js";
import { ancestorThatIsOff, stateIn, stateOf } from "/dashboard/text/flagState.js";
import { isWatched } from "/dashboard/text/plans.js";
import { check, equal } from "./check.js";

const variants = [{ name: "on", value: true }, { name: "off", value: false }];
const on = { isOn: true, otherwise: { variant: "on" } }, off = { isOn: false };

/** A Bool flag with a targeting in the environment “here”. */
function flag(key, targeting, more = {}) {
  return { key, value: { type: "boolean", variants, ...more }, targetings: new Map(targeting ? [["here", { value: targeting }]] : []) };
}

const byKey = (...flags) => new Map(flags.map((one) => [one.key, one]));

check("a flag needs its nearest ancestor that is off for everyone", () => {
  const state = (parent, grandparent) => {
    const child = flag("c", on, { parent: "b" });
    return stateIn(byKey(child, flag("b", parent, { parent: "a", name: "B" }), flag("a", grandparent, { name: "A" })), child, "here").word;
  };
  equal([state(on, on), state(off, on), state(on, off), state(off, off)], ["On", "On, needs B", "On, needs A", "On, needs B"]);
  // A rule may be on for some people, and without a targeting the program decides.
  equal([state({ isOn: true, rules: [{}], otherwise: { variant: "off" } }, on), state(undefined, on), state({ isOn: true, logic: {} }, on)], ["On", "On", "On"]);
  // What people have while the parent is off decides.
  equal([state({ isOn: false, off: "on" }, on), state({ isOn: false, off: null }, on), state({ isOn: true, otherwise: { variant: "off" } }, on)], ["On", "On", "On, needs B"]);
});

check("a flag that is off, or not defined, needs nothing, and a cycle ends", () => {
  const [a, b] = [flag("a", on, { parent: "b" }), flag("b", on, { parent: "a" })];
  equal(ancestorThatIsOff(byKey(a, b), a, "here"), undefined);
  equal(ancestorThatIsOff(byKey(flag("a", on, { parent: "missing" })), flag("a", on, { parent: "missing" }), "here"), undefined);
  const parent = flag("p", off);
  equal([stateIn(byKey(parent), flag("c", off, { parent: "p" }), "here").word, stateIn(byKey(parent), flag("c", undefined, { parent: "p" }), "here").word], ["Off", "Not defined"]);
});

check("the state of a flag that is off says what people have", () => {
  const of = (targeting) => { const { word, detail, share } = stateOf(flag("a").value, targeting); return [word, detail, share]; };
  equal(of(off), ["Off", "for everyone", 0]);
  equal(of({ isOn: false, off: "on" }), ["Off", "on for everyone", 1]);
  equal(of({ isOn: false, off: null }), ["Off", "the program’s default for everyone", 0]);
});

check("ties are those of the parent, of the flags that need it, and of the group", () => {
  const [a, b, c, d] = [flag("a", on), flag("b", on, { parent: "a", exclusionGroup: "g" }), flag("c", on, { parent: "b" }), flag("d", on, { exclusionGroup: "g" })];
  const archived = flag("e", on, { parent: "b", exclusionGroup: "g", isArchived: true }), flags = byKey(a, b, c, d, archived);
  const keys = (list) => list.map(({ key }) => key), { parent, children, others } = tiesOf(flags, b);
  equal([parent.key, keys(children), keys(others)], ["a", ["c"], ["d"]]);
  equal(tiesOf(flags, flag("f", on, { parent: "missing" })).parent, "missing");
  equal(tiesOf(flags, a), { parent: undefined, children: [b], others: [] });
});

check("a segment is used by rules, custom rules, keys of splits and other segments", () => {
  const environments = [{ id: "here" }], reference = { $ref: "s" };
  const uses = (targeting, segments = new Map()) => usesOf({ environments, segments, flags: byKey(flag("a", targeting)) }, "s").map(({ kind, index, isCustom, isOtherwise }) => [kind, index, isCustom, isOtherwise]);
  equal(uses({ isOn: true, rules: [{ if: [{ attribute: "x" }] }, { if: [{ segment: "s", is: "in" }] }] }), [["flag", 1, undefined, undefined]]);
  equal(uses({ isOn: true, rules: [{ if: [{ logic: { and: [reference, true] } }] }] }), [["flag", 0, undefined, undefined]]);
  equal(uses({ isOn: true, logic: { if: [reference, "on", "off"] } }), [["flag", undefined, true, undefined]]);
  // The rules beside a custom rule don't apply.
  equal(uses({ isOn: true, logic: { if: [{ $ref: "t" }, "on", "s"] }, rules: [{ if: [{ segment: "s" }] }] }), []);
  equal(uses({ isOn: true, otherwise: { split: [], by: { if: [reference, "a", "b"] } } }), [["flag", undefined, undefined, true]]);
  equal(uses(on, new Map([["t", { value: { if: [{ segment: "s", is: "in" }] } }]])), [["segment", undefined, undefined, undefined]]);
  equal(uses({ isOn: true, logic: { if: [{ $ref: "s", other: 1 }, "on", "off"] } }), []);
});

check("a declaration has the flag’s default as a literal of Swift", () => {
  const code = (more) => declarationCode({ key: "a-flag", type: "boolean", kind: "release", ...more });
  equal(code({}), 'let aFlag = Flag("a-flag", default: false)\n');
  equal(code({ isOn: true, value: true }), 'let aFlag = Flag("a-flag", default: true)\n');
  equal(code({ type: "double", value: 5 }), 'let aFlag = Flag("a-flag", default: 5.0)\n');
  equal(code({ type: "integer", value: -2 }), 'let aFlag = Flag("a-flag", default: -2)\n');
  equal(code({ type: "string", value: 'say "hi"' }), 'let aFlag = Flag("a-flag", default: #"say "hi""#)\n');
  equal(code({ type: "string", value: 'a\n"b"' }), 'let aFlag = Flag("a-flag", default: "a\\n\\"b\\"")\n');
  equal(code({ type: "object", value: {} }), 'let aFlag = Flag<JSONValue>("a-flag", default: [:])\n');
  equal(code({ type: "object", value: { a: [1, null] } }), 'let aFlag = Flag<JSONValue>("a-flag", default: ["a": [1, .null]])\n');
  equal(code({ kind: "operational", expires: "2027-03-01", owner: "Storage team", description: " Two\n lines " }),
    'let aFlag = Flag(\n    "a-flag",\n    default: false,\n    description: "Two lines",\n    owner: "Storage team",\n    expires: FlagDate(year: 2027, month: 3, day: 1),\n    kind: .operational)\n');
  // The name in documents.
  equal(code({ kind: "operations" }), 'let aFlag = Flag("a-flag", default: false, kind: .operational)\n');
});

check("where the code declares a flag is a comment of one line", () => {
  const of = (file, line) => placeComment({ file, line, version: "3.4.1" });
  equal([of("App/Flags.swift", 13), of("App/Flags.swift"), of(undefined, 13), placeComment(undefined)], ["// App/Flags.swift:13 in 3.4.1\n", "// App/Flags.swift in 3.4.1\n", "", ""]);
  equal(["\n", "\r\n", "\u0085", "\u2028", "\u0000 "].map((end) => of(`a${end}erase()`)), Array(5).fill("// a erase() in 3.4.1\n"));
});

check("a guard is watched while its plan is live, and for a time after its last step", () => {
  const plan = (state, guard) => ({ state, since: 1_000, guard });
  equal(["running", "paused", "stopped", "finished"].map((state) => isWatched(plan(state, { watch: 60 }), 60_999)), [true, true, false, true]);
  equal([isWatched(plan("finished", { watch: 60 }), 61_000), isWatched(plan("finished", {}), 1_000), isWatched(plan("running"), 0), isWatched(undefined)], [false, false, false, false]);
});

check("last night is from 18:00 yesterday to 06:00 today", () => {
  const at = (text) => new Date(text).getTime();
  equal(periods.night.range(at("2026-03-01T09:30")), { since: at("2026-02-28T18:00"), until: at("2026-03-01T06:00") });
});
