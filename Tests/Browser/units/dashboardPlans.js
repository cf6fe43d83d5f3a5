import { headline } from "/dashboard/changes/changeText.js";
import { nextHour } from "/dashboard/changes/dueField.js";
import { editDeed } from "/dashboard/changes/editDeed.js";
import { pendingIn } from "/dashboard/changes/pendingChanges.js";
import { additionText } from "/dashboard/flags/additionNote.js";
import { versionsOf } from "/dashboard/flags/evaluatedBy.js";
import { personNeed } from "/dashboard/flags/personNeed.js";
import { direction } from "/dashboard/pages/compare.js";
import { byTime } from "/dashboard/plans/planRow.js";
import { promotedText } from "/dashboard/plans/promotedPlan.js";
import { suspectedFlag } from "/dashboard/switchOff/switchRules.js";
import { guardGap, guardSentence, guardWait } from "/dashboard/text/guards.js";
import { planLines, suggestedShares } from "/dashboard/text/plans.js";
import { check, equal } from "./check.js";

const variants = [{ name: "on", value: true }, { name: "off", value: false }];
const on = { isOn: true, otherwise: { variant: "on" } };

/** A Bool flag with a targeting in the environment “here”. */
const flag = (key, targeting) => ({ key, value: { type: "boolean", variants }, targetings: new Map([["here", { value: targeting }]]) });
const byKey = (...flags) => new Map(flags.map((one) => [one.key, one]));

check("a new plan begins above the present share, with a step between it and everyone", () => {
  equal([0, 0.5, 1, 10, 25, 50, 75, 98, 99, 100].map(suggestedShares), [[1, 10, 50, 100], [1, 10, 50, 100], [10, 50, 100], [50, 100], [50, 100], [75, 100], [88, 100], [99, 100], [100], [100]]);
});

check("a guard needs a share that is neither no one’s nor everyone’s", () => {
  const gap = (shares, taken = 0) => { const found = guardGap(shares.map((share) => ({ share })), taken, "on"); return found && [found.isRefused, found.text.split(":")[0]]; };
  const refused = [true, "The guard has no one to compare with"];
  equal([gap([100]), gap([0, 100]), gap([100, 50]), gap([0, 0.01]), gap([50, 100])], [refused, refused, [false, "The guard begins with step 2"], [false, "The guard begins with step 2"], undefined]);
  // The step that was taken counts, those before it don’t.
  equal([gap([50, 100], 1), gap([50, 100, 100], 2)], [undefined, refused]);
});

check("a step that is due says what its guard waits for", () => {
  const plan = { guard: { minimumRuns: 1_000 }, variant: "on", rest: "off", step: 1, steps: [{ share: 10 }, { share: 100 }] };
  const state = (more) => ({ step: 1, checked: 1_000, decision: "wait", reason: "Not certain.", stepRuns: { exposed: 1_200, unexposed: 38 }, ...more });
  equal(guardWait(plan, state(), 1_000), "Waiting for the guard: 1,000 of 1,000 sessions with on, 38 of 1,000 sessions with off.");
  const enough = { stepRuns: { exposed: 1_200, unexposed: 1_000 } };
  equal(guardWait(plan, state(enough), 1_000), "Waiting for the guard. Not certain.");
  equal([guardWait(plan, state({ ...enough, decision: "proceed" }), 1_000), guardWait({ ...plan, guard: undefined }, state(), 1_000)], [undefined, undefined]);
  equal(guardWait(plan, state({ ...enough, decision: "proceed" }), 400_000).startsWith("Waiting for the guard, which last read the sessions "), true);
  const unread = "Waiting for the guard, which hasn’t read the sessions of this step yet.";
  equal([guardWait(plan, null), guardWait(plan, state({ step: 0 })), guardWait(plan, undefined), guardWait({ ...plan, steps: [{ share: 100 }, { share: 50 }] }, null), guardWait({ ...plan, guard: { action: "notify" } }, null)], [unread, unread, "Waiting for the guard.", undefined, undefined]);
});

