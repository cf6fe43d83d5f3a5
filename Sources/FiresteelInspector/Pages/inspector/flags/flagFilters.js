// The filters of the flags page as chips, each with its number of matching flags.

import { fill, h } from "../../kit/dom/dom.js";
import { count } from "../../kit/text/format.js";

const filters = [
  { name: "differs", label: "Differs", test: ({ differs }) => differs, always: true, dot: true },
  { name: "overridden", label: "Overridden", test: ({ override }) => override !== undefined, always: true },
  { name: "kept", label: "Kept", test: ({ stored }) => stored === true },
  { name: "error", label: "Error", test: ({ error }) => error !== undefined },
  { name: "expired", label: "Expired", test: ({ expired }) => expired },
  { name: "unread", label: "Never read", test: ({ read, declared }) => declared && read === false },
  { name: "constant", label: "Constant", test: ({ constant }) => constant !== undefined },
  { name: "undeclared", label: "Undeclared", test: ({ declared, unknown }) => !declared && !unknown },
  { name: "unknown", label: "Undefined", test: ({ unknown }) => unknown === true },
];

/** The empty state of single filters. */
const nothing = {
  constant: ["No constant flags", "A flag is constant after 30 days with the same value in every context."],
  unknown: ["No undefined keys", "Keys that code evaluates, but no code declares and no provider defines, appear here."],
};

/** `[title, text]` of the empty state. */
export const nothingLeft = (selected) => (selected.size === 1 && nothing[[...selected][0]]) || ["No flags match these filters"];

/** The valid filter names of an address. */
export const readFilters = (text = "") => new Set(text.split(",").filter((name) => filters.some((filter) => filter.name === name)));

/** Whether a flag passes all selected filters. */
export const passes = (flag, selected) => filters.every(({ name, test }) => !selected.has(name) || test(flag));

/** Draws the chips, without those that match nothing and aren't selected. `flags` are the results of the search. */
export function drawFilters(place, { flags, selected, toggle }) {
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.filter : undefined;
  fill(place, filters.map(({ name, label, test, always, dot }) => {
    const left = flags.filter((flag) => passes(flag, selected) && test(flag)).length;
    if (!left && !always && !selected.has(name)) return null;
    return h("button", { class: "chip", type: "button", "aria-pressed": String(selected.has(name)), data: { filter: name },
      on: { click: () => toggle(name) } },
    dot && h("span", { class: "dot", "aria-hidden": "true" }), label, " ", h("span", { class: "count" }, count(left)));
  }));
  if (focused) (place.querySelector(`[data-filter="${focused}"]`) ?? place.querySelector("button"))?.focus({ preventScroll: true });
}
