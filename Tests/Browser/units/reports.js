import { both, compareVersions, editOf, audiences, attributeNames, dependents, majorOf, suggested, switchable } from "/dashboard/switchOff/switchRules.js";
import { partsOfReason } from "/dashboard/insight/reportLink.js";
import { isGettingWorse, stateText, subtitle } from "/dashboard/insight/groupText.js";
import { coverage, peopleText, period, seconds, share, since } from "/dashboard/insight/figures.js";
import { rangeText, ratioText, verdictOf } from "/dashboard/report/suspects.js";
import { check, equal } from "./check.js";

const variants = [{ name: "on", value: true }, { name: "off", value: false }];
const flag = (key, value, targeting) => ({ key, value: { type: "boolean", variants, ...value }, change: 1, targetings: new Map([["production", { value: { isOn: true, ...targeting }, change: 7 }]]) });
const production = { id: "production" };
const who = {
  versions: [{ value: "3.4.1", affected: 40, affectedShare: 1, allShare: 0.3 }], devices: [],
  systems: [{ value: "iOS 26.1", affected: 30, affectedShare: 0.75, allShare: 0.4 }, { value: "iOS 26.0", affected: 8, affectedShare: 0.2, allShare: 0.1 }],
  variants: [{ flag: "save", variant: "on", affected: 38, affectedShare: 0.95, allShare: 0.25 }, { flag: "save", variant: "off", affected: 2, affectedShare: 0.05, allShare: 0.75 }, { flag: "other", variant: "on", affected: 20, affectedShare: 0.5, allShare: 0.5 }],
};
const facts = { group: { flags: ["save", "other", "gone"] }, what: { sessions: 40 }, who };
const program = (...flags) => ({ flags: new Map(flags.map((one) => [one.key, one])) });

check("versions are compared by their numbers", () => {
  equal([compareVersions("3.10.0", "3.9"), compareVersions("3.4", "3.4.0"), compareVersions("3.4.1", "3.4.2")], [1, 0, -1]);
  equal(["iOS 26.1", "iOS 26", "macOS 15.3.1", "Linux", "Windows 11 Pro"].map(majorOf), ["iOS 26", "iOS 26", "macOS 15", "Linux", "Windows 11"]);
});

check("an intersection is exact where one of both has everyone", () => {
  equal([both(45, 47, 47), both(45, 44, 47)], [{ number: 45, isExact: true }, { number: 44, isExact: false }]);
});

check("the flags that stand out come first, and those that are off are left out", () => {
  const list = switchable(facts, program(flag("other"), flag("save"), flag("gone", {}, { isOn: false })), production);
  equal(list.map(({ flag: { key }, off, affected }) => [key, off, affected]), [["save", "off", 38], ["other", "off", 20]]);
  equal(switchable(facts, program(flag("save", { isArchived: true })), production), []);
});

check("a rule is added before the others, and everyone is the switch", () => {
  const [choice] = switchable(facts, program(flag("save", {}, { rules: [{ id: "1" }] })), production), conditions = [{ attribute: "version", is: "versionAtMost", values: ["3.4.1"] }];
  equal(editOf(choice, production, { conditions, id: "new" }), { kind: "targeting", name: "save", environment: "production", base: 7, set: { rules: [{ id: "new", if: conditions, then: { variant: "off" } }, { id: "1" }] } });
  equal(editOf(choice, production, {}).set, { isOn: false });
});

check("a variant is replaced in rules and splits", () => {
  const split = [{ variant: "a", weight: 20 }, { variant: "b", weight: 30 }, { variant: "c", weight: 50 }];
  const many = flag("size", { type: "string", variants: [{ name: "a" }, { name: "b" }, { name: "c" }] }, { off: "a", rules: [{ id: "1", then: { variant: "b" } }], otherwise: { split } });
  const set = editOf({ flag: many, targeting: many.targetings.get("production"), off: "a" }, production, { variant: "b" }).set;
  equal(set, { rules: [{ id: "1", then: { variant: "a" } }], otherwise: { split: [{ variant: "a", weight: 50 }, { variant: "c", weight: 50 }] } });
});

