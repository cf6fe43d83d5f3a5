// The periods by which changes are filtered.

const day = 86_400_000, last = (label, length) => ({ label: `last ${label}`, range: (now) => ({ since: now - length }) });

/** The hour of the previous day at which a night begins, and the hour at which it ends, in the browser’s time zone. */
const nightBegin = 18, nightEnd = 6;

/** The night before a time: from 18:00 on the day before until 06:00. */
function night(now) {
  const begin = new Date(now), end = new Date(now);
  begin.setDate(begin.getDate() - 1);
  begin.setHours(nightBegin, 0, 0, 0);
  end.setHours(nightEnd, 0, 0, 0);
  return { since: begin.getTime(), until: end.getTime() };
}

/** The periods by their names in addresses: `label`, and `range(now)`, which returns `{since, until}` in milliseconds since 1970. */
export const periods = { night: { label: "last night", range: night }, day: last("24 hours", day), week: last("7 days", 7 * day), month: last("30 days", 30 * day) };
