// The cause of a run's end, the actions that were in flight, and the button that performs one of them again.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { counted, duration } from "../../kit/text/format.js";
import { performLink } from "../links.js";
import { fieldPairs } from "../timeline/performDetail.js";
import { outcomeMark } from "../marks.js";

/** The cause as texts, the most telling first, or nothing for an end without one. */
export function causesOf({ how, signal, problem, crash = {} }) {
  if (how === "unreadable") return [problem ?? "The file can’t be read."];
  if (how === "died") return ["Ended without a recorded cause: killed, or out of memory."];
  const { message, backtrace } = crash;
  return [message, backtrace?.reason, signal && `${signal.words ?? "Ended by a signal"}`].filter(Boolean).slice(0, 1)
    .concat([message && backtrace?.reason, signal && `signal ${signal.number} (${signal.name})`, backtrace && `thread ${backtrace.thread}`, problem].filter(Boolean));
}

/** The cause of a run's end, or nothing. */
export function endCause(run) {
  const [first, ...others] = causesOf(run);
  if (first === undefined) return null;
  if (run.how === "unreadable") return h("p", { class: "note warning" }, icon("warning"), h("span", { class: "wrap" }, first));
  return h("div", { class: "fatal" }, h("p", { class: "message" }, first),
    others.length > 0 && h("p", { class: "facts-line" }, others.map((text) => h("span", {}, text))));
}

const shownFlights = 20;

/** The known cause of the end, and the cards of the actions in flight. */
export function flightSection(run) {
  const { id, flights = [], how } = run, cause = endCause(run), over = how !== "running";
  if (!flights.length && !cause) return null;
  return h("section", { class: "section" },
    h("h3", {}, flights.length ? (over ? "In flight when it ended" : "In flight") : "End of the run"),
    cause, flights.slice(0, shownFlights).map((flight) => flightCard(flight, id, over)),
    flights.length > shownFlights && h("p", { class: "muted" }, `${counted(flights.length - shownFlights, "more action")}.`));
}

function flightCard({ row, fields = [], lasted, cause, line }, run, over) {
  const given = fields.length ? fields : row.input ? [{ label: "Input", value: row.input }] : [];
  return h("div", { class: "flight" }, outcomeMark("in-flight", over), h("div", { class: "body" },
    h("div", { class: "line-top" }, h("span", { class: "clip muted" }, row.feature.name),
      h("span", { class: "dur slow push" }, [lasted !== undefined && duration(lasted), over && "interrupted"].filter(Boolean).join(", "))),
    h("p", { class: "big" }, h("a", { href: performLink(row.id, run) }, row.action.name)),
    h("dl", { class: "pairs" },
      fieldPairs(given),
      row.session && [h("dt", {}, "Session"), h("dd", {}, row.user ? row.session.name : `${row.session.name}, in the background`)],
      cause && [h("dt", {}, "Caused by"), h("dd", {}, h("a", { href: performLink(cause.id, run) }, cause.action.name),
        cause.user ? `, by the user${cause.session ? ` in ${cause.session.name}` : ""}` : "")],
      line && [h("dt", {}, "Last log line"), h("dd", { class: "mono" }, line.message)])));
}

/** A button that opens the form of a row's action in the command menu. */
export const againButton = ({ feature, action }, palette) => h("button", { class: "button", type: "button", data: { focus: "again" },
  on: { click: () => palette.open(`${feature.path}/#${action.identifier}`) } }, icon("play"), "Perform again…");
