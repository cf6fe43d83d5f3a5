// One report of a group, as in the inspector: its end, last steps, backtrace, flags and facts.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button } from "../../kit/dom/states.js";
import { table } from "../../kit/dom/table.js";
import { toast } from "../../kit/overlays/toasts.js";
import { bytes, count, counted, dayInSentence, toSecond } from "../../kit/text/format.js";
import { reasonOf, variantName } from "../../run/flagText.js";
import { backtraceSection, placeOf } from "../../run/end/backtrace.js";
import { flagAddress } from "../app/routes.js";
import { askToErase } from "../insight/erasePerson.js";
import { reportRows, runOf } from "./reportRows.js";

const shownEntries = 12, maximumEntries = 2_000, shownFlags = 3;
const text = (value) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** A part that folds; it stays as the user left it. */
const fold = (shown, name, title, ...content) => h("details", { class: "after", open: shown[name] ?? name === "trace", on: { toggle: (event) => { shown[name] = event.target.open; } } }, h("summary", {}, title), content);

/** The origin of a report: “14:26:08 today, phone, iOS 26.1, 3.4.1”. */
const whereText = ({ time, device, system, program }) =>
  [`${toSecond(time * 1_000)} ${dayInSentence(time * 1_000, Date.now() * 1_000)}`, text(device), text(system), text(program?.version)].filter(Boolean).join(", ");

/**
 * The section. `answer` is the server’s, `shown` what the user expanded; `redraw()` is called after a change
 * of it, `go(run, number)` shows another report, `test` is the button to make one, `download()` saves the report as a file.
 */
export function oneReport(answer, { program, shown, redraw, go, test, download, changed }) {
  const { report, newer, older, place, total, redactions } = answer, run = runOf(report);
  const all = run.entries.slice(-maximumEntries), entries = shown.timeline ? all : all.slice(-shownEntries), hidden = run.entries.length - entries.length;
  const step = (label, to, name) => h("button", { type: "button", "aria-label": label, "aria-disabled": to ? undefined : "true", data: { focus: label }, on: { click: () => { if (to) go(to.run, to.number); } } }, icon(name));
  return h("div", { class: "section", role: "group", "aria-labelledby": "one-report" },
    h("div", { class: "section-head" }, h("h3", { id: "one-report" }, `Report ${count(place)} of ${count(total)}`), h("span", { class: "muted clip" }, whereText(report)),
      h("div", { class: "buttons push" },
        report.action && test,
        h("button", { class: "button small quiet", type: "button", data: { focus: "download" }, on: { click: () => download().catch((error) => toast(error.message, { failed: true })) } }, icon("download"), "Download report"),
        run.entries.length > shownEntries && h("button", { class: "button small quiet", type: "button", "aria-expanded": String(Boolean(shown.timeline)), data: { focus: "timeline" }, on: { click: () => { shown.timeline = !shown.timeline; redraw(); } } }, shown.timeline ? "Last steps only" : "Whole timeline"),
        h("div", { class: "segments", role: "group", "aria-label": "Reports" }, step("Newer report", newer, "back"), step("Older report", older, "chevron")))),
    endOf(report),
    shown.timeline && (run.dropped > 0 || run.entries.length > all.length) && h("p", { class: "sub" }, `${counted(run.dropped + run.entries.length - all.length, "earlier entry isn’t", "earlier entries aren’t")} shown.`),
    entries.length === 0 ? h("p", { class: "muted" }, "The report has no steps.")
      : h("div", { class: shown.timeline ? "boxed-scroll" : undefined, tabIndex: shown.timeline ? 0 : undefined, role: shown.timeline ? "region" : undefined, "aria-label": shown.timeline ? "Timeline" : undefined, "data-scrolls": shown.timeline ? "" : undefined },
        reportRows(run, entries, shown.timeline ? "Timeline of this report" : "Last steps of this report")),
    !shown.timeline && hidden > 0 && h("p", { class: "sub after" }, `${counted(hidden, "earlier entry", "earlier entries")} in the timeline.`),
    flagsOf(report, { program, shown, redraw }),
    traceOf(report, shown),
    availabilityOf(report, shown),
    factsOf(answer, { program, shown, changed }),
    redactions > 0 && h("p", { class: "note after" }, icon("lock"), h("span", {}, `${counted(redactions, "text looks", "texts look")} like a secret, and ${redactions === 1 ? "is" : "are"} hidden.`)));
}

