// What follows from an experiment beside its result: other experiments that it depends on, and whether its difference held once everyone had the variant.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { plainMark } from "../../kit/dom/marks.js";
import { count, counted } from "../../kit/text/format.js";
import { experimentAddress } from "../app/routes.js";
import { intervals } from "../plots/intervals.js";
import { bounds, differenceScale } from "../plots/scale.js";
import { card } from "../report/parts.js";
import { differenceText, rangeText } from "../text/experiments.js";

/** The card of interactions; nothing where no other experiment ran at the same time. `nameOf` returns the name of an experiment, `unit` is the attribute by which people are split. */
export function interactionsCard(found, nameOf, unit) {
  if (found?.problem) return card("interactions", "Interactions", {}, h("p", { class: "note failure" }, icon("warning"), h("span", {}, `They can’t be read: ${found.problem}`)));
  if (!found?.hasOthers) return undefined;
  if (!found.isComparable) return card("interactions", "Interactions", {}, h("p", { class: "muted" }, unit ? `Not known: people are split by ${unit}.` : "Not known for this metric: it is a distribution, or known only after days."));
  const people = counted(found.people, "person", "people");
  if (found.people === 0) return card("interactions", "Interactions", {}, h("p", { class: "muted" }, "Not known yet: no one took part in both this and another experiment."));
  if (found.interactions.length === 0) return card("interactions", "Interactions", {}, h("p", {}, `No other experiment is known to change this difference, by ${people} who took part in both.`));
  return card("interactions", "Interactions", { aside: h("span", { class: "muted" }, `from ${people}`) },
    h("ul", { class: "lines" }, found.interactions.map(({ experiment, arm, otherArm, with: within, without }) => h("li", {}, plainMark("failure"), h("span", { class: "what" },
      h("span", { class: "strong" }, `“${arm}”: ${differenceText(within)} with “${otherArm}” of `, h("a", { href: experimentAddress(experiment) }, nameOf(experiment)), `, ${differenceText(without)} without`)), h("span")))),
    h("p", { class: "sub after" }, "The two depend on each other: decide about them together, or compare them in one experiment."));
}

const sentences = {
  waiting: () => "Not known yet: it takes at least a day, and 100 people of the control who did it.",
  held: () => "It held: people who had the control changed as those with the variant had.",
  closed: () => "The difference closed, but those who had the variant changed, not those who had the control.",
  lost: () => "It didn’t hold: people who had the control changed less than the difference says.",
  over: () => "No longer known: what people did is removed 31 days after the end.",
  inconclusive: () => "Nothing is certain yet.",
  unknown: () => "Not known: the result was unreliable, or the metric is a distribution or known only after days.",
};

/** The card that says whether a difference held; nothing where no variant was shipped. */
export function shippedCard(found) {
  const { kind, days, people, expected, relative, lower, upper, control, shipped } = found ?? {};
  if (!sentences[kind]) return undefined;
  const rows = [[expected, undefined, undefined, "Difference in the experiment", ""], [relative, lower, upper, "Change afterwards", `${counted(days, "day")} before and after, ${count(people)} people`]].filter(([at]) => Number.isFinite(at));
  return card("shipped", "Since everyone has it", {}, h("p", {}, ["held", "closed", "lost"].includes(kind) ? [plainMark(kind === "held" ? "success" : "failure"), " "] : "", sentences[kind]()),
    Number.isFinite(relative) && h("div", { class: "after" }, intervals({ label: "Whether the difference held", titles: ["When", "Difference", "difference", "95 %"], scale: differenceScale([expected, relative, lower, upper]),
      rows: rows.map(([at, from, to, what, note]) => ({ what: h("span", { class: "strong" }, what), note, ...bounds({ lower: from, upper: to }), at, figure: differenceText(at), range: from === undefined ? "" : rangeText({ lower: from, upper: to }), confidence: "", isCertain: false })) })),
    h("p", { class: "sub after" }, "What people of the control did afterwards, less what changed meanwhile for those who had the variant all along",
      Number.isFinite(control) && Number.isFinite(shipped) ? `: ${differenceText(control)} and ${differenceText(shipped)}.` : "."));
}
