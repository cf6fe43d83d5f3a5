// The last evaluations of the flags by sessions of an environment, and their number in the last 7 days: once for each session and variant.

import { h } from "../../kit/dom/dom.js";
import { counted } from "../../kit/text/format.js";
import { insightPath, readIfPresent } from "../insight/insightAPI.js";

const dayLength = 86_400_000;
const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** Reads `{day, sessions}` by the flag’s key. Without an answer nothing is known: the list of flags is worth showing nevertheless. */
export async function readEvaluations(page, program) {
  try {
    const { flags = [] } = await readIfPresent(() => page.transport.get(insightPath(program, "exposure"), { hours: 168 })) ?? {};
    return new Map(flags.map(({ flag, sessions, lastDay }) => [flag, { day: dayOf(lastDay), sessions }]));
  } catch {
    return new Map();
  }
}

/** “Today”, “Yesterday”, “12 Nov”: a day in UTC, as days of figures are. */
function dayOf(time) {
  if (time === null) return undefined;
  const apart = Math.floor(Date.now() / dayLength) - Math.floor(time / dayLength);
  return apart <= 0 ? "Today" : apart === 1 ? "Yesterday" : dates.format(time);
}

/** The cell of a flag: the day, and the exposures below it; empty if nothing is known. */
export function evaluationCell(found) {
  return h("span", { role: "gridcell", class: "asks", title: found && evaluationText(found) },
    found?.day && h("span", { class: "clip" }, found.day), found?.sessions > 0 && h("span", { class: "clip" }, counted(found.sessions, "exposure")));
}

/** “last evaluated today, 18,240 exposures in 7 days”, or `undefined` if nothing is known. */
export function evaluationText(found) {
  const last = found?.day?.replace(/^(Today|Yesterday)$/, (name) => name.toLowerCase());
  const parts = [last && `last evaluated ${last}`, found?.sessions > 0 && `${counted(found.sessions, "exposure")} in 7 days`].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : undefined;
}