check("a plan’s lines have words, the numbers of rules, durations and percentage points", () => {
  const guard = { action: "stepBack", failureMargin: 1, abnormalExitMargin: 2, durationLimit: 2.5, durationMargin: 3, errorRate: 0.07, feature: "App/Documents", watch: 7_200 };
  const plan = { state: "running", steps: [{ share: 1, wait: 60 }, { share: 100 }], rule: "b", variant: "on", rest: "off", guard };
  equal(planLines(plan, [{ id: "a" }, { id: "b", name: "Testers" }]), [
    "plan: running, 0 of 2 steps taken", "plan for rule 2 (Testers): on, otherwise off, by person", "plan step 1: 1 %, then wait 1 minute", "plan step 2: 100 %",
    "plan guard: pauses and returns to the step before beyond a margin", "plan guard: at most 1 point more sessions with failed actions of App/Documents",
    "plan guard: at most 2 points more sessions that ended abnormally", "plan guard: at most 3 points more sessions with actions of App/Documents that take 2.5 s or longer", "plan guard: at least 200 sessions with each variant in a step",
    "plan guard: stops at most 7 % of harmless plans", "plan guard: watches for 2 hours after the last step",
  ]);
  equal(planLines({ ...plan, guard: undefined })[1], "plan for rule “b”: on, otherwise off, by person");
  equal(guardSentence(guard, () => "Documents").startsWith("The guard pauses and returns to the step before if more than 1 point more sessions have failed actions of Documents, or more than 2 points more end abnormally, or more than 3 points more have an action that takes 2.5 s or longer."), true);
});

check("a flag needs the person where a rollout, a rule, a segment or a group asks for it", () => {
  const segments = new Map([["people", { value: { people: ["u-1"] } }], ["nested", { value: { if: [{ segment: "people", is: "in" }, { segment: "nested", is: "in" }] } }], ["pro", { value: { if: [{ attribute: "plan" }] } }]]);
  const need = (targeting, more) => personNeed({ variants, ...more }, { isOn: true, ...targeting }, segments)?.split(" ").slice(0, 2).join(" ");
  const split = [{ variant: "on", weight: 1 }], ruleOf = (condition) => ({ rules: [{ if: [condition], then: { variant: "on" } }] });
  equal([need({ otherwise: { split } }), need({ otherwise: { split, by: "company" } }), need({ otherwise: { split, key: { var: "x" } } }), need({ rules: [{ if: [], then: { split, by: "targetingKey" } }] })], ["A rollout", undefined, undefined, "A rollout"]);
  equal([need(ruleOf({ attribute: "targetingKey" })), need(ruleOf({ segment: "nested" })), need(ruleOf({ segment: "pro" })), need(ruleOf({ segment: "gone" }))], ["A rule", "A rule", undefined, undefined]);
  equal([need({}, { exclusionGroup: "g" }), need({}), need({ isOn: false, otherwise: { split } }), need({ logic: {} })], ["Its exclusion", undefined, undefined, undefined]);
});

check("flags are promoted onward, unless the address says otherwise", () => {
  const environments = ["a", "b", "c"].map((id) => ({ id })), of = (current, query = {}) => direction(environments, current, query).join("");
  equal([of("a"), of("b"), of("c")], ["ab", "bc", "bc"]);
  equal([of("a", { to: "c" }), of("a", { to: "a" }), of("a", { from: "c" }), of("a", { from: "c", to: "a" }), of("a", { from: "b", to: "b" }), of("a", { from: "x", to: "y" })], ["bc", "ba", "cb", "ca", "ba", "ab"]);
  equal(direction([{ id: "a" }], "a", {}), ["a", "a"]);
});

check("the versions that had a flag have the sessions of all variants, the latest first", () => {
  const exposure = { variants: [{ versions: [{ version: "3.9", sessions: 2 }, { version: "3.10", sessions: 1 }] }, { versions: [{ version: "3.9", sessions: 3 }] }] };
  equal(versionsOf(exposure, { connected: { versions: [{ version: "3.9", instances: 4 }, { version: "4.0", instances: 1 }] } }), [{ version: "3.10", sessions: 1, connected: 0 }, { version: "3.9", sessions: 5, connected: 4 }]);
  equal(versionsOf(undefined, undefined), []);
});

check("a pending change says what it does", () => {
  equal([{ set: { isOn: true } }, { set: { isOn: false } }, { set: { otherwise: {} }, clear: ["rules"] }, { kind: "targeting", create: {} }, { remove: true }, { set: { isArchived: true } },
    ...[{ state: "running" }, { state: "ended", decision: { arm: null } }, { state: "ended", decision: { arm: "b" } }, { share: 50, days: 7 }].map((set) => ({ kind: "experiment", set }))].map((edit) => editDeed(edit)),
  ["switch it on", "switch it off", "change everyone else and rules", "add it", "remove it", "archive it", "start it", "end it", "end it, and ship “b”", "change share and the length"]);
  const request = (environment) => ({ edits: [{ kind: "targeting", name: "a", environment, set: {} }] });
  equal(pendingIn([request("here"), request("there"), { edits: [] }], "a", "here").length, 1);
});

