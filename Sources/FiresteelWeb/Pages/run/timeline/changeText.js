// Text for changes on the timeline: flag exposures, changed flags and availabilities, and refused requests.

import { reasonOf, shown, spoken } from "../flagText.js";
import { count } from "../../kit/text/format.js";

/** The subject of a change: a flag's key, a feature's name, or an action that was not performed. */
export function changeSubject({ outcome, feature, action, change }) {
  if (outcome === "request-refused" && action?.name) return `${feature.name || "A feature"} › ${action.name}`;
  return isAboutFeature(outcome) ? feature.name || "A feature" : change.flag ?? "A flag";
}

/** Whether a change is about a feature rather than a flag. */
export const isAboutFeature = (outcome) => outcome === "availability" || outcome === "request-refused";

/** The result of a change. */
export function changePredicate({ outcome, action, change: { value, state } }) {
  if (outcome === "request-refused") return action?.name ? "was not performed" : "was requested and refused";
  if (outcome === "availability") {
    return { available: "became available", unavailable: "became unavailable" }[state] ?? "availability isn’t known yet";
  }
  return `${outcome === "flag-changed" ? "changed to" : "is"} ${value === undefined ? "a value that is no longer available" : spoken(value)}`;
}

/** Subject and result as a sentence without its period. */
export const changeTitle = (row) => `${changeSubject(row)} ${changePredicate(row)}`;

/** The previous value, source, revision and reason, in one line. */
export function changeMeta({ outcome, change: { was, provider, revision, reason, variant, reasons = [] } }) {
  if (isAboutFeature(outcome)) return reasons.join(", ");
  return [
    outcome === "flag-changed" && was !== undefined && `was ${spoken(was)}`,
    variant && `variant ${variant}`,
    provider && `from ${provider}`,
    revision !== undefined && `revision ${count(revision)}`,
    reason && reasonOf({ reason }).word.toLowerCase(),
  ].filter(Boolean).join(", ");
}

/** The mark of a change; availabilities use the marks of features. */
export function changeMark({ outcome, change }) {
  if (outcome === "request-refused") return "unavailable";
  return outcome === "availability" ? change.state ?? "undetermined" : outcome;
}

/** A value as shown in a detail pane. */
export const changeValue = (value) => (value === undefined ? "No longer available" : shown(value));
