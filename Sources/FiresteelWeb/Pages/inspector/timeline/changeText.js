// Changes on the timeline in words: flags that met the user, flags and availabilities that changed, refused requests.

import { reasonOf, shown, spoken } from "../flags/flagText.js";

/** What it is about: a flag's key, a feature, or an action that was not performed. */
export function changeSubject({ outcome, feature, action, change }) {
  if (outcome === "request-refused" && action?.name) return `${feature.name || "A feature"} › ${action.name}`;
  return isAboutFeature(outcome) ? feature.name || "A feature" : change.flag ?? "A flag";
}

/** Whether it is about a feature rather than a flag. */
export const isAboutFeature = (outcome) => outcome === "availability" || outcome === "request-refused";

/** What became of it. */
export function changePredicate({ outcome, action, change: { value, state } }) {
  if (outcome === "request-refused") return action?.name ? "was not performed" : "was requested and refused";
  if (outcome === "availability") {
    return { available: "became available", unavailable: "became unavailable" }[state] ?? "can’t be decided yet";
  }
  return `${outcome === "flag-changed" ? "changed to" : "is"} ${value === undefined ? "a value no longer kept" : spoken(value)}`;
}

/** Both in a sentence without its full stop. */
export const changeTitle = (row) => `${changeSubject(row)} ${changePredicate(row)}`;

/** What there is to say beside it, in a line. */
export function changeMeta({ outcome, change: { was, provider, reason, variant, reasons = [] } }) {
  if (isAboutFeature(outcome)) return reasons.join(", ");
  return [
    outcome === "flag-changed" && was !== undefined && `was ${spoken(was)}`,
    variant && `variant ${variant}`,
    provider && `from ${provider}`,
    reason && reasonOf({ reason }).word.toLowerCase(),
  ].filter(Boolean).join(", ");
}

/** Which mark it has: of availability the one that features have. */
export function changeMark({ outcome, change }) {
  if (outcome === "request-refused") return "unavailable";
  return outcome === "availability" ? change.state ?? "undetermined" : outcome;
}

/** A value as the facts of a pane show it. */
export const changeValue = (value) => (value === undefined ? "No longer kept" : shown(value));
