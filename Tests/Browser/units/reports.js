import { both, editOf, audiences, attributeNames, dependents, majorOf, suggested, switchable } from "/dashboard/switchOff/switchRules.js";
import { deedText, isSwitchOff, markText } from "/dashboard/switchOff/switchDeed.js";
import { actText, guardActsOf } from "/dashboard/insight/guardActs.js";
import { currentOf } from "/dashboard/insight/response.js";
import { compareVersions, newestFirst } from "/dashboard/insight/versions.js";
import { unusedText } from "/dashboard/behaviour/actionsCard.js";
import { reportsAddress } from "/dashboard/behaviour/failuresCard.js";
import { isWatched, watchEnd } from "/dashboard/text/plans.js";
import { guardChange } from "/dashboard/plans/undoGuard.js";
import { partsOfReason } from "/dashboard/insight/reportLink.js";
import { isGettingWorse, stateText, subtitle, suspectSentence } from "/dashboard/insight/groupText.js";
import { coverage, lostText, peopleText, period, seconds, share, since } from "/dashboard/insight/figures.js";
import { isCertain, rangeText, ratioText, verdictOf } from "/dashboard/report/suspects.js";
import { barLength, barsFrom, effectParts } from "/dashboard/report/barTimes.js";
import { headline } from "/dashboard/changes/changeText.js";
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
  equal([compareVersions("3.10.0", "3.9"), compareVersions("3.4", "3.4.0"), compareVersions("3.4.1", "3.4.2"), compareVersions("v3.4+7", "3.4+8")], [1, 0, -1, 0]);
  equal(["iOS 26.1", "iOS 26", "macOS 15.3.1", "Linux", "Windows 11 Pro"].map(majorOf), ["iOS 26", "iOS 26", "macOS 15", "Linux", "Windows 11"]);
});

check("a pre-release is earlier than its release", () => {
  // The order of Semantic Versioning 2.0.0, item 11.
  const ordered = ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "2024.11.24.1"];
  equal(newestFirst([...ordered].sort()), [...ordered].reverse());
  equal(["3.4.2-beta.1", "3.4.2", "3.4.1"].sort(compareVersions).at(-1), "3.4.2");
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
  const list = audiences(choice, { facts, report: { person: "p-1" }, names, impact, version: "3.4.1", system: "iOS 26", onlyEarlier: true, reachesPerson: true });
  equal(list.map(({ id }) => id), ["everyone", "system", "version", "person"]);
  equal(list.map(({ stops }) => [stops.number, stops.isExact]), [[38, true], [38, false], [38, true], [1, true]]);
  equal(list.slice(0, 3).map(({ sessions }) => sessions), [{ number: 100, isExact: true }, { number: 60, isExact: false }, { number: 60, isExact: true }]);
  equal(list[1].conditions, [{ attribute: "system", is: "startsWith", values: ["iOS 26"] }, { attribute: "appVersion", is: "versionAtMost", values: ["3.4.1"] }]);
  equal(list[1].note, "Programs haven’t sent the attribute “system”.");
  equal(suggested(list, facts), "version");
  // A pseudonym that no program uses as targeting key would make a rule without effect.
  equal(audiences(choice, { facts, report: { person: "p-1" }, names, impact, version: "3.4.1", reachesPerson: false }).map(({ id }) => id), ["everyone", "version"]);
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
  // Seven days are today, which isn’t over, and the six before.
  equal([24, 168, 145, 168 - 0.0001].map((hours) => period(0, hours * 3_600_000)), ["24 hours", "7 days", "7 days", "7 days"]);
  equal(coverage({ sessions: 1, people: 1, from: 0, until: 86_400_000, versions: ["3.4.1"], lost: 2 }), "1 session from 1 person, 24 hours, version 3.4.1 only, 2 events lost on the way");
  equal([{ lost: 1 }, { unsent: 3 }, { lost: 2, unsent: 1, dropped: 1 }, {}].map(lostText), ["1 event lost on the way", "3 messages never sent by programs", "2 events lost on the way, 1 message never sent by programs, 1 entry left out of messages", undefined]);
});

