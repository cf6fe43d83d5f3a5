// The filters of the flags page as chips, each with the number of flags that it would leave.

import { fill, h } from "../../kit/dom/dom.js";
import { count } from "../../kit/text/format.js";

const filters = [
  { name: "differs", label: "Differs", test: ({ differs }) => differs, always: true, dot: true },
  { name: "overridden", label: "Overridden", test: ({ override }) => override !== undefined, always: true },
  { name: "error", label: "With an error", test: ({ error }) => error !== undefined },
  { name: "expired", label: "Expired", test: ({ expired }) => expired },
  { name: "unread", label: "Never read", test: ({ read, declared }) => declared && read === false },
  { name: "constant", label: "Constant", test: ({ constant }) => constant !== undefined },
  { name: "undeclared", label: "Not declared", test: ({ declared, unknown }) => !declared && !unknown },
  { name: "unknown", label: "Unknown", test: ({ unknown }) => unknown === true },
];

/** What it means that a filter, alone, leaves nothing. */
const nothing = {
  constant: ["No flag is constant", "One is as soon as its value has been the same for 30 days, whoever asked."],
  unknown: ["Every key is known", "A key that code asks for, that nobody declares and that no provider has, is listed here."],
};

/** `[title, text]` of the state that says that nothing is left. */
export const nothingLeft = (chosen) => (chosen.size === 1 && nothing[[...chosen][0]]) || ["No flag is left by these filters"];

/** The names that are known, of those in the address. */
export const readFilters = (text = "") => new Set(text.split(",").filter((name) => filters.some((filter) => filter.name === name)));

/** Whether a flag passes all the chosen filters. */
export const passes = (flag, chosen) => filters.every(({ name, test }) => !chosen.has(name) || test(flag));

/** Draws the chips: those that would leave nothing are not there, unless they are chosen. `flags` are what the search left. */
export function drawFilters(place, { flags, chosen, toggle }) {
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.filter : undefined;
  fill(place, filters.map(({ name, label, test, always, dot }) => {
    const left = flags.filter((flag) => passes(flag, chosen) && test(flag)).length;
    if (!left && !always && !chosen.has(name)) return null;
    return h("button", { class: "chip", type: "button", "aria-pressed": String(chosen.has(name)), data: { filter: name },
      on: { click: () => toggle(name) } },
    dot && h("span", { class: "dot", "aria-hidden": "true" }), label, " ", h("span", { class: "count" }, count(left)));
  }));
  if (focused) (place.querySelector(`[data-filter="${focused}"]`) ?? place.querySelector("button"))?.focus({ preventScroll: true });
}