check("a pending change of everyone else names the new value", () => {
  const theme = { key: "theme", value: { type: "string", variants: [{ name: "classic", value: "c" }, { name: "wide", value: "w" }] }, targetings: new Map([["here", { value: { isOn: true, otherwise: { variant: "classic" } } }]]) };
  const program = { flags: byKey(flag("a", on), theme) }, wide = { variant: "wide" }, split = { split: [{ variant: "on", weight: 75 }, { variant: "off", weight: 25 }] };
  const deed = (name, more) => editDeed({ kind: "targeting", name, environment: "here", ...more }, program);
  equal([deed("theme", { set: { otherwise: wide } }), deed("a", { set: { otherwise: split } }), deed("a", { set: { isOn: true, otherwise: split } })], ["everyone: classic → wide", "everyone: on for 75 %", "switch it on, everyone: on for 75 %"]);
  equal(deed("theme", { set: { otherwise: wide, rules: [{ id: "r" }] } }), "change rules, everyone else: classic → wide");
  equal(deed("a", { clear: ["otherwise"] }), "everyone: on → off");
  equal([deed("a", { create: { isOn: true, otherwise: split } }), deed("a", { create: { isOn: false } }), deed("gone", { create: { isOn: false } }), deed("gone", { set: { otherwise: wide } })], ["add it, on for 75 %", "add it, off", "add it", "change everyone else"]);
});

check("what is promoted of a plan is the share that its variant has", () => {
  const targeting = (step, weight, more) => ({ isOn: true, otherwise: { split: [{ variant: "on", weight }, { variant: "off", weight: 100 - weight }] }, plan: { variant: "on", step, steps: [{ share: 75 }, { share: 100 }] }, ...more });
  equal(promotedText(targeting(1, 75)), "The share of the current step of the plan is promoted (75 %); plan and guard aren’t.");
  equal(promotedText(targeting(1, 40), "Fast Save"), "The share of the current step of the plan of Fast Save is promoted (40 %); plan and guard aren’t.");
  equal(promotedText(targeting(0, 0)).startsWith("No step of the plan was taken yet"), true);
  equal(promotedText(targeting(1, 0, { logic: {} })).includes("(75 %)"), true);
});

check("adding a flag says what programs lose", () => {
  equal(additionText({ type: "boolean", variants }), "Programs use their default. Adding it switched off gives everyone “off”: programs that have it on by default lose it.");
  equal(additionText({ type: "string", variants: [{ name: "wide", value: "w" }] }), "Programs use their default, also while the flag is switched off.");
});

check("plans and schedules are in the order of their times", () => {
  const plan = (state, since) => ({ plan: { state, step: 1, since, steps: [{ share: 1, wait: 1 }, { share: 100 }] } }), schedule = (due, state = "pending") => ({ due, state });
  equal(byTime([plan("running", 1_000), plan("paused", 0)], [schedule(500, "done"), schedule(3_000), schedule(1_500)]).map(({ time }) => time ?? "done"), [1_500, 2_000, 3_000, Infinity, "done"]);
});

check("one suspect of a group is named", () => {
  const choices = ["a", "b"].map((key) => ({ flag: flag(key, on) })), found = (list, suspect, suspects) => suspectedFlag(list, { group: { suspect } }, suspects && { suspects })?.key;
  equal([found(choices), found(choices.slice(1)), found(choices, { flag: "a" }), found(choices, null, [{ flag: "b", verdict: "conclusive" }, { flag: "a", verdict: "chance" }])], [undefined, "b", "a", "b"]);
  equal(found(choices, { flag: "a" }, [{ flag: "b", verdict: "conclusive" }]), undefined);
});

check("a schedule begins at the next full hour", () => {
  const at = (...time) => new Date(2027, 0, 1, ...time).getTime();
  equal([nextHour(at(9, 0)), nextHour(at(9, 59)), nextHour(at(23, 30))], [at(10), at(10), at(24)]);
});

check("what a plan did follows its name", () => {
  const plan = (step, state = "running") => ({ isOn: true, plan: { id: "p", step, state }, otherwise: { variant: step ? "on" : "off" } });
  const change = (before, after, source) => ({ author: { name: "Mara", source }, kind: "plan", differences: [{ kind: "targeting", name: "a", environment: "here", before, after }] });
  const program = { flags: byKey(flag("a", on)), segments: new Map(), environmentNamed: () => ({ name: "Here" }) };
  equal([headline(change(plan(0), plan(1), "plan"), program), headline(change(plan(0), plan(1), "dashboard"), program)], ["took step 1 for a in here: On", "took step 1 of the plan of a in here: On"]);
  equal(headline(change(plan(1), plan(1, "paused"), "plan"), program), "paused itself for a in here");
});