check("ratios and intervals may be infinite", () => {
  equal([68.2, 1.6, null].map(ratioText), ["68\u00A0×", "1.6\u00A0×", "only with it"]);
  equal([[16.1, 280.4], [3.1, null], [null, 2], [null, null]].map(rangeText), ["16 to 280", "at least 3.1", "at most 2.0", "unknown"]);
  equal(["conclusive", "less", "chance", "none", "noData", "other"].map((verdict) => [verdictOf({ verdict }), isCertain({ verdict })]),
    [["Conclusive", true], ["Affected less", true], ["Could be chance", false], ["No difference", false], ["Not enough data", false], ["Not enough data", false]]);
});

check("groups are described without empty parts", () => {
  equal(subtitle({ feature: "App/Documents", message: "", place: "" }), "Documents");
  equal(subtitle({ feature: "", message: "Missing font", place: "Font.swift:3" }), "No feature. Missing font, Font.swift:3");
  equal([{ state: "open" }, { state: "open", isNew: true }, { state: "resolved", resolvedIn: "3.4.2" }, { state: "ignored", ignoredUntil: 67, reports: 47 }].map(stateText), ["Open", "Open, new today", "Resolved in 3.4.2", "Ignored until 20 more"]);
  equal([[0, 0, 0, 1, 2, 2], [3, 3, 3, 3, 3, 3], [0, 0, 0, 0, 0, 4], []].map((hours) => isGettingWorse({ hours })), [true, false, false, false]);
});

check("after a change, only hours that began later make a group worse", () => {
  const hour = 3_600_000, now = 1_000 * hour + 60_000, hours = [...Array(18).fill(0), 1, 1, 1, 9, 9, 9];
  equal([undefined, now - 2 * hour, now - 5 * hour, now - 6 * hour].map((since) => isGettingWorse({ hours }, { since, now })), [true, false, false, true]);
});

const program3 = { ...program(flag("save", { name: "Fast Save" })), environment: production, environmentNamed: () => ({ name: "Production" }), segments: new Map() };
const changeOf = (before, after, { number = 9, source = "dashboard", key = "save" } = {}) => ({ number, time: number * 1_000, author: { name: source === "guard" ? "Guard" : "Mara", source }, differences: [{ kind: "targeting", name: key, environment: "production", before, after }] });

check("a change that switches a flag off says for whom", () => {
  const rule = (...conditions) => changeOf({ isOn: true, rules: [{ id: "1" }] }, { isOn: true, rules: [{ id: "new", if: conditions, then: { variant: "off" } }, { id: "1" }] });
  const system = { attribute: "system", is: "startsWith", values: ["iOS 26"] }, version = { attribute: "version", is: "versionAtMost", values: ["3.4.1"] };
  equal([rule(system, version), rule(version), rule({ attribute: "targetingKey", is: "oneOf", values: ["p-1"] }), rule({ segment: "beta", is: "in" })].map((one) => deedText(one, program3)),
    ["switched off Fast Save for iOS 26 in 3.4.1 and earlier", "switched off Fast Save in 3.4.1 and earlier", "switched off Fast Save for one person", "switched off Fast Save for some people"]);
  equal(deedText(changeOf({ isOn: true }, { isOn: false }), program3), "switched off Fast Save in production");
});

check("a mark says what the change was", () => {
  const plan = (step, state = "running") => ({ isOn: true, plan: { id: "p", step, state } });
  const changes = [changeOf({ isOn: true }, { isOn: false }), changeOf({ isOn: false }, { isOn: true }), changeOf(plan(2), plan(1, "paused")), changeOf(plan(2), plan(2, "paused")),
    changeOf({ isOn: true, otherwise: { variant: "on" } }, { isOn: true, otherwise: { variant: "off" } }), changeOf({ isOn: true }, { isOn: true, rules: [{ id: "1", then: { variant: "on" } }] }), { differences: [] }];
  equal(changes.map((one) => markText(one, program3)), ["Switched off", "Switched on", "Set back", "Plan paused", "Rollout changed", "Rules changed", "Changed"]);
  equal([isSwitchOff(changes[0], program3), isSwitchOff(changes[2], program3)], [true, false]);
});

