// The list of groups of reports. One tab stop; arrows, Home and End move, Enter opens.

import { fill, h, said } from "../../kit/dom/dom.js";
import { badge } from "../../kit/dom/marks.js";
import { count, counted } from "../../kit/text/format.js";
import { groupAddress } from "../app/routes.js";
import { peopleText, peopleCount, since } from "./figures.js";
import { ratioText } from "../report/suspects.js";
import { isGettingWorse, kindOf, stateText, subtitle, suspectName } from "./groupText.js";
import { highest, hourBars } from "./hourBars.js";

const cell = (className, ...content) => h("span", { role: "gridcell", class: className }, content);

/** Open groups in their sections, in order. */
function sectionsOf(groups) {
  const reopened = groups.filter(({ isReopened }) => isReopened), fresh = groups.filter((group) => group.isNew && !group.isReopened);
  const others = groups.filter((group) => !group.isNew && !group.isReopened);
  return [["New today", fresh], ["Still happening", others], ["Reopened after being resolved", reopened]].filter(([, list]) => list.length > 0);
}

export class GroupList {
  #active;

  /** The rows in `place`; `open(id)` is called on Enter or a click. */
  constructor(place, { open }) {
    Object.assign(this, { place, open });
    this.grid = h("div", { class: "rows", role: "grid", "aria-label": "Groups of reports", on: {
      keydown: (event) => this.#key(event), click: (event) => this.#click(event),
      focusin: (event) => this.#activate(event.target.closest(".row")),
    } });
  }

  get #rows() { return [...this.grid.querySelectorAll(".row")]; }

  /** Draws the groups; `hasSections` for open ones, `answered` has the times of changes against groups. The focus remains on its group. */
  show(groups, { hasSections, now, program, answered = new Map() }) {
    const hadFocus = this.grid.contains(document.activeElement), most = highest(groups);
    const sections = hasSections ? sectionsOf(groups) : [[undefined, groups]];
    fill(this.grid, sections.map(([title, list]) => [
      title && h("div", { class: "group-head", role: "row" }, cell(undefined, title), cell("count", count(list.length))),
      list.map((group) => this.#row(group, { most, now, program, since: answered.get(group.id) })),
    ]));
    this.grid.setAttribute("aria-rowcount", String(this.grid.childElementCount));
    if (this.grid.parentElement !== this.place) fill(this.place, this.grid);
    const rows = this.#rows, current = rows.find((row) => row.dataset.group === this.#active) ?? rows[0];
    if (!current) return;
    current.tabIndex = 0;
    if (hadFocus) current.focus({ preventScroll: true });
  }

  #row(group, { most, now, program, since: changed }) {
    const { mark: name, word } = kindOf(group), { id, title, reports, people, peopleAreEstimated, last, firstVersion, state, assignee } = group;
    const worse = state === "open" && isGettingWorse(group, { since: changed, now });
    const note = worse ? badge("failure", "Getting worse") : state === "open" && group.isReopened ? badge("failure", `Again in ${group.lastVersion}`) : state === "open" && group.isNew && firstVersion ? badge("failure", `New in ${firstVersion}`) : state !== "open" && badge("", stateText(group));
    const when = since(last, now);
    return h("div", { class: state === "open" ? "row report-row" : "row report-row done", role: "row", tabIndex: -1, data: { group: id, key: id },
      "aria-label": [word, title, note && note.textContent, subtitle(group), counted(reports, "report"), peopleText(people, peopleAreEstimated), `last ${when === "now" ? "now" : `${when} ago`}`].filter(Boolean).join(", ") },
    cell(`mark ${name}`, said(word)),
    cell("two", h("span", {}, h("a", { class: "strong bare clip", href: groupAddress(id), tabIndex: -1 }, title), note), h("span", { class: "sub clip" }, subtitle(group))),
    cell("graph", hourBars(group.hours ?? [], most)),
    cell("num reports", count(reports)), cell("num people", peopleCount(people, peopleAreEstimated)),
    cell("num muted last", h("span", { class: "only-narrow" }, `${peopleText(people, peopleAreEstimated)}, `), when),
    cell("suspect clip", this.#suspect(group, program) ?? h("span", { class: "muted" }, assignee ? assignee.name : firstVersion ? `since ${firstVersion}` : "")));
  }

  /** The variant or version that stands out, if the server names one. */
  #suspect({ suspect }, program) {
    return suspect ? [h("span", { class: "strong" }, suspectName(suspect, program)), " ", h("span", { class: "sub" }, ratioText(suspect.ratio))] : undefined;
  }

  /** Focuses the active row. */
  focus() { (this.#rows.find((row) => row.tabIndex === 0) ?? this.#rows[0])?.focus(); }

  #activate(row) {
    if (!row) return;
    for (const other of this.#rows) other.tabIndex = other === row ? 0 : -1;
    this.#active = row.dataset.group;
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = this.#rows, here = rows.indexOf(document.activeElement.closest(".row"));
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (event.key === "Enter" && here >= 0) this.open(rows[here].dataset.group);
    else if (to === undefined || here < 0) return;
    else rows[Math.min(Math.max(to, 0), rows.length - 1)].focus();
    event.preventDefault();
  }

  #click(event) {
    const row = event.target.closest(".row");
    // A link opens by itself, also in another tab.
    if (row && !event.target.closest("a")) this.open(row.dataset.group);
  }
}
