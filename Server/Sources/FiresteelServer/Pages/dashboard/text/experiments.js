// Experiments as text: metrics in the program’s words, values, differences, and states.

import { count, counted, duration } from "../../kit/text/format.js";
import { identifierWords } from "../experiments/actions.js";

/** What is measured of an action: its label in the editor, the direction that is usually wanted, and the metric’s name. */
export const measures = {
  conversion: { label: "Share of people who do it", direction: "increase", name: (title, { many }) => `${many.replace(/^./, (letter) => letter.toUpperCase())} with ${title}` },
  count: { label: "Times per person", direction: "increase", name: (title, { one }) => `${title} per ${one}` },
  failureRate: { label: "Failures per attempt", direction: "decrease", name: (title) => `Failures of ${title}` },
  duration: { label: "Time it takes", direction: "decrease", name: (title) => `Time of ${title}` },
  retention: { label: "Back on a later day", direction: "increase", name: (title) => (title ? `${title} on a later day` : "Back on a later day") },
};

/** The words for those who are counted: people, or the values of an attribute. */
export const unitWords = () => ({ one: "person", many: "people" });

/** A metric: “Save Document per person”. Those that are always there have a title without an action. */
export function metricName({ title, action, measure }, experiment) {
  const shown = title && title !== action ? title : action ? identifierWords(action) : "";
  if (!action && shown) return shown;
  return measures[measure]?.name(shown, unitWords(experiment)) ?? shown;
}

const minus = (text) => text.replace("-", "−");
const percentage = (value) => (100 * value).toFixed(Math.abs(value) < 0.001 && value !== 0 ? 3 : 1);

/** The value of a metric for one arm: “38.1 %”, “5.41”, “212 ms”. */
export function valueText(measure, value) {
  if (!Number.isFinite(value)) return "–";
  if (measure === "duration") return duration(value * 1_000);
  if (measure === "count") return value < 100 ? value.toFixed(2) : count(Math.round(value));
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

/** The decision of an experiment that ended. */
export function decisionText({ decision, flag }, nameOfFlag = flag) {
  if (!decision) return "It ended without a decision.";
  return decision.arm ? `Everyone has “${decision.arm}”.` : `No variant was chosen: ${nameOfFlag} is decided by its own rules.`;
}

/** How long it takes to find a difference: “5 % in 16 days”. */
/** The number of people who take part each day, and the rest of the sentence. */
export function dailyText(perDay) {
  const { one, many } = unitWords(), people = Math.round(perDay);
  if (people < 1) return [`Fewer than one ${one} a day`, "takes part"];
  return [`${counted(people, one, many)} a day`, people === 1 ? "takes part" : "take part"];
}

export const neededText = ({ effect, days }) => `${Number((100 * effect).toFixed(1))} % ${Number.isFinite(days) ? `in ${counted(days, "day")}` : "takes longer than a year"}`;
