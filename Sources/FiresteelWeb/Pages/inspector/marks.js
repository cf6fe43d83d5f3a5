// The words for every outcome, availability and source.

import { mark } from "../kit/dom/marks.js";

/** What each outcome is called. */
export const outcomes = {
  "success": "Success",
  "closing": "Success, closed the stack",
  "failure": "Failure",
  "failure-closing": "Failure, closed the stack",
  "cancelled": "Cancelled",
  "in-flight": "In flight",
  "unknown": "Ended unseen",
  "flag-exposed": "Flag read",
  "flag-changed": "Flag changed",
  "availability": "Availability",
  "request-refused": "Refused",
};

/** What each availability is called. */
export const availabilities = { available: "Available", unavailable: "Unavailable", undetermined: "Not known yet" };

/** Conditions use the marks of availabilities: what is met is available. */
export const conditionMarks = { met: "available", unmet: "unavailable", undetermined: "undetermined" };

/** Who asked for an action, as the end of “Asked for by …”. */
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

/** The levels of the log, the least urgent first. */
export const levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"];

/** The mark of an outcome. */
export const outcomeMark = (outcome, ended = false) => mark(outcome, outcomeWord(outcome, ended));

/** The word for an outcome; what is in flight in a run that ended never finished. */
export const outcomeWord = (outcome, ended = false) =>
  ended && outcome === "in-flight" ? "Never finished" : outcomes[outcome] ?? outcome;