check("the acts of guards are those on a group’s flags, and in effect until they are taken back", () => {
  const before = { isOn: true, plan: { id: "p", step: 2, state: "running" } }, paused = { ...before.plan, state: "paused" };
  const pause = changeOf(before, { isOn: true, plan: paused }, { number: 5, source: "guard" }), back = changeOf(before, { isOn: true, plan: { ...paused, step: 1 } }, { number: 7, source: "guard" });
  const off = changeOf(before, { isOn: false, plan: paused }, { number: 6, source: "guard" }), other = changeOf(before, { isOn: false }, { source: "guard", key: "unrelated" });
  const now = { ...program3, ...program(flag("save", { name: "Fast Save" }, { plan: { ...paused, step: 1 } })) }, acts = guardActsOf([back, off, pause, other], new Set(["save"]), now);
  equal(acts.map(({ act, isInEffect }) => [act, isInEffect]), [["stepBack", true], ["switchOff", false], ["pause", false]]);
  equal(acts.map((one) => actText(one, now)), ["set Fast Save back to the step before", "switched off Fast Save", "paused the plan of Fast Save"]);
  // A pause changes no one’s value, so its effect isn’t measured; the newest of the others is.
  equal(currentOf([], acts)?.number, 7);
  equal(currentOf([{ change: { number: 8 }, isReverted: true }, { change: { number: 4 }, isReverted: false }], acts.slice(1))?.number, 4);
  equal(guardChange([other, back], { key: "save" }, production, { id: "p" })?.number, 7);
  equal([guardChange([changeOf(before, before, { number: 8 }), back], { key: "save" }, production, { id: "p" }), guardChange([back], { key: "save" }, production, { id: "q" })], [undefined, undefined]);
});

check("a guard watches after the last step for its time", () => {
  const plan = { state: "finished", since: 1_000, guard: { watch: 60 } };
  equal(watchEnd(plan), 61_000);
  equal([isWatched(plan, 60_999), isWatched(plan, 61_000), isWatched({ ...plan, state: "stopped" }, 2_000), isWatched({ ...plan, guard: {} }, 1_000), isWatched(undefined)], [true, false, false, false, false]);
});

check("a suspect is a sentence", () => {
  const named = { flags: new Map([["save", { value: { name: "Fast Save" } }]]) };
  equal([{ flag: "save", variant: "on", ratio: 68.2 }, { flag: "gone", variant: "b", ratio: null }, { flag: null, variant: null, version: "3.4.1", ratio: 3.14 }].map((one) => suspectSentence(one, named)),
    ["Sessions with Fast Save on are affected 68\u00A0× as often.", "Only sessions with gone b are affected.", "Sessions of 3.4.1 are affected 3.1\u00A0× as often."]);
});

check("a failure without a group links nowhere", () => {
  equal([reportsAddress({ action: "save", error: "StorageError" }), reportsAddress({ action: "save", error: "StorageError", groups: [] })], [undefined, undefined]);
});

check("a failure links to its group, or to the list of several", () => {
  history.replaceState(null, "", "/p/documents/production/behaviour");
  const reports = "/p/documents/production/reports", of = (groups, error) => reportsAddress({ action: "save", error, groups });
  equal([of(["g7"], "StorageError"), of(["g7", "g8"], "StorageError"), of(["g7", "g8"])], [`${reports}/g7`, `${reports}?text=StorageError&state=all`, `${reports}?text=save&state=all`]);
  history.replaceState(null, "", "/");
});

