import { absenceCard, isEmpty } from "/dashboard/experiments/absenceCard.js";
import { groupedActions, identifierWords } from "/dashboard/experiments/actions.js";
import { interactionsCard } from "/dashboard/experiments/afterCards.js";
import { layerNote, layersOf } from "/dashboard/experiments/layersCard.js";
import { sinceWhen, spanOf } from "/dashboard/experiments/narrowingCard.js";
import { bestArm } from "/dashboard/experiments/nextCard.js";
import { guardrailGap, resultCard } from "/dashboard/experiments/resultCard.js";
import { differenceScale } from "/dashboard/plots/scale.js";
import { differenceText, metricName, neededText, rangeText, valueText, verdictText } from "/dashboard/text/experiments.js";
import { linesOf } from "/dashboard/text/itemLines.js";
import { headline } from "/dashboard/changes/changeText.js";
import { check, equal } from "./check.js";
import { variantName } from "/run/flagText.js";

check("metrics, values and differences are in the program's words", () => {
  const named = (metric, experiment) => metricName({ title: "Save Document", action: "saveDocument", ...metric }, experiment);
  equal(["conversion", "count", "failureRate", "duration", "retention"].map((measure) => named({ measure })),
    ["People with Save Document", "Save Document per person", "Failures of Save Document", "Time of Save Document", "Save Document on a later day"]);
  equal([named({ measure: "count" }, { unit: "company" }), named({ measure: "count", title: "" }), metricName({ title: "Abnormal exits", action: "", measure: "count" }), metricName({ measure: "retention" })],
    ["Save Document per person", "Save Document per person", "Abnormal exits", "Back on a later day"]);
  equal([["conversion", 0.381], ["count", 5.414], ["count", 1234.5], ["duration", 212], ["failureRate", 0.00021], ["count", null], ["timeTo", 90]].map(([measure, value]) => valueText({ measure }, value)), ["38.1 %", "5.41", "1,235", "212 ms", "0.021 %", "–", valueText({ measure: "duration" }, 90_000)]);
  const other = { feature: "App/Print", action: "printLabels" };
  equal([{ measure: "duration", quantile: 0.9 }, { measure: "retention", week: 2 }, { measure: "timeTo", day: 1 }, { measure: "amount", unit: "pages" }, { measure: "sequence", then: other }, { measure: "rate", other: { ...other, title: "Labels" } }].map((one) => named(one)),
    ["90 % time of Save Document", "Save Document in week 2", "Time until Save Document, at most 1 day", "Pages of Save Document per person", "People with Save Document, then Print Labels", "Save Document per Labels"]);
  equal(["focused", "editor/1:focused", "editor/1.37:focused"].map(variantName), ["focused", ...Array(2).fill("focused (editor, phase 1)")]);
  equal([0.078, -0.012, 0.0001, 0, null].map(differenceText), ["+7.8 %", "−1.2 %", "+0.010 %", "0.0 %", "–"]);
  equal([{ lower: 0.039, upper: 0.117 }, { lower: null, upper: 0.1 }, { lower: -0.1, upper: null }, { lower: null, upper: null }].map(rangeText), ["+3.9 to +11.7", "at most +10.0", "at least −10.0", "not known yet"]);
  equal([verdictText({ verdict: "within" }, { margin: 0.05, direction: "decrease" }), verdictText({ verdict: "beyond" }, { margin: 0.01, direction: "increase" })], ["Within +5 %", "Beyond −1 %"]);
  equal([{ effect: 0.05, days: 16 }, { effect: 0.02, days: null }, { effect: 0.1, days: 1 }].map(neededText), ["5 % in 16 days", "2 % takes longer than a year", "10 % in 1 day"]);
});

check("a guardrail without a comparison has the reason", () => {
  const text = (people, values, metric) => resultCard({ verdict: { kind: "waiting", sentence: "", detail: "" }, arms: [{ people }, { people: people + 1 }], metrics: [{ role: "guardrail", title: "Save Document", action: "saveDocument", margin: 0.05,
    arms: values.map((value, index) => ({ name: ["classic", "focused"][index], value })), comparisons: [{ arm: "focused", relative: null, lower: null, upper: null, verdict: "waiting" }], ...metric }] }, { arms: ["classic", "focused"] }).textContent;
  const reason = (...found) => /\(([^)]*)\)/.exec(text(...found))[1];
  equal([reason(0, [null, null], { measure: "count" }), reason(60, [1, 1], { measure: "count" }), reason(400, [1, 1], { measure: "count" }), reason(400, [0, 0], { measure: "exits" }), reason(400, [null, 212], { measure: "duration" })],
    ["too few people yet", "too few people yet", "no differences yet", "none yet", "none with classic yet"]);
  equal([{ measure: "timeTo" }, { measure: "timeTo", day: 3 }, { measure: "retention", day: 7 }, { measure: "retention", week: 2 }].map((metric) => reason(400, [null, null], metric)),
    [8, 4, 8, 21].map((days) => `known only after ${days} days`));
  // No margin is drawn.
  equal(text(400, [0, 0], { measure: "exits" }).includes("dashed"), false);
});