check("audiences have their conditions and figures", () => {
  const [choice] = switchable(facts, program(flag("save")), production), names = attributeNames([{ name: "appVersion" }]);
  const impact = { variants: [{ variant: "on", sessions: 100, versions: [{ version: "3.4.1", sessions: 60 }, { version: "3.5.0", sessions: 40 }] }] };
  const list = audiences(choice, { facts, report: { person: "p-1" }, names, impact, version: "3.4.1", system: "iOS 26", onlyEarlier: true });
  equal(list.map(({ id }) => id), ["everyone", "system", "version", "person"]);
  equal(list.map(({ stops }) => [stops.number, stops.isExact]), [[38, true], [38, false], [38, true], [1, true]]);
  equal(list.slice(0, 3).map(({ sessions }) => sessions), [{ number: 100, isExact: true }, { number: 60, isExact: false }, { number: 60, isExact: true }]);
  equal(list[1].conditions, [{ attribute: "system", is: "startsWith", values: ["iOS 26"] }, { attribute: "appVersion", is: "versionAtMost", values: ["3.4.1"] }]);
  equal(list[1].note, "Programs haven’t sent the attribute “system”.");
  equal(suggested(list, facts), "version");
  equal(audiences({ ...choice, off: undefined }, { facts, names, version: "3.4.1", system: "iOS 26" }).length, 1);
  equal(audiences(choice, { facts, names, impact: new Error("unreachable"), version: "3.4.1" })[0].sessions, undefined);
});

check("dependents are found through others, and cycles end", () => {
  const list = program(flag("a", { parent: "c" }), flag("b", { parent: "a" }), flag("c", { parent: "b" }), flag("d", { parent: "b", isArchived: true }));
  equal(dependents(list, "a").map(({ key }) => key), ["b", "c"]);
});

check("a reason names its report at its end only", () => {
  equal(partsOfReason("Crash: 47 since 08:52 (report g-1)"), { text: "Crash: 47 since 08:52", group: "g-1" });
  equal(partsOfReason("(report a) is wrong"), { text: "(report a) is wrong", group: undefined });
  equal(partsOfReason(""), { text: "", group: undefined });
});

check("figures state their precision", () => {
  equal([0, 0.00001, 0.0005, 0.00996, 0.3449, 1, undefined].map(share), ["0 %", "below 0.01 %", "0.05 %", "1.0 %", "34 %", "100 %", "–"]);
  equal([peopleText(1), peopleText(18_240, true)], ["1 person", "about 18,240 people"]);
  equal([0.031, 20, 660, null].map(seconds), ["31 ms", "20 s", "11 min", ""]);
  equal([0, 120_000, 7_200_000, 3 * 86_400_000].map((passed) => since(0, passed)), ["now", "2 min", "2 h", "3 days"]);
  equal([period(0, 24 * 3_600_000), period(0, 168 * 3_600_000)], ["24 hours", "7 days"]);
  equal(coverage({ sessions: 1, people: 1, from: 0, until: 86_400_000, versions: ["3.4.1"], lost: 2 }), "1 session from 1 person, 24 hours, version 3.4.1 only, 2 lost on the way");
});

check("ratios and intervals may be infinite", () => {
  equal([68.2, 1.6, null].map(ratioText), ["68 ×", "1.6 ×", "only with it"]);
  equal([[16.1, 280.4], [3.1, null], [null, 2], [null, null]].map(rangeText), ["16 to 280", "at least 3.1", "at most 2.0", "unknown"]);
  equal(["conclusive", "chance", "none", "noData", "other"].map((verdict) => verdictOf({ verdict })), ["Conclusive", "Could be chance", "No difference", "Not enough data", "Not enough data"]);
});

check("groups are described without empty parts", () => {
  equal(subtitle({ feature: "App/Documents", message: "", place: "" }), "Documents");
  equal(subtitle({ feature: "", message: "Missing font", place: "Font.swift:3" }), "No feature. Missing font, Font.swift:3");
  equal([{ state: "open" }, { state: "open", isNew: true }, { state: "resolved", resolvedIn: "3.4.2" }, { state: "ignored", ignoredUntil: 67, reports: 47 }].map(stateText), ["Open", "Open, new today", "Resolved in 3.4.2", "Ignored until 20 more"]);
  equal([[0, 0, 0, 1, 2, 2], [3, 3, 3, 3, 3, 3], [0, 0, 0, 0, 0, 4], []].map((hours) => isGettingWorse({ hours })), [true, false, false, false]);
});
