// The timeline page: the performed actions of a run, live, with details.

import { fill, h, setText } from "../../kit/dom/dom.js";
import { createEventRow, hasFeatureOfParent, renderEventRow } from "../timeline/eventRow.js";
import { attachExportMenu } from "../timeline/exports.js";
import { FailureAnnouncer } from "../timeline/failureAnnouncer.js";
import { count, counted, span } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { Overview } from "../timeline/overview.js";
import { PagedSource } from "../../kit/lists/pagedSource.js";
import { PerformPane } from "../timeline/performPane.js";
import { Rows } from "../../kit/lists/rows.js";
import { earlierRun } from "../runs/runText.js";
import { button, state } from "../../kit/dom/states.js";
import { TimelineFilters } from "../timeline/timelineFilters.js";

/** Mounts the page. */
export function mount(page) {
  const { byId, readQuery } = page, { get } = page.transport, { program } = page.shared;

  const { run } = readQuery();           // An earlier run, or `undefined` for the current one, live.
  let runFacts;                          // The facts of the earlier run.
  let paused = false;
  let counts = { failures: 0, inFlight: 0, performs: 0 };
  let brought;                           // The perform from the address that was scrolled into view.
  let announcedTotal = 0;                // The program's total number of rows, filtered or not.

  const ended = () => Boolean(run) && runFacts?.how !== "running";

  const source = new PagedSource({
    signal: page.signal,
    read: async (offset, limit, signal) => {
      const { first, total, failures, inFlight, performs, rows } = await get("timeline", { ...filters.query, offset, limit }, signal);
      counts = { failures, inFlight, performs };
      return { first, total, items: rows };
    },
    onChange: () => { showLost(); showFacts(); rows.update(); },
    onError: (error) => page.failed(error),
  });

  const rows = new Rows({
    signal: page.signal,
    scroller: byId("scroller"), label: "Actions, oldest first", source,
    create: createEventRow,
    render: (element, row, position) => renderEventRow(element, row, {
      sameFeature: hasFeatureOfParent(source, row, position), now: program.now, ended: ended(),
    }),
    isSelected: (row) => row.id === pane.selected,
    onSelect: (row, position, opened) => pane.select(row.id, { opened }),
    onBack: () => pane.close(),
    onWindow: (from, to) => { overview.showWindow(from, to); showFoot(from, to); },
    onFollow: () => showFoot(...rows.inView),
  });

  const pane = new PerformPane({
    page, run: () => run, ended,
    onSelected: () => rows.update(),
    onClosed: () => rows.grid.focus(),
  });

  const filters = new TimelineFilters({ page, run: () => run, ended, onChange: readAgain });
  const overview = new Overview(byId("overview"), {
    onMove: (position) => {
      if (position >= source.total - 1) rows.toEnd(); else rows.show(position, "middle");
    },
  });
  const announcer = new FailureAnnouncer(byId("announcer"), page.signal);

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

  /** Scrolls a perform from another address to the middle of the list. */
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
    page.banner("run", { text: earlierRun(runFacts), act: ["Show current run", "timeline"] });
  }

  // ---------- Live

  const refreshSoon = page.paced(() => source.refresh({ atEnd: rows.following }), 400);
  const overviewSoon = page.paced(() => page.attempt(readOverview), 1_000);

  page.live.on("timeline", (messages) => {
    if (run) return;
    const last = messages.at(-1);
    announcer.notify(last.failures);
    announcedTotal = last.total;
    if (paused) return showPause();
    if (program.facts?.counts) program.facts.counts.performs = last.performs;
    if (last.total < source.total && !filters.any) readAgain();          // All runs have been erased.
    else if (filters.any || !source.known) refreshSoon();
    else take(messages, last);
    pane.news(messages.flatMap((message) => message.rows ?? []), messages.some((message) => !message.rows));
    overviewSoon();
  });

  function take(messages, last) {
    counts = { failures: last.failures, inFlight: last.inFlight, performs: last.performs };
    if (messages.some((message) => !message.rows)) {
      // Too many changes to send: read the visible rows again, and show the end once it is loaded.
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

  page.every(() => { if (!run && !paused && counts.inFlight) rows.update({ stale: true }); }, 1_000);

  // ---------- Showing

  function showFacts() {
    filters.showCounts(counts);
    const lasted = run ? runFacts?.lasted : program.facts && program.now - program.facts.started;
    const time = lasted === undefined ? "" : ` in ${span(lasted)}`;
    const text = filters.any ? `${count(source.total)} ${source.total === 1 ? "matches" : "match"}, of ${counted(counts.performs, "action")}`
      : `${counted(counts.performs, "action")}${time}, ${counted(counts.failures ?? 0, "failure")}`;
    setText(byId("facts"), text);
    showEmpty();
  }

  function showLost() {
    if ((source.gaps?.[0] ?? 0) === source.first) return;
    source.gaps = source.first > 0 ? [source.first] : [];
    source.gapText = () => `${counted(source.first, "earlier entry", "earlier entries")} ${source.first === 1 ? "is" : "are"} no longer available`;
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
      return fill(place, state({ symbol: "timeline", title: run ? "No actions in this run" : "No actions yet",
        text: run ? undefined : "Use the program. Actions appear here as they happen." }));
    }
    const all = run ? runFacts?.performs : program.facts?.counts?.performs;
    fill(place, state({ symbol: "search", title: filters.emptyTitle, text: all === undefined ? undefined : `${counted(all, "action")} in total.`,
      buttons: [button("Clear filters", () => filters.clear())] }));
  }

  function showPause() {
    const newer = Math.max(0, announcedTotal - source.total);
    fill(byId("pause"), icon(paused ? "play" : "pause"), paused ? "Resume" : "Pause",
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
    page, query: () => filters.exported, note: () => (filters.any ? "Filtered actions only" : undefined),
  });

  page.onStep(() => {
    filters.read();
    const { perform } = readQuery();
    if (perform) pane.show(perform); else pane.showNothing();
  });

  page.load(load);
}
