// The timeline page: the performed actions of a run, live, with details.

import { fill, h, setText } from "../../kit/dom/dom.js";
import { createEventRow, hasFeatureOfParent, renderEventRow } from "./eventRow.js";
import { attachExportMenu } from "./exports.js";
import { FailureAnnouncer } from "./failureAnnouncer.js";
import { count, counted, span } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { matchText } from "./filterText.js";
import { MarkedRows, rowText } from "./markedRows.js";
import { Overview } from "./overview.js";
import { PagedSource } from "../../kit/lists/pagedSource.js";
import { PerformPane } from "./performPane.js";
import { Pins } from "./pins.js";
import { Rows } from "../../kit/lists/rows.js";
import { earlierRun } from "../end/runText.js";
import { button, state } from "../../kit/dom/states.js";
import { toast } from "../../kit/overlays/toasts.js";
import { TimelineFilters } from "./timelineFilters.js";
import { Waterfall } from "./waterfall.js";

/** Mounts the page. */
export function mount(page) {
  const { byId, readQuery } = page, { get } = page.transport, { program } = page.shared;

  const { run } = readQuery();           // An earlier run, or `undefined` for the current one, live.
  let runFacts;                          // The facts of the earlier run.
  let paused = false;
  let counts = { failures: 0, inFlight: 0, performs: 0, changes: 0 };
  let brought;                           // The perform from the address that was scrolled into view.
  let announcedTotal = 0;                // The program's total number of entries, filtered or not.
  let entries = 0;                       // The number of matching entries, of which a row may show several.
  const open = new Set();                // The places of first entries whose repeats are shown.
  const waterfall = new Waterfall();
  const isWaterfall = () => readQuery().view === "waterfall";

  const ended = () => Boolean(run) && runFacts?.how !== "running";

  const source = new PagedSource({
    signal: page.signal,
    read: async (offset, limit, signal) => {
      const { rows, ...found } = await get("timeline", { ...folded(), offset, limit }, signal), { failures, inFlight, performs, changes } = found;
      counts = { failures, inFlight, performs, changes };
      entries = found.entries;
      return { first: found.first, total: found.total, items: rows };
    },
    onChange: () => { showLost(); showFacts(); showEmpty(); rows.update(); },
    onError: (error) => page.failed(error),
  });

  const rows = new Rows({
    signal: page.signal,
    scroller: byId("scroller"), label: "Actions, oldest first", source,
    create: createEventRow,
    render: (element, row, position) => renderEventRow(element, row, {
      sameFeature: hasFeatureOfParent(source, row, position), now: program.now, ended: ended(), open: open.has(row.n),
      scale: isWaterfall() ? waterfall.scale : undefined,
    }),
    isSelected: (row) => marked.has(row.id) || (marked.size === 0 && row.id === pane.selected),
    onSelect: (row, position, opened) => { unmark(); pane.select(row.id, { opened }); },
    onMark: (row, position, how) => { marked.mark(row, position, how); showMarked(); },
    onBack: () => unmark() || pane.close(),
    onFold: (row, position, open) => fold(row, open),
    onWindow: (from, to) => { overview.showWindow(from, to); showFoot(from, to); fitWaterfall(from, to); },
    onFollow: () => showFoot(...rows.inView),
  });

  const marked = new MarkedRows(source);

  const pane = new PerformPane({
    page, run: () => run, ended,
    onSelected: () => rows.update(),
    onClosed: () => rows.grid.focus(),
  });

  const filters = new TimelineFilters({ page, run: () => run, ended, now: () => (run ? runFacts?.ended : undefined) ?? program.now, onChange: readAgain });
  const overview = new Overview(byId("overview"), {
    onMove: (position) => {
      if (position >= source.total - 1) rows.toEnd(); else rows.show(position, "middle");
    },
  });
  const pins = new Pins(byId("pins"), {
    page, run: () => run, ended,
    open: (row) => { pane.select(row.id, { opened: true }); page.attempt(() => goTo(row)); },
  });
  const announcer = new FailureAnnouncer(byId("announcer"), page.signal);

  // ---------- Reading

  /** The filters of a list whose equal neighbors are one row. */
  function folded() { return { ...filters.query, fold: 1, open: [...open].join(",") }; }

  /** Shows the repeats of a row, or folds them. */
  function fold(row, wanted = !open.has(row.n)) {
    if (!row.repeats || wanted === open.has(row.n)) return;
    if (!wanted) open.delete(row.n);
    page.attempt(() => openRow(wanted ? row.n : undefined));
  }

  /** Reads the list with the repeats of one more row shown. */
  async function openRow(place) {
    if (place !== undefined) open.add(place);
    // The program accepts a limited number.
    if (open.size > 100) open.delete(open.values().next().value);
    rows.following = false;
    await source.refresh();
    await readOverview();
    rows.update({ stale: true });
  }

  async function load({ restarted }) {
    if (restarted) { pane.forget(); announcer.forget(); open.clear(); unmark(); pins.forget(); }
    if (run) await readRun();
    byId("pause").hidden = Boolean(run);
    if (source.known && !restarted) await source.refresh({ atEnd: rows.following });
    else await readFromEnd();
    if (!filters.any) announcer.notify(counts.failures);
    // One may have been selected meanwhile.
    const { perform } = readQuery();
    await Promise.all([readOverview(), pins.read(), perform ? pane.show(perform) : pane.showNothing()]);
    if (perform && perform !== brought) await goTo(pane.perform);
  }

  async function readFromEnd() {
    await source.reset();
    rows.toEnd();
    showEmpty();
  }

  /** Scrolls a perform from another address to the middle of the list. If it is folded, its row is opened. */
  async function goTo(perform) {
    if (!perform) return;
    brought = String(perform.id);
    const { found } = await get("timeline", { ...folded(), find: perform.id, limit: 1 });
    if (!found) return;                  // The filter excludes it.
    const { position, group } = found;
    if (group !== undefined && !open.has(group)) await openRow(group);
    if (!rows.following || position <= rows.inView[0]) rows.show(position, "middle");
  }

  function readAgain() {
    return page.attempt(async () => {
      await Promise.all([readFromEnd(), readOverview()]);
    });
  }

  async function readOverview() {
    const data = await get("timeline/overview", { ...folded(), bars: 120 });
    overview.show(data, { first: source.first });
  }

  async function readRun() {
    runFacts = await get(`runs/${encodeURIComponent(run)}`);
    byId("export").hidden = page.shared.isFile === true || runFacts.opened !== undefined;
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
    if (last.total < entries && !filters.any) { open.clear(); unmark(); pins.forget(); readAgain(); }          // All runs have been erased.
    else refreshSoon();
    pane.news(messages.flatMap((message) => message.rows ?? []), messages.some((message) => !message.rows));
    pins.news(messages.flatMap((message) => message.rows ?? []));
    overviewSoon();
  });

  page.live.onState(() => showFoot(...rows.inView));

  page.every(() => { if (!run && !paused && counts.inFlight) rows.update({ stale: true }); }, 1_000);

  // ---------- Showing

  function showFacts() {
    filters.showCounts(counts);
    const lasted = run ? runFacts?.lasted : program.facts && program.now - program.facts.started;
    const time = lasted === undefined ? "" : ` in ${span(lasted)}`;
    const text = filters.any ? matchText({ ...counts, entries })
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
    const isFolded = inView(from, to).some(({ repeats }) => repeats);
    byId("zooms").hidden = !isWaterfall() || !known;
    if (isWaterfall()) setText(byId("window"), known ? `${waterfall.text}. Drag to move, Ctrl and scroll to zoom.` : "");
    else setText(byId("window"), known ? `${count(from + 1)} to ${count(to + 1)} of ${count(source.total)}${isFolded ? ", repeats folded" : ""}` : "");
    const follows = rows.following && !run && !paused && page.live.state !== "lost";
    byId("following").hidden = !follows || !known;
    byId("newest").hidden = rows.following || !known || to >= source.total - 1 && Boolean(run);
  }

  const inView = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => source.at(from + index)).filter(Boolean);

  /** Fits the scale of the waterfall to the rows in view, and draws its ruler. */
  function fitWaterfall(from, to) {
    if (!isWaterfall()) return;
    if (!waterfall.fit(inView(from, to), { now: program.now, ended: ended() })) return;
    fill(byId("fall-ruler"), waterfall.ruler.map((text) => h("span", {}, text)));
    setText(byId("window"), `${waterfall.text}. Drag to move, Ctrl and scroll to zoom.`);
    rows.update({ stale: true });
  }

  function showView() {
    const fall = isWaterfall(), place = byId("list");
    place.classList.toggle("waterfall", fall);
    byId("event-head").hidden = fall;
    byId("fall-head").hidden = !fall;
    for (const [identifier, current] of [["view-list", !fall], ["view-waterfall", fall]]) {
      if (current) byId(identifier).setAttribute("aria-current", "true"); else byId(identifier).removeAttribute("aria-current");
    }
    rows.remeasure();
  }

  function setView(view) {
    page.writeQuery({ view });
    waterfall.reset();
    showView();
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
    filters.field.say(filters.emptyTitle);
    fill(place, state({ symbol: "search", title: filters.emptyTitle, text: all === undefined ? undefined : `${counted(all, "action")} in total.`,
      buttons: [button("Clear filters", () => filters.clear())] }));
  }

  function showPause() {
    const newer = Math.max(0, announcedTotal - entries);
    fill(byId("pause"), icon(paused ? "play" : "pause"), h("span", {}, paused ? "Resume" : "Pause"),
      paused && newer > 0 && !filters.any && h("span", { class: "count" }, `${count(newer)} newer`));
  }

  // ---------- Marked rows

  /** Ends the marking of rows. Returns whether any was marked. */
  function unmark() {
    if (marked.size === 0) return false;
    marked.clear();
    showMarked();
    rows.update();
    return true;
  }

  function showMarked() {
    byId("marked").hidden = marked.size === 0;
    setText(byId("marked-count"), marked.size ? `${counted(marked.size, "row")} selected` : "");
    setText(byId("pin"), marked.rows.every(({ id }) => pins.has(id)) ? "Unpin" : "Pin");
    rows.remeasure();
  }

  byId("pin").addEventListener("click", () => { pins.toggle(marked.rows); unmark(); rows.grid.focus(); });
  byId("unmark").addEventListener("click", () => { unmark(); rows.grid.focus(); });
  byId("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(marked.rows.map((row) => rowText(row, ended())).join("\n"));
      toast(`${counted(marked.size, "row")} copied.`);
    } catch {
      toast("The browser doesn’t permit copying. Export the timeline instead.", { failed: true });
    }
  });

  // ---------- Controls

  byId("pause").addEventListener("click", () => {
    paused = !paused;
    announcedTotal = paused ? entries : announcedTotal;
    byId("pause").setAttribute("aria-pressed", String(paused));
    showPause();
    showFoot(...rows.inView);
    if (!paused) page.attempt(async () => { await source.refresh({ atEnd: rows.following }); await readOverview(); });
  });
  byId("newest").addEventListener("click", () => { rows.toEnd(); rows.grid.focus(); });
  attachExportMenu(byId("export"), {
    page, query: () => filters.exported, note: () => (filters.any ? "Filtered actions only" : undefined),
  });

  for (const [identifier, view] of [["view-list", undefined], ["view-waterfall", "waterfall"]]) {
    byId(identifier).addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      setView(view);
    });
  }

  function zoom(factor, at) {
    waterfall.zoom(factor, at);
    fitWaterfall(...rows.inView);
  }
  byId("zoom-in").addEventListener("click", () => zoom(0.5, 0));
  byId("zoom-out").addEventListener("click", () => zoom(2, 0));
  byId("zoom-fit").addEventListener("click", () => { waterfall.reset(); fitWaterfall(...rows.inView); });
  const trackAt = (event) => byId("fall-ruler").getBoundingClientRect();
  byId("scroller").addEventListener("wheel", (event) => {
    if (!isWaterfall() || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const box = trackAt(event);
    zoom(event.deltaY > 0 ? 1.25 : 0.8, Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
  }, { passive: false });
  let dragged;
  byId("scroller").addEventListener("pointerdown", (event) => {
    if (isWaterfall() && event.button === 0 && event.target.closest(".track")) dragged = { x: event.clientX, moves: false };
  });
  page.listen(window, "pointermove", (event) => {
    if (!dragged || !event.buttons) return;
    const way = event.clientX - dragged.x;
    if (!dragged.moves && Math.abs(way) < 4) return;
    dragged.moves = true;
    waterfall.move(way / trackAt(event).width);
    dragged.x = event.clientX;
    fitWaterfall(...rows.inView);
  });
  page.listen(window, "pointerup", () => {
    const ended = dragged;
    // After its click, unless another one has begun.
    setTimeout(() => { if (dragged === ended) dragged = undefined; });
  });
  // A drag selects no row.
  byId("scroller").addEventListener("click", (event) => { if (dragged?.moves) event.stopPropagation(); }, { capture: true });

  page.onStep(() => {
    filters.read();
    page.attempt(() => pins.read());
    showView();
    readAgain();
    const { perform } = readQuery();
    if (perform) pane.show(perform); else pane.showNothing();
  });

  showView();
  page.load(load);
}
