// Changes on the timeline in words: flags that met the user, flags and availabilities that changed.

import { reasonOf, shown, spoken } from "../flags/flagText.js";

/** What it is about: a flag's key, or a feature. */
export const changeSubject = ({ outcome, feature, change }) =>
  (outcome === "availability" ? feature.name || "A feature" : change.flag ?? "A flag");

/** What became of it. */
export function changePredicate({ outcome, change: { value, state } }) {
  if (outcome === "availability") {
    return { available: "became available", unavailable: "became unavailable" }[state] ?? "can’t be decided yet";
  }
  return `${outcome === "flag-changed" ? "changed to" : "is"} ${value === undefined ? "a value no longer kept" : spoken(value)}`;
}

/** Both in a sentence without its full stop. */
export const changeTitle = (row) => `${changeSubject(row)} ${changePredicate(row)}`;

/** What there is to say beside it, in a line. */
export function changeMeta({ outcome, change: { was, provider, reason, variant, reasons = [] } }) {
  if (outcome === "availability") return reasons.join(", ");
  return [
    outcome === "flag-changed" && was !== undefined && `was ${spoken(was)}`,
    variant && `variant ${variant}`,
    provider && `from ${provider}`,
    reason && reasonOf({ reason }).word.toLowerCase(),
  ].filter(Boolean).join(", ");
}

/** Which mark it has: of availability the one that features have. */
export const changeMark = ({ outcome, change }) => (outcome === "availability" ? change.state ?? "undetermined" : outcome);

/** A value as the facts of a pane show it. */
export const changeValue = (value) => (value === undefined ? "No longer kept" : shown(value));
