// The details of one run: how it ended, the actions in flight, the steps before, and the recording.

import { fill, h } from "../../kit/dom/dom.js";
import { attachExportMenu } from "../timeline/exports.js";
import { bytes, count, counted, dateOf, dayName, duration, span, toSecond } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { lanes } from "../lanes.js";
import { logsLink, performLink, timelineLink } from "../links.js";
import { plainMark } from "../../kit/dom/marks.js";
import { outcomeMark, outcomeWord } from "../marks.js";
import { partElements } from "./reportPart.js";
import { flagTable } from "../flagTable.js";
import { logLines } from "../timeline/performDetail.js";
import { performTest } from "../timeline/generatedTest.js";
import { againButton, flightSection } from "./ending.js";
import { backtraceSection } from "./backtrace.js";
import { crashMarkdown } from "./crashMarkdown.js";
import { endedAbnormally, howItEnded, runMark } from "./runText.js";
import { button } from "../../kit/dom/states.js";
import { toast } from "../../kit/overlays/toasts.js";

const shownFlags = 12;

/**
 * Fills the detail pane of `page`. `now` is the program's time, `back` returns to the list, `removeRun(run)` asks to remove it,
 * and `closeRun(run)` closes the file that it is from.
 */
export function showRun(pane, run, context) {
  const readable = run.how !== "unreadable";
  fill(pane, head(run, context), h("div", { class: "scroll" }, [
    flightSection(run),
    readable && stepsSection(run, context),
    backtraceSection(run.crash?.backtrace),
    readable && flagsSection(run),
    readable && lanesSection(run),
    readable && logSection(run),
    factsSection(run),
    reportSections(run),
  ]));
  const exporter = pane.querySelector("#export-run");
  if (exporter) attachExportMenu(exporter, { page: context.page, query: () => ({ run: run.current ? undefined : run.id }) });
}

function head(run, { page, now, back, removeRun, closeRun }) {
  const { flights = [], started, ended, current, program, version, build, host } = run, isSaved = page.shared.isFile || run.opened !== undefined;
  const until = ended === undefined ? (run.how === "running" ? "until now" : "") : `to ${toSecond(ended)}`;
  const when = started === undefined ? "" : `${isSaved ? dateOf(started) : dayName(started, now)} ${toSecond(started)} ${until}`.trim();
  const name = `${program ?? "Program"} ${version ?? ""}${build ? ` (${build})` : ""}`.trim();
  return h("header", { class: "detail-head" },
    !page.shared.isFile && h("a", { class: "back button quiet small", href: "runs", on: { click: (event) => { event.preventDefault(); back(); } } }, icon("back"), "Runs"),
    h("div", { class: "title" }, plainMark(runMark(run)), h("h2", { id: "selected", tabIndex: -1 }, howItEnded(run))),
    h("p", { class: "muted wrap" }, [when, name, host, run.opened].filter(Boolean).join(", ")),
    h("div", { class: "buttons" },
      !isSaved && endedAbnormally(run) && flights.length > 0 && [againButton(flights[0].row, page.shared.palette), performTest(page, flights[0].row.id, run.id)],
      endedAbnormally(run) && button("Copy as Markdown", () => copy(crashMarkdown(run, now))),
      run.how !== "unreadable" && [
        h("a", { class: "button", href: timelineLink({ run: current ? undefined : run.id }) }, icon("timeline"), "Timeline"),
        !isSaved && h("button", { class: "button", type: "button", id: "export-run" }, icon("download"), "Export"),
      ],
      run.opened !== undefined && button("Close", () => closeRun(run)),
      !current && !isSaved && h("button", { class: "button danger", type: "button", on: { click: () => removeRun(run) } }, "Remove run…")));
}

/** The flags in effect at the end, those that differ from their default first. */
function flagsSection({ flags = [], current }) {
  if (!flags.length || current) return null;
  const sorted = [...flags.filter(isDecided), ...flags.filter((flag) => !isDecided(flag))], place = h("div", {});
  const show = (most) => fill(place, flagTable(sorted.slice(0, most)),
    sorted.length > most && h("p", { class: "after" }, button(`Show all ${count(sorted.length)} flags`, () => show(Infinity), "small")));
  show(shownFlags);
  return h("section", { class: "section" },
    h("div", { class: "section-head" }, h("h3", {}, "Flags in effect"), h("span", { class: "count" }, `${count(flags.length)} recorded`)), place);
}

/** The other sections of an opened report. */
const reportSections = ({ report }) => report?.sections.filter(({ parts }) => parts.some(({ run, lines }) => run === undefined && !lines)).map(({ title, parts }) =>
  h("section", { class: "section", "aria-label": title }, h("h3", {}, title), partElements(parts)));

