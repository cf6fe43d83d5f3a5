// A change in the audit: who did what, where, when and why; the difference opens below.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { loading } from "../../kit/dom/states.js";
import { counted, toSecond } from "../../kit/text/format.js";
import { initials } from "../app/account.js";
import { environmentTag } from "../app/environments.js";
import { differenceOf, itemName } from "../text/itemLines.js";
import { reasonText } from "../insight/reportLink.js";
import { authorName, headline } from "./changeText.js";
import { openRevert } from "./revertDialog.js";

/** The number of items whose difference is shown. */
const maximumShown = 200;
/** The interface by which a change was made, by its source. */
export const sources = { dashboard: "Dashboard", token: "Token", commandLine: "Command line", schedule: "Schedule", plan: "Plan", guard: "Guard", program: "Program", agent: "Agent" };

/** The differences with their items. */
export const differences = (list, program) => list.map((difference) => h("div", {}, h("p", { class: "sub" }, itemName(difference, program)), differenceOf(difference, program)));

/** The tags of environments. */
export const environmentTags = (ids, program) => ids.map((id) => program.environmentNamed(id)).filter(Boolean).map(environmentTag);

const isMachine = (source) => source !== "dashboard";

/** The row of a change. `review` is its pending request for a review, if any. */
export function changeRow(program, change, { isOpen = false, review } = {}) {
  const { number, time, author, reason, revisions, reverts, approvedBy } = change;
  // The removal of an environment without rules is a change as well.
  const hasItems = change.isShortened || change.differences.length > 0;
  const details = h("div", { hidden: !isOpen });
  const toggle = h("button", { class: "button small quiet", type: "button", "aria-expanded": String(isOpen), "aria-label": `Difference of change ${number}`, on: { click: () => {
    details.hidden = !details.hidden;
    toggle.setAttribute("aria-expanded", String(!details.hidden));
    showDetails();
  } } }, "Diff");
  if (isOpen) showDetails();

  /** Lists have no values of a large change: they are read when it is opened. */
  async function showDetails() {
    if (details.hidden) return fill(details);
    if (change.isShortened) {
      fill(details, loading("Loading the difference", 2));
      try {
        change = { ...await program.transport.get(`${program.path}/changes/${number}`), isShortened: false };
      } catch (error) {
        return fill(details, h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message)));
      }
    }
    const list = change.differences;
    fill(details, differences(list.slice(0, maximumShown), program),
      list.length > maximumShown && h("p", { class: "muted" }, `And ${counted(list.length - maximumShown, "more item")}.`));
  }

  return h("li", { class: "change", data: { change: number } },
    initials(author.name, isMachine(author.source)),
    h("div", { class: "body" },
      h("p", { class: "head" }, h("span", {}, h("strong", {}, authorName(author)), ` ${headline(change, program)}`)),
      reason && h("p", { class: "why" }, reasonText(reason)),
      h("p", { class: "meta" }, environmentTags(Object.keys(revisions), program), h("span", {}, sources[author.source] ?? author.source), h("span", {}, `change ${number}`),
        reverts !== undefined && h("span", {}, `reverts change ${reverts}`), approvedBy && h("span", {}, `approved by ${approvedBy}`), review && h("span", { class: "stale" }, "Pending review")),
      details),
    h("div", { class: "side" }, h("span", { class: "time" }, toSecond(time * 1_000)), hasItems && toggle,
      hasItems && program.mayEdit() && h("button", { class: "button small", type: "button", "aria-label": `Revert change ${number}…`, on: { click: () => openRevert(program, change) } }, "Revert…")));
}
