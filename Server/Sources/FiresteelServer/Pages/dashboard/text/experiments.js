// Experiments as text: metrics in the program’s words, values, differences, and states.

import { count, counted, duration } from "../../kit/text/format.js";
import { identifierWords } from "../experiments/actions.js";
import { shortMoment } from "../insight/figures.js";
import { isLive, movedResult, shareOf } from "./plans.js";

const capital = (text) => text.replace(/^./, (letter) => letter.toUpperCase());
const quantile = (share, label, words) => ({ measure: "duration", quantile: share, label, direction: "decrease", name: (title) => `${words} time of ${title}` });

/**
 * What is measured of an action, by its kind: its label in the editor, the direction that is usually wanted, and the metric’s name. A kind has the
 * `measure` and the members of its metrics: a `number` that is entered with its name, range and words, or an action `other`.
 */
export const measures = {
  conversion: { label: "Share of people who do it", direction: "increase", name: (title, { many }) => `${capital(many)} with ${title}` },
  count: { label: "Times per person", direction: "increase", name: (title, { one }) => `${title} per ${one}` },
  amount: { label: "Amount per person", direction: "increase", name: (title, { one }, { unit }) => `${unit ? capital(unit) : "Amount"} of ${title} per ${one}` },
  sequence: { label: "Share of people who do it, then another action", direction: "increase", other: "then", name: (title, { many }, _, other) => `${capital(many)} with ${title}, then ${other}` },
  rate: { label: "Times per time of another action", direction: "increase", other: "per", name: (title, _, __, other) => `${title} per ${other}` },
  failureRate: { label: "Failures per attempt", direction: "decrease", name: (title) => `Failures of ${title}` },
  duration: { label: "Time it takes, on average", direction: "decrease", name: (title) => `Time of ${title}` },
  p50: quantile(0.5, "Time it takes, median", "Median"), p90: quantile(0.9, "Time that 90 % are below", "90 %"), p99: quantile(0.99, "Time that 99 % are below", "99 %"),
  timeTo: { label: "Time until the first success", direction: "decrease", number: ["day", 1, 28, 7, "days at most"], name: (title, _, { day }) => `Time until ${title}, at most ${counted(day ?? 7, "day")}` },
  retention: { label: "Back on a later day", direction: "increase", name: (title) => (title ? `${title} on a later day` : "Back on a later day") },
  onDay: { measure: "retention", label: "Back on one day", direction: "increase", number: ["day", 1, 28, 7, "days later"], name: (title, _, { day }) => `${title || "Back"} on day ${day}` },
  inWeek: { measure: "retention", label: "Back in one week", direction: "increase", number: ["week", 1, 6, 1, "weeks later"], name: (title, _, { week }) => `${title || "Back"} in week ${week}` },
};

/** The kind of a metric among the measures. */
export function kindOf({ measure, quantile: share, day, week }) {
  if (measure === "duration" && share) return `p${Math.round(100 * share)}`;
  // An empty number is one that isn’t valid yet.
  if (measure === "retention") return (day ?? undefined) !== undefined ? "onDay" : (week ?? undefined) !== undefined ? "inWeek" : measure;
  return measure;
}

/** The attribute whose values have a variant, such as “company”; `undefined` where each person has one. */
export const sharedUnit = ({ unit }) => (unit && unit !== "targetingKey" ? unit : undefined);

/** The words for those who are counted. */
export const unitWords = () => ({ one: "person", many: "people" });

/** A metric: “Save Document per person”. Those that are always there have a title without an action. */
export function metricName(metric, experiment) {
  const { title, action } = metric, words = (one) => (one?.title && one.title !== one.action ? one.title : one?.action ? identifierWords(one.action) : "");
  const shown = words({ title, action }), kind = measures[kindOf(metric)];
  if (!action && shown && metric.measure !== "retention") return shown;
  return kind?.name(action ? shown : "", unitWords(experiment), metric, words(metric.other ?? metric.then ?? metric.per)) ?? shown;
}

const minus = (text) => text.replace("-", "−");
const percentage = (value) => (100 * value).toFixed(Math.abs(value) < 0.0005 && value !== 0 ? 3 : 1);

/** The value of a metric for one arm: “38.1 %”, “5.41”, “212 ms”. */
export function valueText({ measure }, value) {
  if (!Number.isFinite(value)) return "–";
  if (measure === "duration") return duration(value * 1_000);
  if (measure === "timeTo") return duration(value * 1_000_000);
  if (["count", "amount", "rate"].includes(measure)) return value < 100 ? value.toFixed(2) : count(Math.round(value));
  return `${percentage(value)} %`;
}

/** A relative difference: “+7.8 %”, “−1.2 %”. */
export const differenceText = (relative) => (Number.isFinite(relative) ? `${signed(relative)} %` : "–");