const isDecided = ({ reason }) => reason !== undefined && reason !== "DEFAULT" && reason !== "STATIC";

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied as Markdown.");
  } catch {
    toast("The browser doesn’t permit copying. Download a report instead.", { failed: true });
  }
}

function lanesSection({ id, lanes: data, current, how }) {
  if (!data?.lanes?.length || data.to <= data.from) return null;
  const { from, to } = data, length = to - from, run = current ? undefined : id;
  const ticks = Array.from({ length: 6 }, (_, index) => {
    const seconds = Math.round(length * (6 - index) / 6 / 1e5) / 10;
    return `−${seconds}${index === 0 ? " s" : ""}`;
  });
  return h("section", { class: "section" }, h("h3", {}, `The last ${length >= 2e6 && length < 60e6 ? counted(Math.round(length / 1e6), "second") : span(length)}`),
    lanes({ from, to, ticks, level: 4, lanes: data.lanes.map(({ session, bars }) => ({
      name: session?.name || "No session",
      bars: bars.map((bar) => ({
        from: bar.from, to: bar.to ?? to, name: bar.name, outcome: how !== "running" && bar.outcome === "in-flight" ? "ended" : bar.outcome, href: performLink(bar.id, run),
        label: bar.outcome === "in-flight" ? `${bar.name}, in flight for ${duration(to - bar.from)} when the run ended`
          : `${bar.name}, ${outcomeWord(bar.outcome).toLowerCase()}, ${duration((bar.to ?? to) - bar.from)}`,
      })),
    })) }));
}

function stepsSection(run, { now }) {
  const { steps = [], performs, how, current, id } = run;
  if (!steps.length) return null;
  const end = run.ended ?? now, over = how !== "running";
  return h("section", { class: "section" },
    h("div", { class: "section-head" }, h("h3", {}, "Steps, newest first"),
      h("span", { class: "count" }, `last ${count(steps.reduce((sum, { times }) => sum + times, 0))}${performs === undefined ? "" : ` of ${count(performs)}`}, repeats folded`)),
    h("ol", { class: "steps" }, steps.map(({ row, times, first }) => {
      const inFlight = over && row.outcome === "in-flight";
      return h("li", {}, outcomeMark(row.outcome, over), h("div", { class: "body" },
        h("div", { class: "line-top" },
          h("span", { class: "clip" }, h("span", { class: "muted" }, `${row.feature.name} › `),
            h("a", { href: performLink(row.id, current ? undefined : id), class: inFlight ? "strong" : "" }, row.action.name),
            times > 1 && h("a", { class: "times", href: performLink(row.id, current ? undefined : id), title: `Since −${duration(Math.max(0, end - first))}` }, `× ${count(times)}`)),
          h("span", { class: inFlight ? "dur slow push" : "dur push" }, `−${duration(Math.max(0, end - row.at))}`)),
        row.input && h("p", { class: "meta wrap" }, row.input),
        row.error && h("p", { class: "meta wrap" }, row.error),
        inFlight && h("p", { class: "meta" }, "The run ended here.")));
    })));
}

function logSection({ id, log = [], current }) {
  if (!log.length) return null;
  return h("section", { class: "section" },
    h("div", { class: "section-head" }, h("h3", {}, "Last log lines"), h("span", { class: "count" }, count(log.length)),
      h("a", { class: "push", href: logsLink({ run: current ? undefined : id }) }, "Show in logs")),
    logLines(log));
}

function factsSection({ id, name = id, pid, performs, failures, bytes: size, lost, torn, damaged, damagedNames, lasted, how }) {
  return h("section", { class: "section" }, h("h3", {}, "Recording"), h("dl", { class: "pairs" },
    lasted !== undefined && [h("dt", {}, "Duration"), h("dd", {}, duration(lasted))],
    performs !== undefined && how !== "unreadable" && [h("dt", {}, "Actions"), h("dd", {}, `${count(performs)}, ${counted(failures ?? 0, "failure")}`)],
    lost > 0 && [h("dt", {}, "No longer available"), h("dd", {}, counted(lost, "event"))],
    torn > 0 && [h("dt", {}, "Incomplete"), h("dd", {}, `${counted(torn, "event")} partly written when the run ended`)],
    damaged > 0 && [h("dt", {}, "Damaged"), h("dd", {}, counted(damaged, "event slot"))],
    damagedNames > 0 && [h("dt", {}, "Damaged names"), h("dd", {}, count(damagedNames))],
    pid !== undefined && [h("dt", {}, "Process"), h("dd", { class: "mono" }, String(pid))],
    size !== undefined && [h("dt", {}, "Size"), h("dd", {}, bytes(size))],
    h("dt", {}, "Name"), h("dd", {}, h("code", {}, name))));
}
