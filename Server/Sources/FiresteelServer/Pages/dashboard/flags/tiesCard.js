// The dependencies and dependents of a flag: its parent, the flags that need it, and its exclusion group.

import { h } from "../../kit/dom/dom.js";
import { mark, plainMark } from "../../kit/dom/marks.js";
import { counted } from "../../kit/text/format.js";
import { addressOf, flagAddress } from "../app/routes.js";
import { nameOf, stateIn } from "../text/flagState.js";
import { marks } from "./flagList.js";

/** The number of flags that each list shows. */
const maximumShown = 12;

/** The ties of a flag: `parent` (a flag, its key if there is no such flag, or `undefined`), `children`, and `others` of its group. */
export function tiesOf(flags, { key, value }) {
  const all = [...flags.values()].filter((one) => one.key !== key && !one.value.isArchived).sort((one, other) => nameOf(one).localeCompare(nameOf(other), "en"));
  return {
    parent: value.parent ? flags.get(value.parent) ?? value.parent : undefined,
    children: all.filter((one) => one.value.parent === key),
    others: value.exclusionGroup ? all.filter((one) => one.value.exclusionGroup === value.exclusionGroup) : [],
  };
}

/** The card; nothing for a flag without ties. */
export function tiesCard(program, flag, environment) {
  const { parent, children, others } = tiesOf(program.flags, flag), { exclusionGroup } = flag.value, place = environment.name.toLowerCase();
  if (!parent && children.length === 0 && !exclusionGroup) return undefined;
  return h("section", { class: "card", "aria-labelledby": "ties" },
    h("div", { class: "section" }, h("div", { class: "section-head" }, h("h2", { id: "ties" }, "Dependencies"), h("span", { class: "muted only-wide" }, `in ${place}`)),
      (parent || children.length > 0) && h("div", { class: "ties" },
        parent ? h("ul", { "aria-label": "It needs" }, h("li", {}, parentKnot(parent))) : h("span"), parent ? wire("wire") : h("span"),
        h("div", { class: "knot this" }, h("span", { class: "clip strong" }, nameOf(flag)), h("span", { class: "sub" }, "this flag")),
        children.length > 0 && [wire(children.length > 1 ? "wire many" : "wire"), h("ul", { "aria-label": "Flags that need it" }, children.slice(0, maximumShown).map((child) => h("li", {}, childKnot(child))),
          children.length > maximumShown && h("li", { class: "sub" }, `And ${counted(children.length - maximumShown, "more flag")}.`))])),
    exclusionGroup && h("div", { class: "section" }, h("h3", { id: "ties-group" }, `Exclusion group “${exclusionGroup}”`),
      others.length === 0 ? h("p", { class: "muted" }, "No other flag is in this group.") : [h("p", { class: "sub" }, "At most one of these flags and this one is on for a person."),
        h("ul", { class: "lines", "aria-labelledby": "ties-group" }, others.slice(0, maximumShown).map(member),
          others.length > maximumShown && h("li", {}, h("span"), h("a", { class: "what", href: addressOf("flags", { query: { text: exclusionGroup } }) }, `${counted(others.length - maximumShown, "more flag")}`)))]));

  function wire(className) { return h("span", { class: className, "aria-hidden": "true" }); }

  function knot(one, ...state) {
    return h("a", { class: "knot", href: flagAddress(one.key) }, h("span", { class: "clip strong" }, nameOf(one)), h("span", { class: "sub" }, state));
  }

  function parentKnot(one) {
    if (typeof one === "string") return h("span", { class: "knot" }, h("span", { class: "clip strong" }, one), h("span", { class: "sub bad" }, "There is no such flag."));
    const { word, kind, needs } = stateIn(program.flags, one, environment.id);
    return knot(one, plainMark(needs ? "unavailable" : marks[kind]), " ", `${word} here`);
  }

  /** A child has its own state in the mark, and how it depends on this flag beside it. */
  function childKnot(one) {
    const { word, kind, needs } = stateIn(program.flags, one, environment.id);
    return knot(one, mark(needs ? "unavailable" : marks[kind], `${word} here,`), " off where this is off");
  }

  function member(one) {
    const state = stateIn(program.flags, one, environment.id);
    return h("li", {}, plainMark(state.needs ? "unavailable" : marks[state.kind]), h("a", { class: "what clip", href: flagAddress(one.key) }, nameOf(one)), h("span", { class: "when" }, `${state.word} here`));
  }
}
