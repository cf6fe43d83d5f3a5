// Figures as text: shares, people, periods, durations. Times are milliseconds since 1970.

import { count, counted, dayName, duration, toMinute } from "../../kit/text/format.js";

const minute = 60_000, hour = 60 * minute, day = 24 * hour;

/** A share from 0 to 1: “0.05 %”, “1.0 %”, “34 %”; “–” if there is none, which is a share of nothing. */
export function share(value) {
  if (value === null || value === undefined) return "–";
  const percent = value * 100;
  if (percent === 0) return "0 %";
  if (percent < 0.005) return "below 0.01 %";
  return `${percent.toFixed(percent < 0.1 ? 2 : percent < 9.95 ? 1 : 0)} %`;
}

/** A share close to 1: “99.61 %”. */
export const shareExact = (value) => (value === null || value === undefined ? "–" : `${(value * 100).toFixed(2)} %`);

/** A number of people, which may be an estimate: “41”, “about 18,240”. */
export const peopleCount = (people, isEstimated) => `${isEstimated ? "about " : ""}${count(people ?? 0)}`;

/** “41 people”, “1 person”, “about 18,240 people”. */
export const peopleText = (people, isEstimated) => `${isEstimated ? "about " : ""}${counted(people ?? 0, "person", "people")}`;

/** The sessions that are in flight: “12 sessions are in flight now.”, “At least 9,000 sessions …”; nothing without any. */
export function inFlightText({ sessions = 0, isMinimum = false } = {}) {
  if (sessions === 0) return undefined;
  return `${isMinimum ? "At least " : ""}${counted(sessions, "session")} ${sessions === 1 ? "is" : "are"} in flight now.`;
}

/** The time since then in its longest unit: “now”, “2 min”, “5 h”, “3 days”. */
export function since(time, now = Date.now()) {
  const passed = now - time;
  if (passed < minute) return "now";
  if (passed < hour) return `${Math.floor(passed / minute)} min`;
  if (passed < 2 * day) return `${Math.floor(passed / hour)} h`;
  return counted(Math.floor(passed / day), "day");
}

/** The time since then in a sentence: “now”, “2 min ago”. */
export const sinceAgo = (time, now) => { const text = since(time, now); return text === "now" ? text : `${text} ago`; };

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** A day: “14 Nov”. */
export const shortDay = (time) => days.format(new Date(time));

/** “08:52” today, else “14 Nov, 08:52”. */
export const shortMoment = (time, now = Date.now()) =>
  (dayName(time * 1_000, now * 1_000) === "Today" ? toMinute(time * 1_000) : `${shortDay(time)}, ${toMinute(time * 1_000)}`);

/** A duration in seconds: “31 ms”, “20 s”, “11 min”. */
export const seconds = (value) => (value === null || value === undefined ? "" : value < 60 ? duration(Math.round(value * 1_000_000)).replace(/\.0 s$/, " s") : duration(Math.round(value / 60) * 60_000_000));

/** The coverage of figures: “161,400 sessions from 18,240 people, 7 days”. */
export function coverage({ sessions, people, peopleAreEstimated, from, until, versions = [], ...missing }) {
  return [
    `${counted(sessions, "session")} from ${peopleText(people, peopleAreEstimated)}`,
    period(from, until),
    versions.length === 1 ? `version ${versions[0]} only` : undefined,
    lostText(missing),
  ].filter(Boolean).join(", ");
}

/**
 * The data that figures miss: “2 events lost on the way, 3 messages never sent by programs”; `undefined` if nothing is missing. `dropped`
 * entries exceeded the limits of messages.
 */
export const lostText = ({ lost = 0, unsent = 0, dropped = 0 }) => [
  lost > 0 && `${counted(lost, "event")} lost on the way`, unsent > 0 && `${counted(unsent, "message")} never sent by programs`,
  dropped > 0 && `${counted(dropped, "entry", "entries")} left out of messages`,
].filter(Boolean).join(", ") || undefined;

/** A period: “7 days”, today included, or “24 hours”. */
export function period(from, until) {
  const hours = Math.max(1, Math.round((until - from) / hour));
  return hours > 48 ? counted(Math.ceil(hours / 24), "day") : counted(hours, "hour");
}

/** Text with a capital letter at the start. */
export { capital };
