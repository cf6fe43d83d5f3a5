// The reports and behaviour on the overview: the worst open group, or what was done about it, and today’s health.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { plainMark } from "../../kit/dom/marks.js";
import { plot } from "../plots/plot.js";
import { count, counted } from "../../kit/text/format.js";
import { addressOf, groupAddress } from "../app/routes.js";
import { authorName } from "../changes/changeText.js";
import { momentOn } from "../report/barTimes.js";
import { figure } from "../report/parts.js";
import { deedText } from "../switchOff/switchDeed.js";
import { lostText, peopleText, share, shareExact, shortMoment, sinceAgo } from "./figures.js";
import { countedOf, featureName, isGettingWorse, kindOf, subtitle, suspectSentence } from "./groupText.js";
import { actText } from "./guardActs.js";
import { compareVersions } from "./versions.js";

const hour = 3_600_000;
/** A rate of abnormal exits that is this many times the usual one is shown in red. */
const notable = 1.5;

/** The cards for an answer of `overview`, none without sessions and groups. `response` is what was done about the worst group, if it was read. */
export function insightCards(overview, program, response) {
  const { groups, covers, worst } = overview;
  if (covers.sessions === 0 && groups.open === 0 && !worst) return [];
  const hasIssue = worst && groups.open > 0, isHelped = hasIssue && response?.current && response.effect?.verdict === "helped";
  return [isHelped ? helpedCard(overview, program, response) : hasIssue ? issueCard(overview, program, response) : calmCard(overview, program), covers.sessions > 0 && healthCard(overview, { isHelped })];
}

/** “47 crashes in 24 hours, 41 people.” The people of the whole time are those of the last day only for a new group. */
function recentText(worst) {
  const known = worst.people24h ?? (worst.reports === worst.reports24h ? worst.people : undefined);
  return `${countedOf(worst, worst.reports24h)} in 24 hours${known === undefined ? "" : `, ${peopleText(known, worst.people24hAreEstimated ?? worst.peopleAreEstimated)}`}.`;
}

/** The effect of a change that didn’t settle it, or of the newest act of a guard: “The guard paused the plan of Fast Save at 14:21.” */
function answerText({ current, acts = [] } = {}, program) {
  if (current && !acts.some(({ change }) => change.number === current.number)) return ` ${authorName(current.author)} ${deedText(current, program)}, ${shortMoment(current.time)}.`;
  const [act] = acts;
  return act && act.isInEffect ? ` The guard ${actText(act, program)}, ${shortMoment(act.change.time)}${act.act === "pause" ? "; people who have it keep it" : ""}.` : "";
}

function issueCard({ groups, worst }, program, response) {
  const since = response?.effect?.verdict === "not" ? undefined : response?.current?.time;
  const mayEdit = program.mayEdit(program.environment.id), address = groupAddress(worst.id);
  const from = worst.hours?.length ? Math.floor(Date.now() / hour) * hour - (worst.hours.length - 1) * hour : 0;
  return h("section", { class: "card harm full", "aria-labelledby": "wrong" },
    h("div", { class: "section" }, h("div", { class: "section-head" }, plainMark("failure"), h("h2", { id: "wrong" }, counted(groups.open, "open issue")),
      h("span", { class: "muted" }, [groups.new > 0 && `${count(groups.new)} new today`, groups.reopened > 0 && `${count(groups.reopened)} reopened`].filter(Boolean).join(", ")), h("a", { class: "push", href: addressOf("reports") }, "All"))),
    h("div", { class: "section" }, h("div", { class: worst.hours?.length ? "harm-grid" : undefined },
      h("div", { class: "lead" },
        h("p", { class: "sentence-big" }, h("a", { class: "bare", href: address }, worst.title, featureName(worst) && h("span", { class: "soft muted" }, ` in ${featureName(worst)}`))),
        h("p", { class: "verdict" }, h("strong", { class: "strong" }, recentText(worst)), worst.suspect ? ` ${suspectSentence(worst.suspect, program)}` : ` ${subtitle(worst)}.`, answerText(response, program), isGettingWorse(worst, { since }) ? " Getting worse." : ` Last ${sinceAgo(worst.last)}.`),
        h("p", { class: "buttons after" }, h("a", { class: "button primary", href: address }, "View report"),
          mayEdit ? h("a", { class: "button", href: groupAddress(worst.id, { query: { open: "switch" } }) }, icon("power"), "Switch off…")
            : [h("button", { class: "button", type: "button", "aria-disabled": "true", "aria-describedby": "view-why" }, icon("power"), "Switch off…"), h("span", { class: "why-not", id: "view-why" }, "Needs an editor.")])),
      worst.hours?.length > 0 && h("div", {}, plot({ tall: "4.5rem", label: `Reports per hour in 24 hours: ${worst.hours.map(count).join(", ")}`, bars: [{ name: "bad", values: worst.hours }], ticks: ticksOf(from, worst.hours.length * hour) })))));
}