check("a decision knows the guardrails that weren't compared", () => {
  const guardrail = (title, verdict) => ({ role: "guardrail", title, measure: "exits", arms: [{ name: "a", value: 0 }, { name: "b", value: 0 }], comparisons: [{ arm: "b", verdict }] }), arms = [{ people: 400 }, { people: 420 }];
  const gap = (...metrics) => guardrailGap({ metrics, arms }, "b", { arms: ["a", "b"] });
  equal(gap(guardrail("Crashes", "within"), guardrail("Failures", "inconclusive")), undefined);
  equal(gap(guardrail("Crashes", "within"), guardrail("Failures", "waiting")), { isNone: false, text: "Not every guardrail is compared yet: Failures, a 0.0 %, b 0.0 % (none yet)." });
  equal(gap(guardrail("Crashes", "unreliable")), { isNone: true, text: "The result is unreliable, so whether “b” does harm isn’t known." });
  equal([gap(guardrail("Crashes", "waiting")), gap()].map(({ isNone, text }) => [isNone, text]), [[true, "No guardrail is compared yet, so whether “b” does harm isn’t known: Crashes, a 0.0 %, b 0.0 % (none yet)."], [true, "No guardrail is compared yet, so whether “b” does harm isn’t known."]]);
});

check("a scale of differences has 0, all values, and few ticks", () => {
  for (const values of [[], [0.039, 0.117], [-0.5, 0.02], [-0.001], [12, null], [-3, 0.4], [0.26, -0.26]]) {
    const { from, to, ticks } = differenceScale(values), inside = values.filter(Number.isFinite).map((value) => Math.min(1, Math.max(-1, value)));
    if (!(from < 0 && to > 0 && inside.every((value) => value >= from - 1e-9 && value <= to + 1e-9) && ticks.length <= 6 && ticks.filter(({ text }) => text === "0").length === 1)) throw new Error(`${values}: ${from} to ${to}, ${ticks.map(({ text }) => text)}`);
  }
  equal(differenceScale([0.117, -0.05]).ticks.map(({ text }) => text), ["−5 %", "0", "+5 %", "+10 %", "+15 %"]);
});

check("interactions that aren't compared have the reason", () => {
  const text = (unit) => interactionsCard({ hasOthers: true, isComparable: false }, undefined, unit).textContent;
  equal([text("company"), text(undefined)], ["InteractionsNot known: people are split by company.", "InteractionsNot known for this metric: it is a distribution, or known only after days."]);
});

check("an interval is on one side since the last day on which it wasn't", () => {
  const day = (number, lower, upper) => ({ day: number, relative: 0, lower, upper });
  equal(sinceWhen([day(1, 0.1, 0.4), day(2, -0.1, 0.3), day(3, 0.01, 0.2), day(4, 0.02, null)]).from.day, 3);
  equal(sinceWhen([day(1, null, null), day(2, -0.2, -0.1)]), { from: day(2, -0.2, -0.1), side: "below" });
  equal([sinceWhen([day(1, -0.1, 0.1)]), sinceWhen([day(1, null, null)])], [undefined, undefined]);
  equal([spanOf([day(1, -9, 9), day(2, -0.1, 0.2), day(3, 0, 0.12)]), spanOf([day(1, null, null)]), spanOf([day(1, -4, 4)])], [0.2, 0.05, 1]);
});

check("changes of experiments say what they did", () => {
  const program = { flags: new Map(), segments: new Map(), environmentNamed: () => ({ name: "Production" }) }, value = { name: "Editor", state: "draft", days: 28 };
  const line = (before, after) => headline({ differences: [{ kind: "experiment", name: "editor", environment: "production", before, after }] }, program);
  equal([line(null, value), line(value, { ...value, state: "running" }), line(value, { ...value, state: "ended", decision: { arm: null } }), line({ ...value, slots: [[0, 1]] }, { ...value, days: 14, slots: [], phase: 2 }), line(value, null)],
    ["created", "started", "ended", "changed the length of", "removed"].map((deed) => `${deed} experiment Editor in production`));
});

check("the lines of an experiment are in the words of its page, without a decision where there is none", () => {
  const lines = (value) => linesOf({ kind: "experiment" }, value, { segments: new Map() }), metric = { feature: "App", action: "saveDocument", measure: "count", direction: "increase" };
  equal(lines({ name: "Editor", state: "ended", arms: ["a", "b"], share: 50, slots: [[0, 5000]], primary: metric, guardrails: [{ ...metric, measure: "duration", direction: "decrease", margin: 0.125 }], window: 7, days: 28, excluded: [{ phase: 1, version: "9.9" }], decision: { arm: null } }), [
    "name: Editor", "state: ended", "share: 50 %", "variant a, the control: 50 %", "variant b: 50 %", "primary metric: Save Document per person, more is better", "guardrail: Time of Save Document, less is better, at most 12.5 % worse",
    "counted: 7 days from the first exposure", "length: at most 28 days", "left out: phase 1, version 9.9"]);
  // A side of a conflict has one member.
  equal([lines({ weights: [1, 2] }), lines({ decision: { arm: "b" } }), lines({})], [["weights: 1 to 2"], ["decision: ship b"], []]);
});

