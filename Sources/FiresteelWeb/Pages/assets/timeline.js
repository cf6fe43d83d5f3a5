// The timeline page: every perform of a run, live, with its details.

import { get } from "./api.js";
import { byId, fill, h, setText } from "./dom.js";
import { createEventRow, hasFeatureOfParent, renderEventRow } from "./eventRow.js";
import { attachExportMenu } from "./exports.js";
import { FailureAnnouncer } from "./failureAnnouncer.js";
import { count, counted, span } from "./format.js";
import { icon } from "./icons.js";
import { Overview } from "./overview.js";
import { PagedSource } from "./pagedSource.js";
import { paced } from "./pacing.js";
import { Page } from "./page.js";
import { readQuery } from "./pageQuery.js";
import { PerformPane } from "./performPane.js";
import { Rows } from "./rows.js";
import { earlierRun } from "./runText.js";
import { button, state } from "./states.js";
import { TimelineFilters } from "./timelineFilters.js";

let run = readQuery().run;             // An earlier run; none: this one, live.
let runFacts;                          // What is known of the earlier run.
let paused = false;
let counts = { failures: 0, inFlight: 0, performs: 0 };
let brought;                           // The perform of the address that was brought into view.
let announcedTotal = 0;                // How many performs the program says there are, filtered or not.

const page = new Page({ name: "timeline", heading: "Timeline", load });
const ended = () => Boolean(run) && runFacts?.how !== "running";

const source = new PagedSource({
  read: async (offset, limit, signal) => {
    const { first, total, failures, inFlight, performs, rows } = await get("timeline", { ...filters.query, offset, limit }, signal);
    counts = { failures, inFlight, performs };
    return { first, total, items: rows };
  },
  onChange: () => { showLost(); showFacts(); rows.update(); },
  onError: (error) => page.failed(error),
});

const rows = new Rows({
  scroller: byId("scroller"), label: "Actions, oldest first", source,
  create: createEventRow,
  render: (element, row, position) => renderEventRow(element, row, {
    sameFeature: hasFeatureOfParent(source, row, position), now: page.now, ended: ended(),
  }),
  isChosen: (row) => row.id === pane.chosen,
  onChoose: (row, position, opened) => pane.choose(row.id, { opened }),
  onBack: () => pane.close(),
  onWindow: (from, to) => { overview.showWindow(from, to); showFoot(from, to); },
  onFollow: () => showFoot(...rows.inView),
});

const pane = new PerformPane({
  page, run: () => run, ended,
  onChosen: () => rows.update(),
  onClosed: () => rows.grid.focus(),
});

const filters = new TimelineFilters({ run: () => run, ended, onChange: readAgain });
const overview = new Overview(byId("overview"), {
  onMove: (position) => {
    if (position >= source.total - 1) rows.toEnd(); else rows.show(position, "middle");
  },
});
const announcer = new FailureAnnouncer(byId("announcer"));

// ---------- Reading

async function load({ restarted }) {
  if (restarted) { pane.forget(); announcer.forget(); }
  if (run) await readRun();
  byId("pause").hidden = Boolean(run);
  const { perform } = readQuery();
  if (source.known && !restarted) await source.refresh({ atEnd: rows.following });
  else await readFromEnd();
  if (!filters.any) announcer.notify(counts.failures);
  await Promise.all([readOverview(), perform ? pane.show(perform) : pane.showNothing()]);
  if (perform && perform !== brought) await goTo(pane.perform);
}

async function readFromEnd() {
  await source.reset();
  rows.toEnd();
  showEmpty();
}

/** Brings a perform of another address into the middle of the list. */
async function goTo(perform) {
  if (!perform) return;
  brought = String(perform.id);
  const { total } = filters.any ? await get("timeline", { ...filters.query, until: perform.at, limit: 1 }) : { total: perform.n };
  if (total < source.total) rows.show(Math.max(total, source.first), "middle");
}

function readAgain() {
  return page.attempt(async () => {
    await Promise.all([readFromEnd(), readOverview()]);
  });
}

async function readOverview() {
  const data = await get("timeline/overview", { ...filters.query, bars: 120 });
  overview.show(data, { first: source.first, live: !run });
}

async function readRun() {
  runFacts = await get(`runs/${encodeURIComponent(run)}`);
  page.banner("run", { text: earlierRun(runFacts), act: ["To this run", "timeline"] });
}

// ---------- Live

const refreshSoon = paced(() => source.refresh({ atEnd: rows.following }), 400);
const overviewSoon = paced(() => page.attempt(readOverview), 1_000);