/** The times below the bars of a period until now, which begins at `from`. */
const ticksOf = (from, length) => [...[0, 0.75].map((at) => ({ at, text: momentOn(from + at * length, length, from) })), { at: 1, text: "now" }];

/** The worst group after a change that helped: who did what when, and when it last happened. */
function helpedCard({ groups, worst, today }, program, { current, effect }) {
  const others = groups.open - 1, who = current.author.source === "guard" ? "the guard" : authorName(current.author);
  const what = [`since ${who} ${deedText(current, program)}, ${shortMoment(current.time)}. `];
  const before = typeof effect.before?.rate === "number" && typeof effect.after?.rate === "number" ? `: ${share(effect.after.rate)} of sessions instead of ${share(effect.before.rate)}` : "";
  return h("section", { class: "card full", "aria-labelledby": "right" }, h("div", { class: "section" },
    h("div", { class: "section-head" }, plainMark(others > 0 ? "in-flight" : "success"), h("h2", { id: "right" }, others > 0 ? counted(groups.open, "open issue") : "No recurring issues"),
      h("span", { class: "muted" }, others > 0 ? "the worst one was stopped" : `in ${program.environment.name.toLowerCase()}, across ${counted(today.sessions, "session")} today`), h("a", { class: "push", href: addressOf("reports") }, "All")),
    h("p", {}, h("a", { href: groupAddress(worst.id) }, worst.title), effect.after?.affected > 0 ? ` is rarer${before}, ` : " hasn’t recurred ", what,
      `The last ${kindOf(worst).one} was ${sinceAgo(worst.last)}.`)));
}

function calmCard({ today, hours = [] }, program) {
  const reports = hours.slice(-24).reduce((sum, one) => sum + one.reports, 0);
  return h("section", { class: "card full", "aria-labelledby": "right" }, h("div", { class: "section" }, h("div", { class: "section-head" }, plainMark("success"), h("h2", { id: "right" }, "No open issues"),
    h("span", { class: "muted" }, `in ${program.environment.name.toLowerCase()}, across ${counted(today.sessions, "session")} today`), h("a", { class: "push", href: addressOf("reports", { query: { state: "resolved" } }) }, "Resolved")),
  reports > 0 && h("p", { class: "muted" }, `${counted(reports, "report")} in 24 hours, in resolved or ignored groups.`)));
}

function healthCard({ today, usual, sameTimeLastWeek, versions = [], newest: latest, covers }, { isHelped }) {
  // After a change that helped, the sessions before it keep the day’s share low.
  const isHurt = !isHelped && today.sessions > 0 && usual.crashFree !== null && 1 - today.crashFree > notable * (1 - usual.crashFree) + 0.0005, [newest] = latest ? [latest] : versions.filter(({ first }) => first !== null).toSorted((one, other) => compareVersions(other.version, one.version));
  const before = sameTimeLastWeek?.sessions, change = before > 0 ? (today.sessions - before) / before : undefined;
  const trend = change === undefined ? "" : Math.abs(change) < 0.01 ? ", as many as a week ago" : `, ${share(Math.abs(change))} ${change > 0 ? "above" : "below"} a week ago`;
  const known = (value, format) => (value === null || value === undefined ? undefined : format(value));
  return h("section", { class: "card full", "aria-label": "Health today" }, h("div", { class: "section" }, h("dl", { class: "figures" },
    figure(`crash-free sessions${known(usual.crashFree, (value) => `, usually ${shareExact(value)}`) ?? ""}`, today.sessions > 0 ? shareExact(today.crashFree) : "none yet", { className: isHurt ? "hurt" : undefined }),
    figure(`failed actions${known(usual.failedActions, (value) => `, usually ${share(value)}`) ?? ""}`, share(today.failedActions)),
    figure(`sessions today${trend}`, count(today.sessions)),
    newest && figure(`on ${newest.version}, since ${shortMoment(newest.first)}`, share(newest.share))),
  lostText(covers) && h("p", { class: "sub after" }, `${lostText(covers)}.`)));
}
