// What: the sentence, how often, how many people, since when, and bars over time.

import { h } from "../../kit/dom/dom.js";
import { plainMark } from "../../kit/dom/marks.js";
import { plot } from "../plots/plot.js";
import { count, dayName, toMinute } from "../../kit/text/format.js";
import { capital, peopleCount, period, share, shortDay, shortMoment, sinceAgo } from "../insight/figures.js";
import { actionName, featureName, kindOf } from "../insight/groupText.js";
import { barLength, momentOn } from "./barTimes.js";
import { figure } from "./parts.js";

const hour = 3_600_000, maximumBars = 48;

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
        figure(`${what.people === 1 ? "person" : "people"} in ${period(covers.from, covers.until)}`, peopleCount(what.people, what.peopleAreEstimated)),
        figure(baseText(what.base, group), share(what.share), { note: `of ${count(what.base.sessions)}` }),
        figure(`first${group.firstVersion ? `, in ${group.firstVersion}` : ""}`, toMinute(group.first * 1_000), { note: dayName(group.first * 1_000, now * 1_000) === "Today" ? "today" : shortDay(group.first) })),
      verdict && h("div", { class: "after only-narrow" }, verdict), h("div", { class: "plot-head after" }, periods), bars(what, plural)));
}

/** “of sessions with Save Document”. */
const baseText = (base, group) => (base.subject === "action" && actionName(group) ? `of sessions with ${actionName(group)}` : "of all sessions");

/** Bars as fine as the server has them, or several as one where there are many, with the releases of versions. */
function bars({ reports, bars: all, unit = hour, releases = [] }, plural) {
  if (all.length === 0 || reports === 0) return h("p", { class: "muted" }, "No reports in this period.");
  const joined = Math.max(1, Math.ceil(all.length / maximumBars)), each = joined * unit, parts = [];
  // Several bars are joined from the last one back, so that the newest part isn’t the short one.
  for (let end = all.length; end > 0; end -= joined) {
    const some = all.slice(Math.max(0, end - joined), end);
    parts.unshift({ time: all[end - 1].time - (joined - 1) * unit, reports: some.reduce((sum, one) => sum + one.reports, 0) });
  }
  const from = parts[0].time, until = from + parts.length * each, place = (time) => (time - from) / (until - from);
  const events = releases.filter(({ first }) => first > from && first < until).slice(-3).map(({ version, first }) => ({ at: place(first), text: version, isBefore: place(first) > 0.5 }));
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, yields: at > 0 && at < 1, text: momentOn(from + at * (until - from), until - from, from) }));
  const filled = parts.filter((part) => part.reports > 0);
  const label = `${capital(plural)} per ${barLength(each)}: ${filled.slice(-12).map((part) => `${count(part.reports)} at ${shortMoment(part.time)}`).join(", ")}`;
  return plot({ label, tall: "6.5rem", bars: [{ name: "bad", values: parts.map((part) => part.reports) }], ticks, events });
}
