// Sessions side by side, with their stacks and the actions and nested stacks of each stack.

import { h } from "../../kit/dom/dom.js";
import { counted, duration, isSlow, toSecond } from "../../kit/text/format.js";
import { featureLink, performLink, timelineLink } from "../../run/links.js";
import { badge } from "../../kit/dom/marks.js";
import { outcomeMark } from "../../run/marks.js";

/** The stacks of a session, including nested ones. */
export function allStacks({ stacks = [] }) {
  const within = (stack) => [stack, ...(stack.entries ?? []).flatMap((entry) => (entry.stack ? within(entry.stack) : []))];
  return stacks.flatMap(within);
}

/** Whether an action of the stack itself is in flight. */
export const isInFlight = ({ entries = [] }) => entries.some(({ outcome }) => outcome === "in-flight");

/** A column for a session. `onlyOpen` omits closed stacks; `now` is the program's time. */
export function sessionColumn(session, { onlyOpen, now }) {
  const { id, name, user, stacks = [] } = session;
  const open = allStacks(session).filter(({ closed }) => closed === undefined).length;
  const shown = stacks.filter((stack) => !onlyOpen || stack.closed === undefined);
  return h("section", { class: "column", "aria-labelledby": `session-${id}` },
    h("header", {}, h("h2", { class: "clip", id: `session-${id}` }, name),
      h("span", { class: "muted clip" }, user ? "Started by the user" : "In the background"),
      h("span", { class: "count push" }, `${open} open`)),
    shown.map((stack) => stackCard(stack, { session, onlyOpen, now, level: 3 })),
    shown.length === 0 && h("p", { class: "muted" }, "No open stacks."));
}

function stackCard(stack, context) {
  const { feature, opened, closed, dropped, entries = [] } = stack;
  const word = closed !== undefined ? badge("", "Closed") : isInFlight(stack) ? badge("in-flight", "In flight") : badge("available", "Open");
  return h("section", { class: closed === undefined ? "stack" : "stack closed" },
    h("header", {}, h(`h${Math.min(context.level, 6)}`, { class: "clip" }, h("a", { href: featureLink(feature.path) }, feature.name)), word,
      h("span", { class: "time push", title: closed === undefined ? "Opened" : `Closed ${toSecond(closed)}` }, toSecond(opened))),
    h("ol", {},
      dropped > 0 && h("li", { class: "entry" }, h("a", { class: "muted", href: timelineLink({ session: context.session.id, feature: feature.path }) },
        counted(dropped, "earlier action"))),
      entries.map((entry) => {
        if (!entry.stack) return action(entry, context.now);
        if (context.onlyOpen && entry.stack.closed !== undefined) return null;
        return h("li", { class: "nest" }, stackCard(entry.stack, { ...context, level: context.level + 1 }));
      })));
}

function action({ perform, action: { name }, at, took, outcome, input }, now) {
  const lasted = took ?? Math.max(0, now - at);
  return h("li", { class: "entry" }, outcomeMark(outcome),
    h("a", { class: "clip", href: performLink(perform) }, name), h("span", { class: "clip muted" }, input ?? ""),
    h("span", { class: `dur push${isSlow(lasted) && outcome !== "cancelled" ? " slow" : ""}`, data: took === undefined ? { since: at } : {} }, duration(lasted)));
}
