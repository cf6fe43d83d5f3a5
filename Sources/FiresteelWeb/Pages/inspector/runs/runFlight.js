// The actions in flight when a run ended.

import { h } from "../../kit/dom/dom.js";
import { counted, duration } from "../../kit/text/format.js";
import { performLink } from "../links.js";
import { fieldPairs } from "../timeline/performDetail.js";
import { outcomeMark } from "../marks.js";
import { endCause } from "./ending.js";

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
