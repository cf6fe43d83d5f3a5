// The versions of programs that had a flag, and the open groups of reports whose sessions had it.

import { h } from "../../kit/dom/dom.js";
import { plainMark } from "../../kit/dom/marks.js";
import { table } from "../../kit/dom/table.js";
import { count, counted } from "../../kit/text/format.js";
import { addressOf, groupAddress } from "../app/routes.js";
import { peopleText } from "../insight/figures.js";
import { countedOf, kindOf, suspectSentence } from "../insight/groupText.js";
import { newestFirst } from "../insight/versions.js";

const maximumVersions = 8;

/**
 * The versions with this flag, the latest first: `{version, sessions, connected}`. `exposure` has the sessions by variant, `impact`
 * the running programs, which count once their version had the flag.
 */
export function versionsOf(exposure, impact) {
  const sessions = new Map(), connected = new Map((impact?.connected?.versions ?? []).map(({ version, instances }) => [version, instances]));
  for (const { versions = [] } of exposure?.variants ?? []) for (const one of versions) sessions.set(one.version, (sessions.get(one.version) ?? 0) + one.sessions);
  return newestFirst([...sessions.keys()]).map((version) => ({ version, sessions: sessions.get(version), connected: connected.get(version) ?? 0 }));
}

/** The section of versions; nothing without a session. */
export function evaluatedBy(exposure, impact) {
  const rows = versionsOf(exposure, impact);
  if (rows.length === 0) return undefined;
  return h("div", { class: "section" }, h("h3", {}, "Evaluated by"),
    table({ label: "Sessions by version", named: true, rows: rows.slice(0, maximumVersions), columns: [
      { title: "Version", cell: ({ version }) => version || "Unknown" },
      { title: "Sessions", number: true, cell: (row) => count(row.sessions) },
      { title: "Connected now", number: true, cell: (row) => count(row.connected) },
    ] }),
    rows.length > maximumVersions && h("p", { class: "sub" }, `And ${counted(rows.length - maximumVersions, "earlier version")}.`));
}

/** The section of groups, as the list of groups has them; nothing without one. */
export function reportsWith(groups, flag, program) {
  if (!groups?.length) return undefined;
  return h("div", { class: "section" }, h("div", { class: "section-head" }, h("h3", { id: "reports-with" }, "Open reports with this flag"), h("a", { class: "push", href: addressOf("reports", { query: { flag } }) }, "All")),
    h("ul", { class: "lines", "aria-labelledby": "reports-with" }, groups.map((group) => h("li", {}, plainMark(kindOf(group).mark),
      h("span", { class: "what" }, h("a", { href: groupAddress(group.id) }, group.title), h("br"),
        h("span", { class: "sub" }, group.suspect?.flag === flag ? suspectSentence(group.suspect, program) : `${countedOf(group, group.reports)}, ${peopleText(group.people, group.peopleAreEstimated)}`))))));
}