page.live.on("timeline", (messages) => {
  if (run) return;
  const last = messages.at(-1);
  announcer.notify(last.failures);
  announcedTotal = last.total;
  if (paused) return showPause();
  if (page.program?.counts) page.program.counts.performs = last.performs;
  if (last.total < source.total && !filters.any) readAgain();          // Everything recorded was erased.
  else if (filters.any || !source.known) refreshSoon();
  else take(messages, last);
  pane.news(messages.flatMap((message) => message.rows ?? []), messages.some((message) => !message.rows));
  overviewSoon();
});

function take(messages, last) {
  counts = { failures: last.failures, inFlight: last.inFlight, performs: last.performs };
  if (messages.some((message) => !message.rows)) {
    // More changed than is worth sending: what is in view is read again, and the end not shown before it is here.
    if (!rows.following) source.resize(last.first, last.total);
    refreshSoon();
  } else {
    for (const { rows: changed } of messages) for (const row of changed) source.put(row.n, row);
    source.resize(last.first, last.total);
  }
  showLost();
  showFacts();
  showEmpty();
  rows.update();
}

page.live.onState(() => showFoot(...rows.inView));

setInterval(() => { if (!run && !paused && counts.inFlight) rows.update({ stale: true }); }, 1_000);

// ---------- Showing

function showFacts() {
  filters.showCounts(counts);
  const lasted = run ? runFacts?.lasted : page.program && page.now - page.program.started;
  const time = lasted === undefined ? "" : ` in ${span(lasted)}`;
  const text = filters.any ? `${count(source.total)} ${source.total === 1 ? "matches" : "match"}, of ${counted(counts.performs, "action")}`
    : `${counted(counts.performs, "action")}${time}, ${counted(counts.failures ?? 0, "failure")}`;
  setText(byId("facts"), text);
  showEmpty();
}

function showLost() {
  if ((source.gaps?.[0] ?? 0) === source.first) return;
  source.gaps = source.first > 0 ? [source.first] : [];
  source.gapText = () => `${counted(source.first, "earlier entry", "earlier entries")} ${source.first === 1 ? "is" : "are"} no longer kept`;
}

function showFoot(from, to) {
  const known = source.known && source.total > source.first;
  setText(byId("window"), known ? `${count(from + 1)} to ${count(to + 1)} of ${count(source.total)}` : "");
  const follows = rows.following && !run && !paused && page.live.state !== "lost";
  byId("following").hidden = !follows || !known;
  byId("newest").hidden = rows.following || !known || to >= source.total - 1 && Boolean(run);
}

function showEmpty() {
  const place = byId("empty"), empty = source.known && source.total === source.first;
  byId("scroller").hidden = empty;
  place.hidden = !empty;
  byId("bones").hidden = source.known;
  if (!empty) return fill(place);
  if (!filters.any) {
    return fill(place, state({ symbol: "timeline", title: run ? "No action was performed in this run" : "No action was performed yet",
      text: run ? undefined : "Use the program: what is done appears here by itself." }));
  }
  const all = run ? runFacts?.performs : page.program?.counts?.performs;
  fill(place, state({ symbol: "search", title: filters.words, text: all === undefined ? undefined : `${counted(all, "action")} ${all === 1 ? "is" : "are"} there.`,
    buttons: [button("Clear the filters", () => filters.clear())] }));
}

function showPause() {
  const newer = Math.max(0, announcedTotal - source.total);
  fill(byId("pause"), icon(paused ? "play" : "pause"), paused ? "Go on" : "Pause",
    paused && newer > 0 && !filters.any && h("span", { class: "count" }, `${count(newer)} newer`));
}

// ---------- Controls

byId("pause").addEventListener("click", () => {
  paused = !paused;
  announcedTotal = paused ? source.total : announcedTotal;
  byId("pause").setAttribute("aria-pressed", String(paused));
  showPause();
  showFoot(...rows.inView);
  if (!paused) page.attempt(async () => { await source.refresh({ atEnd: rows.following }); await readOverview(); });
});
byId("newest").addEventListener("click", () => { rows.toEnd(); rows.grid.focus(); });
attachExportMenu(byId("export"), {
  query: () => filters.exported, note: () => (filters.any ? "Only what the filters leave" : undefined), failed: (error) => page.failed(error),
});

addEventListener("popstate", () => {
  if (readQuery().run !== run) {
    run = readQuery().run;
    runFacts = undefined;
    page.banner("run");
    filters.read();
    page.attempt(async () => { await source.reset(); await load({}); });
    return;
  }
  filters.read();
  const { perform } = readQuery();
  if (perform) pane.show(perform); else pane.showNothing();
});

page.start();