function endOf({ fatal, error, end }) {
  const message = text(fatal?.message) || text(error?.message);
  const facts = [fatal?.file && placeOf({ file: text(fatal.file), line: fatal.line }), error?.type && [text(error.type), text(error.case)].filter(Boolean).join("."), end?.signal && `signal ${text(end.signal)}`].filter(Boolean);
  if (!message && facts.length === 0) return null;
  return h("div", { class: "fatal" }, message && h("p", { class: "message" }, message), facts.length > 0 && h("p", { class: "facts-line" }, facts.map((fact) => h("span", {}, fact))));
}

/** The flags in effect: the first ones, or all in a table. */
function flagsOf({ flags = [] }, { program, shown, redraw }) {
  if (!Array.isArray(flags) || flags.length === 0) return null;
  const name = (key) => program.flags.get(key)?.value.name ?? key, link = (key) => (program.flags.has(key) ? h("a", { href: flagAddress(key) }, name(key)) : name(key));
  const value = (flag) => variantName(text(flag.variant)) || text(flag.value);
  const toggle = h("button", { class: "linked", type: "button", "aria-expanded": String(Boolean(shown.flags)), data: { focus: "flags" }, on: { click: () => { shown.flags = !shown.flags; redraw(); } } },
    shown.flags ? "Fewer" : `${counted(flags.length - shownFlags, "more flag")}`);
  if (shown.flags) {
    return h("div", { class: "after" }, h("div", { class: "section-head" }, h("h4", {}, "Flags in effect"), h("span", { class: "push" }, toggle)), table({ label: "Flags in effect", rows: flags, columns: [
      { title: "Flag", cell: ({ key }) => link(text(key)) }, { title: "Value", cell: (flag) => value(flag) },
      { title: "Reason", cell: ({ reason }) => reasonOf({ reason: text(reason) || "UNKNOWN" }).word }, { title: "Source", className: "only-wide", cell: ({ provider }) => ({ className: "only-wide", content: text(provider) }) },
    ] }));
  }
  return h("ul", { class: "buttons after" }, flags.slice(0, shownFlags).map((flag) => h("li", { class: "linked" }, icon("flags"), h("span", { class: "clip" }, link(text(flag.key)), `: ${[value(flag), flag.reason && reasonOf({ reason: text(flag.reason) }).word.toLowerCase()].filter(Boolean).join(", ")}`))),
    flags.length > shownFlags && h("li", {}, toggle));
}

function traceOf({ backtrace = [] }, shown) {
  if (!Array.isArray(backtrace) || backtrace.length === 0) return null;
  const frames = backtrace.map((frame, number) => ({ number, symbol: text(frame.function) || "unknown", image: text(frame.module), file: frame.file === undefined ? undefined : text(frame.file), line: frame.line, system: frame.own !== true }));
  return fold(shown, "trace", `Backtrace, ${counted(frames.length, "frame")}`, backtraceSection({ frames, thread: "crashed" })?.querySelector(".trace"));
}

function availabilityOf({ availability = [] }, shown) {
  if (!Array.isArray(availability) || availability.length === 0) return null;
  return fold(shown, "availability", `${counted(availability.length, "feature")} not available`,
    h("ul", { class: "plain" }, availability.slice(0, 100).map(({ feature, state, reasons }) => h("li", {}, text(feature), " ", h("span", { class: "sub" }, [text(state), ...(Array.isArray(reasons) ? reasons.map(text) : [])].filter(Boolean).join(", "))))));
}

function factsOf({ report, received, bytes: size }, { program, shown, changed }) {
  const pair = (term, value) => value && [h("dt", {}, term), h("dd", { class: "wrap" }, value)];
  const person = text(report.person);
  return fold(shown, "facts", "Facts", h("dl", { class: "pairs" },
    pair("Program", [text(report.program?.name), text(report.program?.version), report.program?.build && `(${text(report.program.build)})`].filter(Boolean).join(" ")),
    pair("System", text(report.system)), pair("Device", text(report.device)), pair("Person", person && h("code", {}, person)), pair("Run", h("code", {}, text(report.run))),
    pair("Received", received && `${toSecond(received * 1_000)} ${dayInSentence(received * 1_000, Date.now() * 1_000)}`), pair("Size", size > 0 && bytes(size)), pair("Catalogue", report.catalogue && h("code", {}, text(report.catalogue)))),
    person && program.hasRole("admin") && h("p", { class: "after" }, button("Erase this person’s data…", () => askToErase(program, person, { erased: changed }).catch((error) => toast(error.message, { failed: true })), "small danger")));
}
