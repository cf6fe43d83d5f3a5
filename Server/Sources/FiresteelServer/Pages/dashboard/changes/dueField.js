// The field for the time at which a change takes effect, in the browser’s time zone.

import { textField } from "../../kit/dom/field.js";

const hour = 3_600_000;

/** A time as the value of a field. */
const localTime = (time) => new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** The next full hour of the clock, which time zones with half hours have at another moment than UTC. */
export function nextHour(now = Date.now()) {
  const next = new Date(now + hour);
  next.setMinutes(0, 0, 0);
  return next.getTime();
}

/** The field; `time` is the one that it has first. */
export const dueField = (time = nextHour()) => textField({
  name: "due", label: "Takes effect at", value: localTime(time), attributes: { type: "datetime-local" }, hint: `Time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone}`,
  check: (value) => (new Date(value) > new Date() ? undefined : "Choose a later time."),
});
