// Groups of reports as text. What programs sent is shown as text only.

import { count } from "../../kit/text/format.js";
import { variantName } from "../../run/flagText.js";
import { ratioText } from "../report/suspects.js";

/** The kinds of reports with their marks and words. */
export const kinds = {
  crash: { mark: "failure", word: "Crash", plural: "crashes", one: "crash" },
  killed: { mark: "interrupted", word: "Killed", plural: "abnormal exits", one: "abnormal exit" },
  failure: { mark: "failure", word: "Failure", plural: "failures", one: "failure" },
  request: { mark: "undetermined", word: "Sent by a person", plural: "reports", one: "report" },
};
const unknown = { mark: "undetermined", word: "Report", plural: "reports", one: "report" };

/** Mark and words of a group’s kind. */
export const kindOf = ({ kind }) => kinds[kind] ?? unknown;

/** “47 crashes”, “1 failure”. */
export const countedOf = (group, number) => `${count(number)} ${number === 1 ? kindOf(group).one : kindOf(group).plural}`;

/** The name of a feature for people, or its identifier. */
export const featureName = ({ feature, names }) => names?.feature || feature?.split("/").at(-1) || "";

/** The name of an action for people, or its identifier. */
export const actionName = ({ action, names }) => names?.action || action || "";

/** “Document Management › Save Document”. */
export const performName = (one) => [featureName(one), actionName(one)].filter(Boolean).join(" › ");

/** The text below the title: “Document Management. Bad file descriptor, DocumentStore.swift:118”. */
export const subtitle = (group) =>
  [featureName(group) || "No feature", [group.message, group.place].filter(Boolean).join(", ")].filter(Boolean).join(". ");

/** The state of a group in a sentence. */
export function stateText({ state, isReopened, isNew, resolvedIn, ignoredUntil, reports }) {
  if (state === "resolved") return resolvedIn ? `Resolved in ${resolvedIn}` : "Resolved";
  if (state === "ignored") {
    const left = ignoredUntil === null || ignoredUntil === undefined ? 0 : ignoredUntil - reports;
    return left > 0 ? `Ignored until ${count(left)} more` : "Ignored";
  }
  return isReopened ? "Open, reopened" : isNew ? "Open, new today" : "Open";
}

const hour = 3_600_000, compared = 3;

/**
 * Whether the last three hours have at least five reports, and twice as many as the three before. After a change that is meant
 * to help, at the time `since`, only hours that began later count: six are needed.
 */
export function isGettingWorse({ hours = [] }, { since, now = Date.now() } = {}) {
  const later = since === undefined ? hours.length : Math.max(0, Math.floor(now / hour) - Math.ceil(since / hour) + 1);
  if (since !== undefined && later < 2 * compared) return false;
  const sum = (from, to) => hours.slice(from, to).reduce((total, number) => total + number, 0);
  const recent = sum(-compared, undefined);
  return recent >= 5 && recent >= 2 * sum(-2 * compared, -compared);
}

/** The name of a suspect: “Fast Save on”, “3.4.1”. */
export const suspectName = ({ flag, variant, version }, program) => (flag ? [program.flags.get(flag)?.value.name ?? flag, variantName(variant)].filter(Boolean).join(" ") : version);

/** The finding about the suspect of a group: “Sessions with Fast Save on are affected 68 × as often.” */
export function suspectSentence(suspect, program) {
  const sessions = `sessions ${suspect.flag ? "with" : "of"} ${suspectName(suspect, program)}`;
  return typeof suspect.ratio === "number" ? `S${sessions.slice(1)} are affected ${ratioText(suspect.ratio)} as often.` : `Only ${sessions} are affected.`;
}

/** The title of a group with its feature, for a reason: “Crash during Save Document in Document Management”. */
export const titleInFeature = (group) => [group.title, featureName(group) && `in ${featureName(group)}`].filter(Boolean).join(" ");
