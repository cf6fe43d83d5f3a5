// The actions in flight when a run ended.

import { h } from "../../kit/dom/dom.js";
import { duration } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { performLink } from "../links.js";
import { mark } from "../../kit/dom/marks.js";
import { fieldPairs } from "../timeline/performDetail.js";

/** The cards of the actions in flight, and the known cause of the end. */
export function flightSection({ id, flights = [], signal, problem, how }) {
  const note = endNote({ signal, problem, how });
  if (!flights.length && !note) return null;
  return h("section", { class: "section" },
    h("h3", {}, flights.length ? "In flight when it ended" : "End of the run"),
    flights.map((flight) => flightCard(flight, id)), note);
}

function flightCard({ row, fields = [], lasted, cause, line }, run) {
  const given = fields.length ? fields : row.input ? [{ label: "Input", value: row.input }] : [];
  return h("div", { class: "flight" }, mark("in-flight", "Interrupted"), h("div", { class: "body" },
    h("div", { class: "line-top" }, h("span", { class: "clip muted" }, row.feature.name),
      h("span", { class: "dur slow push" }, lasted === undefined ? "interrupted" : `${duration(lasted)}, interrupted`)),
    h("p", { class: "big" }, h("a", { href: performLink(row.id, run) }, row.action.name)),
    h("dl", { class: "pairs" },
      fieldPairs(given),
      row.session && [h("dt", {}, "Session"), h("dd", {}, row.user ? row.session.name : `${row.session.name}, in the background`)],
      cause && [h("dt", {}, "Caused by"), h("dd", {}, h("a", { href: performLink(cause.id, run) }, cause.action.name),
        cause.user ? `, by the user${cause.session ? ` in ${cause.session.name}` : ""}` : "")],
      line && [h("dt", {}, "Last log line"), h("dd", { class: "mono" }, line.message)])));
}

function endNote({ signal, problem, how }) {
  const causes = signal ? [signal.words ?? "Ended by a signal", `signal ${signal.number} (${signal.name})`]
    : how === "died" ? ["Ended without a recorded cause: killed, or out of memory.", undefined]
      : how === "unreadable" ? [problem ?? "The file can’t be read.", undefined] : undefined;
  if (!causes && !problem) return null;
  const [first, second] = causes ?? [problem, undefined];
  return h("p", { class: how === "unreadable" ? "note warning" : "note failure" }, icon("warning"),
    h("span", { class: "wrap" }, first, second && [h("br"), h("code", { class: "muted" }, second)]));
}