check("the bar that contains a change is of neither side", () => {
  const hour = 3_600_000, bars = [3, 5, 4, 0].map((reports, index) => ({ time: (10 + index) * hour, reports }));
  const mixed = effectParts(bars, hour, { time: 12 * hour + hour / 3 });
  equal([mixed.sides, mixed.ofChange, mixed.rate], [[3, 5, 0, 0], [0, 0, 4, 0], 4]);
  equal(mixed.at.toFixed(3), "0.583");
  const exact = effectParts(bars, hour, { time: 12 * hour });
  equal([exact.sides, exact.mixed, exact.rate], [[3, 5, 4, 0], undefined, 4]);
  // Nothing was before it.
  equal(effectParts(bars, hour, { time: 10 * hour }).rate, undefined);
  equal([300_000, hour, 4 * hour, 24 * hour, 48 * hour].map(barLength), ["5 minutes", "hour", "4 hours", "day", "2 days"]);
});

check("the bars of an effect begin with the first report of the group", () => {
  const hour = 3_600_000, bars = [0, 0, 6, 4, 0].map((reports, index) => ({ time: index * hour, reports }));
  equal(barsFrom(bars, hour, 2.5 * hour).map(({ reports }) => reports), [6, 4, 0]);
  equal(effectParts(barsFrom(bars, hour, 2.5 * hour), hour, { time: 4 * hour }).rate, 5);
  // A group that is older has hours without reports, and one bar isn't a plot.
  equal([barsFrom(bars, hour, -hour), barsFrom(bars, hour), barsFrom(bars, hour, 9 * hour)].map((list) => list.length), [5, 5, 5]);
});

check("a change of rules says what it did, without the state", () => {
  const one = { id: "1", then: { variant: "on" } }, two = { id: "2", then: { variant: "on" } }, three = { id: "3", then: { variant: "on" } };
  const rules = (before, after, isOn = false) => changeOf({ isOn, rules: before }, { isOn, rules: after });
  equal([rules([one], [two, one]), rules([], [one, two]), rules([one, two], [two]), rules([one], [{ ...one, then: { variant: "off" } }]), rules([one, two], [two, one])].map((each) => headline(each, program3)),
    ["added a rule to Fast Save in production", "added 2 rules to Fast Save in production", "removed a rule from Fast Save in production", "changed rules of Fast Save in production", "changed rules of Fast Save in production"]);
  equal([headline(rules([one], [one, two]), program3, "save"), headline(rules([one, two], [two]), program3, "save")], ["added a rule in production", "removed a rule in production"]);
  const off = { id: "new", if: [{ attribute: "version", is: "versionAtMost", values: ["1.0"] }], then: { variant: "off" } };
  equal([headline(rules([one], [off, one], true), program3), headline(rules([one], [off, one], true), program3, "save")], ["switched off Fast Save in 1.0 and earlier", "switched off in production for 1.0 and earlier"]);
  // A title doesn’t hide that another rule was edited as well.
  equal(headline(rules([one], [off, { ...one, then: { variant: "other" } }], true), program3), "changed rules of Fast Save in production");
});

check("a feature is unused since the first session, or for 30 days", () => {
  const now = new Date(2026, 10, 24, 12).getTime(), day = 86_400_000;
  equal([{ days: 30, since: now - 2 * 3_600_000 }, { days: 30, since: now - 3 * day }, { days: 30, since: now - 29.5 * day }, { days: 30 }].map((one) => unusedText(one, now)), ["since 10:00", "since 21 Nov, 12:00", "30 days", "30 days"]);
});

check("a reversal is named as one, with its result", () => {
  const on = { isOn: true, otherwise: { variant: "on" } }, one = { ...changeOf({ ...on, isOn: false }, on), kind: "reversal", reverts: 12 };
  equal([headline(one, program3), headline(one, program3, "save")], ["reverted change 12 of Fast Save in production: On", "reverted change 12 in production: On"]);
});
