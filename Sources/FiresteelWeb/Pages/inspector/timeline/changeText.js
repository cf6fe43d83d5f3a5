// Text for changes on the timeline: flag exposures, changed flags and changed availabilities.

import { reasonOf, shown, spoken } from "../flags/flagText.js";

/** The subject of a change: a flag's key or a feature's name. */
export const changeSubject = ({ outcome, feature, change }) =>
  (outcome === "availability" ? feature.name || "A feature" : change.flag ?? "A flag");

/** The result of a change. */
export function changePredicate({ outcome, change: { value, state } }) {
  if (outcome === "availability") {
    return { available: "became available", unavailable: "became unavailable" }[state] ?? "availability isn’t known yet";
  }
  return `${outcome === "flag-changed" ? "changed to" : "is"} ${value === undefined ? "a value that is no longer available" : spoken(value)}`;
}

/** Subject and result as a sentence without its period. */
export const changeTitle = (row) => `${changeSubject(row)} ${changePredicate(row)}`;

/** The previous value, source and reason, in one line. */
export function changeMeta({ outcome, change: { was, provider, reason, variant, reasons = [] } }) {
  if (outcome === "availability") return reasons.join(", ");
  return [
    outcome === "flag-changed" && was !== undefined && `was ${spoken(was)}`,
    variant && `variant ${variant}`,
    provider && `from ${provider}`,
    reason && reasonOf({ reason }).word.toLowerCase(),
  ].filter(Boolean).join(", ");
}

/** The mark of a change; availabilities use the marks of features. */
export const changeMark = ({ outcome, change }) => (outcome === "availability" ? change.state ?? "undetermined" : outcome);

/** A value as shown in a detail pane. */
export const changeValue = (value) => (value === undefined ? "No longer available" : shown(value));
