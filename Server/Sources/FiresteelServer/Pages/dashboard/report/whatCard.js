// What: the sentence, how often, how many people, since when, and bars over time.

import { h } from "../../kit/dom/dom.js";
import { plainMark } from "../../kit/dom/marks.js";
import { plot } from "../../kit/plots/plot.js";
import { count, counted, dayName, toMinute } from "../../kit/text/format.js";
import { capital, peopleCount, period, share, shortDay, shortMoment, sinceAgo } from "../insight/figures.js";
import { actionName, featureName, kindOf } from "../insight/groupText.js";
import { figure } from "./parts.js";

const hour = 3_600_000, mostBars = 48;

/**
 * The card. `heading` is the page’s heading, which is part of it; `periods` is the choice of the period,
 * `verdict` what the affected have in common, for narrow screens, `isAnswered` whether a change that is meant to help is in effect.
 */
export function whatCard({ group, what, covers }, { heading, now, periods, verdict, isAnswered }) {
  const { mark, plural, one } = kindOf(group), name = what.reports === 1 ? one : plural;
  heading.replaceChildren(plainMark(mark), group.title, " ", featureName(group) ? h("span", { class: "soft" }, `in ${featureName(group)}`) : "");
  const message = [group.message, group.place].filter(Boolean);
  return h("section", { class: "card", "aria-label": "What" },
    h("div", { class: "section" },
      h("div", { class: "lead" }, heading, message.length > 0 && h("p", { class: "muted wrap" }, group.message, group.message && group.place && ", ", group.place && h("code", {}, group.place))),
      h("dl", { class: "figures after" },
        figure(`${name} in ${period(covers.from, covers.until)}, last ${sinceAgo(group.last, now)}`, count(what.reports), { className: what.reports > 0 && group.state === "open" && !isAnswered ? "hurt" : undefined }),
        figure(what.people === 1 ? "person" : "people", peopleCount(what.people, what.peopleAreEstimated)),
        figure(baseText(what.base, group), share(what.share), { note: `of ${count(what.base.sessions)}` }),
        figure(`first${group.firstVersion ? `, in ${group.firstVersion}` : ""}`, toMinute(group.first * 1_000), { note: dayName(group.first * 1_000, now * 1_000) === "Today" ? "today" : shortDay(group.first) })),
      verdict && h("div", { class: "after only-narrow" }, verdict), h("div", { class: "plot-head after" }, periods), bars(what, plural)));
}

/** “of sessions with Save Document”. */
const baseText = (base, group) => (base.subject === "action" && actionName(group) ? `of sessions with ${actionName(group)}` : "of all sessions");

/** Bars per hour, or per several hours where there are many, with the releases of versions. */
function bars({ bars: hours, releases = [] }, plural) {
  if (hours.length === 0) return h("p", { class: "muted" }, "No reports in this period.");
  const each = Math.max(1, Math.ceil(hours.length / mostBars)), parts = [];
  for (let start = 0; start < hours.length; start += each) parts.push({ hour: hours[start].hour, reports: hours.slice(start, start + each).reduce((sum, { reports }) => sum + reports, 0) });
  const from = parts[0].hour, until = parts.at(-1).hour + each * hour, place = (time) => (time - from) / (until - from);
  const events = releases.filter(({ first }) => first > from && first < until).slice(-3).map(({ version, first }) => ({ at: place(first), text: version, isBefore: place(first) > 0.5 }));
  const ticks = [0, 0.25, 0.5, 0.75].map((at) => ({ at, yields: at > 0, text: tickText(from + at * (until - from), until - from) }));
  const filled = parts.filter(({ reports }) => reports > 0);
  const label = filled.length === 0 ? `No ${plural} from ${shortMoment(from)} until now`
    : `${capital(plural)} per ${each === 1 ? "hour" : counted(each, "hour")}: ${filled.slice(-12).map((part) => `${count(part.reports)} at ${shortMoment(part.hour)}`).join(", ")}`;
  return plot({ label, tall: "6.5rem", bars: [{ name: "bad", values: parts.map(({ reports }) => reports) }], ticks: [...ticks, { at: 1, text: "now" }], events });
}

const tickText = (time, length) => (length > 72 * hour ? shortDay(time) : shortMoment(time));
