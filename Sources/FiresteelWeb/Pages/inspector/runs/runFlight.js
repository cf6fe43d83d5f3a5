// The actions that never finished: what a run was doing when it ended.

import { h } from "../../kit/dom/dom.js";
import { duration } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { performLink } from "../links.js";
import { mark } from "../../kit/dom/marks.js";
import { fieldPairs } from "../timeline/performDetail.js";

/** The cards of what was in flight, and why the run ended as far as that is known. */
export function flightSection({ id, flights = [], signal, problem, how }) {
  const note = endNote({ signal, problem, how });
  if (!flights.length && !note) return null;
  return h("section", { class: "section" },
    h("h3", {}, flights.length ? "In flight when it ended" : "How it ended"),
    flights.map((flight) => flightCard(flight, id)), note);
}

function flightCard({ row, fields = [], lasted, cause, line }, run) {
  const given = fields.length ? fields : row.input ? [{ label: "Input", value: row.input }] : [];
  return h("div", { class: "flight" }, mark("in-flight", "Never finished"), h("div", { class: "body" },
    h("div", { class: "line-top" }, h("span", { class: "clip muted" }, row.feature.name),
      h("span", { class: "dur slow push" }, lasted === undefined ? "never finished" : `${duration(lasted)}, never finished`)),
    h("p", { class: "big" }, h("a", { href: performLink(row.id, run) }, row.action.name)),
    h("dl", { class: "pairs" },
      fieldPairs(given),
      row.session && [h("dt", {}, "Session"), h("dd", {}, row.user ? row.session.name : `${row.session.name}, in the background`)],
      cause && [h("dt", {}, "Caused by"), h("dd", {}, h("a", { href: performLink(cause.id, run) }, cause.action.name),
        cause.user ? `, by the user${cause.session ? ` in ${cause.session.name}` : ""}` : "")],
      line && [h("dt", {}, "Last line"), h("dd", { class: "mono" }, line.message)])));
}

function endNote({ signal, problem, how }) {
  const words = signal ? [signal.words ?? "A signal ended it", `signal ${signal.number} (${signal.name})`]
    : how === "died" ? ["It ended without saying why: it was killed, or ran out of memory.", undefined]
      : how === "unreadable" ? [problem ?? "The file can’t be read.", undefined] : undefined;
  if (!words && !problem) return null;
  const [first, second] = words ?? [problem, undefined];
  return h("p", { class: how === "unreadable" ? "note warning" : "note failure" }, icon("warning"),
    h("span", { class: "wrap" }, first, second && [h("br"), h("code", { class: "muted" }, second)]));
}