check("a layer divides who isn't held out", () => {
  const one = (name, value) => ({ name, value: { name, state: "running", ...value } });
  equal(layersOf([one("held", { holdout: true, share: 10 }), one("a", { slots: [[0, 1000], [4000, 5000]] }), one("b", { slots: [[1000, 4000]] }), one("c", { layer: "search", slots: [[0, 10_000]] }), one("d", { state: "draft" })])
    .map(({ name, held, parts, free }) => [name, held, parts.map(({ experiment, share }) => [experiment.name, share.toFixed(3)]), free.toFixed(3)]),
  [["default", 0.1, [["b", "0.270"], ["a", "0.180"]], "0.450"], ["search", 0.1, [["c", "0.900"]], "0.000"]]);
  equal(layersOf([]), []);
});

check("an experiment that doesn't fit in its layer names those that occupy it", () => {
  const one = (name, value) => ({ name, value: { name, state: "running", share: 50, slots: [[0, 5000]], ...value } }), others = [one("a"), one("b", { slots: [[5000, 8000]] }), one("c", { layer: "search" }), one("d", { holdout: true })];
  const note = (value, name = "x") => layerNote(others, { name, value }, { isForm: true })?.textContent;
  equal(note({ share: 60 }), "It needs 60 % of the default layer, which has 20 % free: a has 50 %, b has 30 %. Use a smaller share or another layer, or end one of them.");
  // Its own place is free for it.
  equal([note({ share: 20 }), note({ share: 70 }, "a"), note({ layer: "new" })], [undefined, undefined, undefined]);
});

check("the best variant is one that breaks no guardrail", () => {
  const primary = (direction, ...found) => ({ role: "primary", direction, comparisons: found.map(([arm, relative, verdict = "better"]) => ({ arm, relative, verdict })) });
  const guard = (arm, verdict) => ({ role: "guardrail", comparisons: [{ arm, verdict }] }), verdict = { kind: "better" };
  equal(bestArm({ verdict, metrics: [primary("increase", ["b", 0.1], ["c", 0.2], ["d", 0.9, "inconclusive"])] }), "c");
  equal(bestArm({ verdict, metrics: [primary("increase", ["b", 0.1], ["c", 0.2]), guard("c", "beyond"), guard("b", "within")] }), "b");
  equal(bestArm({ verdict, metrics: [primary("decrease", ["b", -0.1], ["c", -0.3])] }), "c");
  equal([bestArm({ verdict: { kind: "harmed" }, metrics: [primary("increase", ["b", 0.1])] }), bestArm(undefined)], [undefined, undefined]);
});

check("the reason why no one takes part follows from what sessions had", () => {
  const targetings = (isOn) => new Map([["here", { value: { isOn } }]]), program = (isOn = true) => ({ flags: new Map([["editor", { key: "editor", value: { name: "Editor", variants: [] }, targetings: targetings(isOn) }]]), segments: new Map(), environment: { id: "here", name: "Here" } });
  const text = (found, value, isOn) => absenceCard(found, { value: { flag: "editor", ...value } }, program(isOn)).textContent;
  const cases = [text({ sessions: 3, exposed: 0, attributes: ["plan"] }, { unit: "company" }), text({ sessions: 3, exposed: 0, attributes: ["company"] }, { unit: "company" }), text({ sessions: 0, exposed: 0 }), text({ sessions: 3, exposed: 2 }), text({ sessions: 0, exposed: 0 }, {}, false), text({ sessions: 3, exposed: 0 })];
  equal(["none a variant of the experiment", "attribute “company”", "No program declares it", "No session with the flag Editor", "2 sessions had a variant of the experiment", "Editor is off in here", "targeting key"].map((words) => cases.map((found) => (found.includes(words) ? 1 : 0)).join("")),
    ["110001", "110000", "100000", "001000", "000100", "000010", "000001"]);
  equal([isEmpty(undefined), isEmpty({ mixed: 0, arms: [{ people: 0 }] }), isEmpty({ mixed: 1, arms: [{ people: 0 }] })], [true, true, false]);
});

check("declared actions come with their names, and performed ones of earlier versions remain", () => {
  const declared = [{ feature: "App/Documents", name: "Document Management", actions: [{ action: "save", name: "Save Document" }] }, { feature: "App/Empty", name: "Empty", actions: [] }];
  equal(groupedActions(declared, { features: [], actions: [{ feature: "App/Documents", action: "save", name: null, performs: 3 }, { feature: "App/oldExport", action: "exportAll", name: null, performs: 1 }] }), [
    { feature: "App/Documents", name: "Document Management", actions: [{ action: "save", name: "Save Document", performs: 3 }] },
    { feature: "App/oldExport", name: "Old Export", actions: [{ action: "exportAll", name: "Export All", performs: 1 }] }]);
  equal(identifierWords("App/Documents"), "Documents");
});
