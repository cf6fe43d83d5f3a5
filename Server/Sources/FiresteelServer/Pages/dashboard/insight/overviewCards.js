// What the overview shows of reports and behaviour: the worst open group, and today’s health.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { plainMark } from "../../kit/dom/marks.js";
import { plot } from "../../kit/plots/plot.js";
import { count, counted } from "../../kit/text/format.js";
import { addressOf, groupAddress } from "../app/routes.js";
import { figure } from "../report/parts.js";
import { peopleText, share, shareExact, shortMoment, sinceAgo } from "./figures.js";
import { countedOf, featureName, isGettingWorse, subtitle } from "./groupText.js";

const hour = 3_600_000;
/** A rate of abnormal exits that is this many times the usual one is shown in red. */
const notable = 1.5;

/** The cards for an answer of `overview`, none without sessions and groups. */
export function insightCards(overview, program) {
  const { groups, covers, worst } = overview;
  if (covers.sessions === 0 && groups.open === 0 && !worst) return [];
  return [worst && groups.open > 0 ? issueCard(overview, program) : calmCard(overview, program), covers.sessions > 0 && healthCard(overview)];
}

function issueCard({ groups, worst, hours = [] }, program) {
  const mayEdit = program.mayEdit(program.environment.id), address = groupAddress(worst.id);
  const from = worst.hours?.length ? Math.floor(Date.now() / hour) * hour - (worst.hours.length - 1) * hour : 0;
  return h("section", { class: "card harm full", "aria-labelledby": "wrong" },
    h("div", { class: "section" }, h("div", { class: "section-head" }, plainMark("failure"), h("h2", { id: "wrong" }, counted(groups.open, "open issue")),
      h("span", { class: "muted" }, [groups.new > 0 && `${count(groups.new)} new today`, groups.reopened > 0 && `${count(groups.reopened)} reopened`].filter(Boolean).join(", ")), h("a", { class: "push", href: addressOf("reports") }, "All"))),
    h("div", { class: "section" }, h("div", { class: worst.hours?.length ? "harm-grid" : undefined },
      h("div", { class: "lead" },
        h("p", { class: "sentence-big" }, h("a", { class: "bare", href: address }, worst.title, featureName(worst) && h("span", { class: "soft muted" }, ` in ${featureName(worst)}`))),
        h("p", { class: "verdict" }, h("strong", { class: "strong" }, `${countedOf(worst, worst.reports24h)} in 24 hours, ${peopleText(worst.people, worst.peopleAreEstimated)}.`), ` ${subtitle(worst)}.`, isGettingWorse(worst) ? " Getting worse." : ` Last ${sinceAgo(worst.last)}.`),
        h("p", { class: "buttons after" }, h("a", { class: "button primary", href: address }, "View report"),
          mayEdit ? h("a", { class: "button", href: groupAddress(worst.id, { query: { open: "switch" } }) }, icon("power"), "Switch off…")
            : [h("button", { class: "button", type: "button", "aria-disabled": "true", "aria-describedby": "view-why" }, icon("power"), "Switch off…"), h("span", { class: "why-not", id: "view-why" }, "Needs an editor.")])),
      worst.hours?.length > 0 && h("div", {}, plot({ tall: "4.5rem", label: `Reports per hour in 24 hours: ${worst.hours.map(count).join(", ")}`, bars: [{ name: "bad", values: worst.hours }], ticks: [{ at: 0, text: shortMoment(from) }, { at: 1, text: "now" }] })))));
}

function calmCard({ today, hours = [] }, program) {
  const reports = hours.slice(-24).reduce((sum, one) => sum + one.reports, 0);
  return h("section", { class: "card full", "aria-labelledby": "right" }, h("div", { class: "section" }, h("div", { class: "section-head" }, plainMark("success"), h("h2", { id: "right" }, "No open issues"),
    h("span", { class: "muted" }, `in ${program.environment.name.toLowerCase()}, across ${counted(today.sessions, "session")} today`), h("a", { class: "push", href: addressOf("reports", { query: { state: "resolved" } }) }, "Resolved")),
  reports > 0 && h("p", { class: "muted" }, `${counted(reports, "report")} in 24 hours, in resolved or ignored groups.`)));
}

function healthCard({ today, usual, sameTimeLastWeek, versions = [], covers }) {
  const isHurt = today.sessions > 0 && usual.crashFree !== null && 1 - today.crashFree > notable * (1 - usual.crashFree) + 0.0005, [newest] = versions.filter(({ first }) => first !== null).toSorted((one, other) => other.first - one.first);
  const before = sameTimeLastWeek?.sessions, change = before > 0 ? (today.sessions - before) / before : undefined;
  const trend = change === undefined ? "" : Math.abs(change) < 0.01 ? ", as many as a week ago" : `, ${share(Math.abs(change))} ${change > 0 ? "above" : "below"} a week ago`;
  const known = (value, format) => (value === null || value === undefined ? undefined : format(value));
  return h("section", { class: "card full", "aria-label": "Health today" }, h("div", { class: "section" }, h("dl", { class: "figures" },
    figure(`crash-free sessions${known(usual.crashFree, (value) => `, usually ${shareExact(value)}`) ?? ""}`, today.sessions > 0 ? shareExact(today.crashFree) : "none yet", { className: isHurt ? "hurt" : undefined }),
    figure(`failed actions${known(usual.failedActions, (value) => `, usually ${share(value)}`) ?? ""}`, share(today.failedActions)),
    figure(`sessions today${trend}`, count(today.sessions)),
    newest && figure(`on ${newest.version}, since ${shortMoment(newest.first)}`, share(newest.share))),
  covers.lost > 0 && h("p", { class: "sub after" }, `${counted(covers.lost, "session")} lost on the way.`)));
}
