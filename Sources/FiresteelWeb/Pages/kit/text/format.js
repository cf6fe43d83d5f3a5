// Formats times, durations, sizes and counts. Times and durations are whole microseconds, as in the API.

const millisecond = 1_000, second = 1_000_000, minute = 60 * second, hour = 60 * minute, day = 24 * hour;
const numbers = new Intl.NumberFormat("en");
const days = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });
const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });
const two = (number) => String(number).padStart(2, "0");

/** 100000 is “100,000”. */
export const count = (number) => numbers.format(number);

/** “1 failure”, “37 failures”. */
export const counted = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

/** The time of day to the minute: “09:41”. */
export function toMinute(at) {
  const date = new Date(at / millisecond);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The time of day to the second: “09:41:22”. */
export function toSecond(at) {
  return `${toMinute(at)}:${two(new Date(at / millisecond).getSeconds())}`;
}

/** The time of day to the millisecond, as lists show it: “09:41:22.303”. */
export function toMillisecond(at) {
  return `${toSecond(at)}.${String(new Date(at / millisecond).getMilliseconds()).padStart(3, "0")}`;
}

/** A duration: “0.4 ms”, “412 ms”, “9.4 s”, “11 min 02 s”, “1 h 40 min”. */
export function duration(took) {
  if (took < 9_950) return `${(took / millisecond).toFixed(1)} ms`;
  if (took < 999_500) return `${Math.round(took / millisecond)} ms`;
  if (took < 59_950_000) return `${(took / second).toFixed(1)} s`;
  const seconds = Math.round(took / second);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${two(seconds % 60)} s` : ""}`;
  return span(took);
}

/** A long duration, without seconds: “40 s”, “14 min”, “1 h 40 min”, “3 days”. */
export function span(lasted) {
  if (lasted < minute) return `${Math.max(0, Math.floor(lasted / second))} s`;
  if (lasted < hour) return `${Math.floor(lasted / minute)} min`;
  if (lasted < 2 * day) return `${Math.floor(lasted / hour)} h ${Math.floor((lasted % hour) / minute)} min`;
  return counted(Math.floor(lasted / day), "day");
}

/** A noticeable delay. Durations from here on are highlighted. */
export const isSlow = (took) => took >= 400 * millisecond;

/** A size, in steps of 1,024: “512 bytes”, “182 KB”, “8.0 MB”. */
export function bytes(size) {
  if (size < 1024) return counted(size, "byte");
  let value = size, unit = 0;
  while (value >= 1024 && unit < 4) { value /= 1024; unit += 1; }
  return `${value < 10 && unit > 1 ? value.toFixed(1) : Math.round(value)} ${["", "KB", "MB", "GB", "TB"][unit]}`;
}

/** The name of a day: “Today”, “Yesterday”, “Wednesday 18 November”. */
export function dayName(at, now) {
  const start = (time) => new Date(time / millisecond).setHours(0, 0, 0, 0);
  const apart = Math.round((start(now) - start(at)) / 86_400_000);
  if (apart === 0) return "Today";
  if (apart === 1) return "Yesterday";
  return days.format(new Date(at / millisecond));
}

/** The date, for pages that are read later: “18 November 2026”. */
export const dateOf = (at) => dates.format(new Date(at / millisecond));

/** The name of a day within a sentence: “today”, “yesterday”, “Wednesday 18 November”. */
export const dayInSentence = (at, now) => dayName(at, now).replace(/^(Today|Yesterday)$/, (name) => name.toLowerCase());
