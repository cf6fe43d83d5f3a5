// The course of a group after a change that is linked to it, or after a guard’s.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { plainMark } from "../../kit/dom/marks.js";
import { button } from "../../kit/dom/states.js";
import { plot, plotKey } from "../plots/plot.js";
import { count, counted, toMinute, toSecond } from "../../kit/text/format.js";
import { initials } from "../app/account.js";
import { addressOf } from "../app/routes.js";
import { authorName } from "../changes/changeText.js";
import { openRevert } from "../changes/revertDialog.js";
import { connected } from "../flags/connected.js";
import { share, shortMoment } from "../insight/figures.js";
import { kindOf } from "../insight/groupText.js";
import { deedText, isSwitchOff, markText } from "../switchOff/switchDeed.js";
import { barLength, barsFrom, effectParts, momentOn } from "./barTimes.js";
import { verdicts } from "./effect.js";

/** The card of the newest change that is meant to help. */
export function effectCard({ group }, { change, effect, review, program, now }) {
  const { word, mark } = verdicts[effect?.verdict] ?? verdicts.early, { plural } = kindOf(group);
  return h("section", { class: effect?.verdict === "helped" ? "card helped" : "card", "aria-labelledby": "helped" },
    h("div", { class: "section" },
      h("div", { class: "section-head" }, h("h2", { id: "helped" }, plainMark(mark), " ", word)),
      effect ? compared(effect, group, change, program) : h("p", { class: "verdict" }, `The server compares the rate of ${plural} before and after the change once it has enough sessions.`)),
    h("div", { class: "section" }, h("ul", { class: "lines" },
      h("li", {}, initials(change.author.name, change.author.source !== "dashboard"), h("span", { class: "what" }, h("strong", { class: "strong" }, authorName(change.author)), " ", h("a", { href: addressOf("changes", { query: { text: String(change.reason) } }) }, deedText(change, program))), h("span", { class: "when" }, shortMoment(change.time, now))),
      reach(change, program),
      review && h("li", {}, h("span", { class: "initials machine", "aria-hidden": "true" }, icon("changes")), h("span", { class: "what" }, h("a", { href: addressOf("changes", { query: { view: "requests" } }) }, "Pending review by a second person")), h("span", { class: "when" })))));
}

function compared({ before, after, reports = [], unit, isEstimated }, group, change, program) {
  const { plural } = kindOf(group);
  const text = after.affected === 0 ? `No ${plural} since ${toSecond(change.time * 1_000)}.` : `${counted(after.affected, kindOf(group).one, plural)} since ${toSecond(change.time * 1_000)}.`;
  return [
    h("p", { class: "verdict" }, text, (after.expected ?? 0) >= 0.5 && [" At the earlier rate, ", h("strong", { class: "strong" }, count(Math.round(after.expected))), " were expected."]),
    h("div", { class: "before-after" },
      h("div", {}, h("strong", {}, share(before.rate)), h("span", { class: "muted" }, `of ${counted(before.sessions, "session")} affected, before the change`)),
      icon("arrow"),
      h("div", {}, h("strong", {}, share(after.rate)), h("span", { class: "muted" }, `of ${counted(after.sessions, "session")} since${typeof after.atMost === "number" ? `; at most ${share(after.atMost)} (95 % CI)` : ""}`))),
    reports.length > 1 && effectPlot(barsFrom(reports, unit, group.first), unit, change, { plural, mark: markText(change, program) }),
    isEstimated && h("p", { class: "sub" }, unit >= 86_400_000 ? "Figures of that time are stored by day: whole days are compared, without that of the change." : "Sessions of the hour of the change are divided by when they began."),
  ];
}

function effectPlot(bars, each, change, { plural, mark }) {
  const { from, until, at, mixed, rate, sides, ofChange } = effectParts(bars, each, change), length = until - from, unit = barLength(each);
  const ofUnit = `the ${each >= 86_400_000 ? "day" : each >= 3_600_000 ? "hour" : unit} of the change`;
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((place) => ({ at: place, yields: place > 0 && place < 1, text: momentOn(from + place * length, length, from) }));
  const label = `${plural} from ${shortMoment(from)} to ${shortMoment(until)}, per ${unit}, with ${mark.toLowerCase()} at ${shortMoment(change.time)}: ${bars.map(({ reports }) => count(reports)).join(", ")}${mixed ? `; ${count(mixed.reports)} in ${ofUnit}, before and after it` : ""}`;
  return [
    plot({ tall: "4.5rem", label, bars: [{ name: "bad", values: sides }, ...(mixed ? [{ name: "all", values: ofChange }] : [])],
      lines: rate === undefined ? [] : [{ name: "was", points: [[at, rate], [1, rate]] }], events: [{ at, text: `${mark} ${toMinute(change.time * 1_000)}`, isBefore: at > 0.5, isManual: true }], ticks }),
    plotKey([{ name: "bad", text: `${plural} per ${unit}` }, ...(mixed ? [{ name: "all", text: `${ofUnit.charAt(0).toUpperCase()}${ofUnit.slice(1)}, before and after it` }] : []), ...(rate === undefined ? [] : [{ name: "line-b", text: "Rate before the change" }])]),
  ];
}

/** The number of running programs that have the change. */
function reach(change, program) {
  const environment = program.environment, found = connected(program, environment);
  return h("li", {}, h("span", { class: "initials machine", "aria-hidden": "true" }, icon("power")), h("span", { class: "what", id: "reach", role: "status" }, found ?? "No running program is connected. Programs get it when they connect."), h("span", { class: "when" }));
}

/** The button that takes a change back. */
export const backButton = (program, change) => button(isSwitchOff(change, program) ? "Switch back on…" : "Revert the change…", () => openRevert(program, change));