const signed = (relative) => { const text = percentage(relative); return Number(text) === 0 ? "0.0" : minus(relative > 0 ? `+${text}` : text); };

/** An interval: “+3.9 to +11.7”; a missing end is unbounded. */
export function rangeText({ lower, upper }) {
  if (Number.isFinite(lower) && Number.isFinite(upper)) return `${signed(lower)} to ${signed(upper)}`;
  return Number.isFinite(lower) ? `at least ${signed(lower)}` : Number.isFinite(upper) ? `at most ${signed(upper)}` : "not known yet";
}

/** The verdict of a comparison, with the margin that a guardrail has. */
export function verdictText({ verdict }, { margin, direction } = {}) {
  const limit = Number.isFinite(margin) ? ` ${direction === "decrease" ? "+" : "−"}${Number((100 * margin).toFixed(1))} %` : "";
  return { better: "Clearly better", worse: "Clearly worse", inconclusive: "Inconclusive", within: `Within${limit || " the margin"}`, beyond: `Beyond${limit || " the margin"}`,
    waiting: "Waiting", unreliable: "Unreliable" }[verdict] ?? verdict;
}

/** The mark and the words of a result, by the kind of its verdict. */
export const verdictKinds = {
  waiting: ["in-flight", "Waiting"], better: ["success", "Better"], worse: ["failure", "Worse"], inconclusive: ["undetermined", "Inconclusive"],
  harmed: ["failure", "Harmed"], unreliable: ["failure", "Unreliable"],
};

/** The mark and the words of an experiment: a running one has its day, or what is wrong, or that its days have passed. */
export function stateOf({ value, phases = [], state }, results, now = Date.now()) {
  if (value.state === "draft") return ["off", "Draft"];
  if (value.state === "ended") return ["", "Ended"];
  const { kind } = results?.verdict ?? {}, [mark] = verdictKinds[kind] ?? ["in-flight"], day = results?.day ?? dayOf(phases.at(-1), now);
  if (kind === "harmed" || kind === "unreliable") return [mark, verdictKinds[kind][1]];
  if (state === "over") return [mark, "Over"];
  return [mark, day ? `Running, day ${day}` : "Running"];
}

const length = 86_400_000;

/** The day of a phase that runs, from 1. */
const dayOf = (phase, now) => (phase?.started ? Math.floor((now - phase.started) / length) + 1 : undefined);

/** The time when a phase ends at the latest, in milliseconds since 1970. */
export const endOf = ({ started }, { days }) => (started ? started + days * length : undefined);

/** Sessions that don’t count: “version 9.9.9, until today at 14:00”. */
export const exclusionText = ({ version, from, until }) => [version && `version ${version}`, from && `from ${shortMoment(from)}`, until && `until ${shortMoment(until)}`].filter(Boolean).join(", ");

/** The decision of an experiment that ended, and what its flag does since; `targeting` is that of the flag. */
export function decisionText({ decision, flag, arms }, nameOfFlag = flag, { isOn, rules = [], logic, otherwise, plan } = {}) {
  if (!decision) return "It ended without a decision.";
  if (decision.arm) return `Everyone got “${decision.arm}” at its end.`;
  if (isOn && isLive(plan) && arms.slice(1).includes(plan.variant)) {
    const share = Number(shareOf(movedResult({ rules, otherwise }, plan.rule), plan.variant).toFixed(2));
    return `A plan${plan.state === "paused" ? ", which is paused," : ""} rolls out “${plan.variant}”: ${share} % ${plan.rule ? "of those of its rule " : ""}have it now.`;
  }
  const everyones = everyonesArm({ isOn, rules, logic, otherwise }, arms);
  if (!everyones) return `No variant was chosen: ${nameOfFlag} is decided by its own rules.`;
  return plan?.state === "finished" && plan.variant === everyones ? `Everyone has “${everyones}” since its plan ended.` : `No variant was chosen at its end: ${nameOfFlag} gives everyone “${everyones}” now.`;
}

/** The arm that a targeting gives everyone, whatever their context. */
export const everyonesArm = ({ isOn, rules = [], logic, otherwise } = {}, arms) => (isOn && rules.length === 0 && logic === undefined ? arms.find((arm) => shareOf(otherwise, arm) === 100) : undefined);

/** The number of people who take part each day, and the rest of the sentence. */
export function dailyText(perDay) {
  const { one, many } = unitWords(), people = Math.round(perDay);
  if (people < 1) return [`Fewer than one ${one} a day`, "takes part"];
  return [`${counted(people, one, many)} a day`, people === 1 ? "takes part" : "take part"];
}

/** How long it takes to find a difference: “5 % in 16 days”. */
export const neededText = ({ effect, days }) => `${Number((100 * effect).toFixed(1))} % ${Number.isFinite(days) ? `in ${counted(days, "day")}` : "takes longer than a year"}`;
