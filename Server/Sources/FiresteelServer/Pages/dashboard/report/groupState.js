// The state of a group, and its history.

import { h } from "../../kit/dom/dom.js";
import { count, counted } from "../../kit/text/format.js";
import { initials } from "../app/account.js";
import { addressOf, groupAddress } from "../app/routes.js";
import { actText } from "../insight/guardActs.js";
import { coverage, peopleText, shortMoment } from "../insight/figures.js";
import { kindOf, stateText } from "../insight/groupText.js";
import { authorName } from "../changes/changeText.js";
import { deedText } from "../switchOff/switchDeed.js";
import { card } from "./parts.js";

const maximumActs = 3;

/** The card with state, assignee, merged groups, and the newest of what guards did. */
export function stateCard({ group, merged = [] }, guardActs, program) {
  const { assignee, firstVersion, lastVersion } = group;
  return card("state", "State", {}, h("dl", { class: "pairs" },
    h("dt", {}, "State"), h("dd", {}, stateText(group)),
    h("dt", {}, "Assignee"), h("dd", {}, assignee ? h("span", { class: "person" }, initials(assignee.name), assignee.name) : "Unassigned"),
    h("dt", {}, "Versions"), h("dd", {}, firstVersion === lastVersion ? firstVersion || "unknown" : `${firstVersion} to ${lastVersion}`),
    h("dt", {}, "Total"), h("dd", {}, `${counted(group.reports, "report")} from ${peopleText(group.people, group.peopleAreEstimated)} since ${shortMoment(group.first)}`),
    guardActs.length > 0 && [h("dt", {}, "Guard"), h("dd", {}, h("ul", {}, guardActs.slice(0, maximumActs).map((one) => h("li", {},
      h("a", { href: addressOf("changes", { query: { item: one.flag, source: "guard" } }) }, capital(actText(one, program))), ` ${shortMoment(one.change.time)}`))))],
    merged.length > 0 && [h("dt", {}, "Merged"), h("dd", {}, h("ul", {}, merged.map(({ title }) => h("li", {}, title))))]));
}

/** The text of an entry of the history, after the name. */
function deed({ event, details = {} }, group) {
  const other = details.title ? `“${details.title}”` : "another group";
  switch (event) {
    case "new": return `first ${kindOf(group).one}${details.version ? `, in ${details.version}` : ""}`;
    case "reopened": return details.reason === "count" ? "reopened after the chosen number of reports" : `reopened: it recurred${details.version ? ` in ${details.version}` : ""}`;
    case "resolved": return details.version ? `resolved it in ${details.version}` : "resolved it";
    case "ignored": return details.more ? `ignores it until ${count(details.more)} more` : "ignores it";
    case "assigned": return `assigned it${details.name ? ` to ${details.name}` : ""}`;
    case "unassigned": return "removed the assignee";
    case "opened": return "opened it";
    case "merged": return `merged ${other} into it`;
    case "split": return `split off ${other}`;
    case "erased": return "erased a person’s reports";
    default: return event;
  }
}

/** An event of the group. */
const eventText = (entry, group) => [entry.actor ? [h("strong", { class: "strong" }, entry.actor.name), " ", deed(entry, group)] : capital(deed(entry, group)),
  entry.event === "split" && entry.details?.group && [" ", h("a", { href: groupAddress(entry.details.group) }, "Show")]];

/** A change that is linked to the group, also one that was undone: “Mara Lindt switched off Fast Save in production, undone 14:26”. */
const changeText = (change, program) => [h("strong", { class: "strong" }, authorName(change.author)), " ", h("a", { href: addressOf("changes", { query: { text: String(change.reason) } }) }, deedText(change, program)),
  change.revertedBy !== undefined && h("span", { class: "undone" }, `, undone ${shortMoment(change.revertedAt)} by change ${change.revertedBy}`)];

/** The card with the events of the group and the changes that are `linked` to it, newest first. */
export function historyCard(history, group, { linked = [], program } = {}) {
  const entries = [...history.map((entry) => ({ time: entry.time, text: eventText(entry, group) })), ...linked.map(({ change }) => ({ time: change.time, text: changeText(change, program) }))]
    .toSorted((one, other) => other.time - one.time);
  return card("history", "History", {}, entries.length === 0 ? h("p", { class: "muted" }, "Nothing yet.")
    : h("ol", { class: "steps" }, entries.map(({ time, text }, index) => h("li", {}, h("span", { class: index ? "pip" : "pip won" }), h("div", { class: "body" },
      h("div", { class: "line-top" }, h("span", {}, text), h("span", { class: "time push" }, shortMoment(time))))))));
}

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** The card that says what the figures cover. */
export const aboutCard = ({ covers, what }) => card("about-data", "About this data", {},
  h("p", { class: "muted" }, `${counted(what.reports, "report")} and ${coverage(covers)}. Only people who opted in are counted${covers.peopleAreEstimated ? ", and the number of people is an estimate within about 2.5 %" : ""}. A session is one person’s part of a run.`));
