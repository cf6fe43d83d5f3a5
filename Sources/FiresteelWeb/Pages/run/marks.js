// The labels of outcomes, availabilities and sources.

import { mark } from "../kit/dom/marks.js";

/** The labels of outcomes. */
export const outcomes = {
  "success": "Success",
  "closing": "Success, closed the stack",
  "failure": "Failure",
  "failure-closing": "Failure, closed the stack",
  "cancelled": "Cancelled",
  "in-flight": "In flight",
  "unknown": "Unknown",
  "flag-exposed": "Flag read",
  "flag-changed": "Flag changed",
  "availability": "Availability",
  "request-refused": "Refused",
};

/** The labels of availabilities. */
export const availabilities = { available: "Available", unavailable: "Unavailable", undetermined: "Not known yet" };

/** Constraints use the marks of availabilities: a met constraint is available. */
export const constraintMarks = { met: "available", unmet: "unavailable", undetermined: "undetermined" };

/** The labels of the sources of actions. */
export const sources = {
  "application": "Application",
  "url": "A link",
  "activity": "An activity",
  "shortcut": "A shortcut",
  "notification": "A notification",
  "command-line": "Command line",
  "http": "HTTP",
  "agent": "An agent",
  "replay": "Replay",
};

/** The log levels, least severe first. */
export const levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"];

/** The mark of an outcome. */
export const outcomeMark = (outcome, ended = false) => mark(outcomeMarkName(outcome, ended), outcomeWord(outcome, ended));

/** The name of the mark of an outcome. Nothing of an ended run is in flight. */
export const outcomeMarkName = (outcome, ended = false) => (ended && outcome === "in-flight" ? "interrupted" : outcome);

/** The label of an outcome. An action in flight in a run that ended was interrupted. */
export const outcomeWord = (outcome, ended = false) =>
  ended && outcome === "in-flight" ? "Interrupted" : outcomes[outcome] ?? outcome;
