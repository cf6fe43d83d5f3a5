// The logs page: all lines, live, with the focus and the levels beside them.

import { fill, h, setText } from "../../kit/dom/dom.js";
import { attachExportMenu } from "../../run/timeline/exports.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { FocusPanel } from "../logs/focusPanel.js";
import { count, counted } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { createLineRow, renderLineRow, showLine } from "../../run/logLine.js";
import { PagedSource } from "../../kit/lists/pagedSource.js";
import { narrow } from "../../kit/app/address.js";
import { Rows } from "../../kit/lists/rows.js";
import { earlierRun } from "../../run/end/runText.js";
import { button, state } from "../../kit/dom/states.js";
import { about } from "../words.js";

/** Mounts the page. */
export function mount(page) {
  const { byId, readQuery, writeQuery } = page, { get } = page.transport;

  const run = readQuery().run;
  let hidden = 0;                          // The number of lines that the focus hides.
  let focusOn = true;                      // Whether this page applies the focus; the program stores it either way.
  let paused = false;
  let sessions = [];                       // The sessions of the run, where known.
  let selected;                            // The line in the detail pane.
  const hiddenBefore = new Map();          // The number of lines hidden directly above a position.

  const hasFocus = () => !run && panel.logging.focus.length > 0;

  function filters() {
    const { text, level, feature, session, perform } = readQuery();
    return { text, level, feature, session, perform, run, focus: hasFocus() && focusOn };
  }
  const isFiltered = () => ["text", "level", "feature", "session", "perform"].some((name) => readQuery()[name] !== undefined);

  const source = new PagedSource({
    signal: page.signal,
    read: async (offset, limit, signal) => {
      const answer = await get("logs", { ...filters(), offset, limit }, signal);
      hidden = answer.hidden ?? 0;
      recordGaps(offset, answer);
      return { first: answer.first, total: answer.total, items: answer.lines };
    },
    onChange: () => { showFacts(); rows.update(); },
    onError: (error) => page.failed(error),
  });
  source.gaps = [];
  source.gapText = (position) => `${counted(hiddenBefore.get(position) ?? 0, "line")} hidden by focus`;

  const rows = new Rows({
    signal: page.signal,
    scroller: byId("scroller"), label: "Log lines, oldest first", source,
    create: createLineRow, render: renderLineRow,
    isSelected: (line) => line.n === selected?.n,
    onSelect: select,
    onBack: back,
    onWindow: showFoot,
    onFollow: () => showFoot(...rows.inView),
  });

  const panel = new FocusPanel(byId("focus"), {
    page,
    onChange: (_, what) => { showChips(); if (what === "focus" && page.loaded) readAgain(); },
    failed: (error) => { if (error.status === 401 || error.status === undefined) page.failed(error); },
  });

  // ---------- Reading

  async function load({ restarted }) {
    if (restarted) select(undefined);
    if (run) await readRun(); else await panel.read();
    if (readQuery().session !== undefined) await readSessions();
    showChips();
    if (source.known && !restarted) await source.refresh({ atEnd: rows.following }); else await readFromEnd();
    const { line } = readQuery();
    if (line !== undefined && !selected && !isFiltered() && Number(line) < source.total) rows.show(Number(line), "middle");
  }

  async function readFromEnd() {
    hiddenBefore.clear();
    source.gaps = [];
    await source.reset();
    rows.toEnd();
    showFacts();
  }

  async function readSessions() {
    ({ sessions } = await get("timeline/sessions", { run }));
  }

  const readAgain = () => page.attempt(readFromEnd);

  async function readRun() {
    const facts = await get(`runs/${encodeURIComponent(run)}`);
    byId("pause").hidden = true;
    byId("focus-section").hidden = true;
    byId("export").hidden = facts.opened !== undefined;
    if (!selected) showNothing();
    page.banner("run", { text: earlierRun(facts), act: ["Show current run", "logs"] });
  }

  /** Records the gaps of a page that was read; they replace the gaps known for its positions. */
  function recordGaps(offset, { first, total, lines }) {
    const start = offset < 0 ? Math.max(first, total + offset) : Math.max(first, offset);
    lines.forEach((line, index) => {
      if (line.hidden > 0) hiddenBefore.set(start + index, line.hidden); else hiddenBefore.delete(start + index);
    });
    const positions = [...hiddenBefore.keys()].sort((a, b) => a - b);
    if (positions.join() !== source.gaps.join()) source.gaps = positions;
  }

  const growSoon = page.paced(() => source.grow(), 400);
  page.live.on("logs", (messages) => {
    if (run || paused) return;
    if (messages.at(-1).total < source.first) readAgain(); else growSoon();
  });
  page.live.onState(() => showFoot(...rows.inView));
  page.live.on("logging", () => { if (!run) page.attempt(() => panel.readLogging()); });

  // ---------- Showing

  function showFacts() {
    setText(byId("facts"), `${counted(source.total + hidden, "line")}${!isFiltered() ? "" : source.total + hidden === 1 ? " matches" : " match"}${hidden ? `, ${count(source.total)} shown` : ""}`);
    showEmpty();
  }

  function showFoot(from, to) {
    const known = source.known && source.total > source.first, follows = rows.following && !run && !paused && page.live.state !== "lost";
    setText(byId("window"), known ? `${count(from + 1)} to ${count(to + 1)} of ${count(source.total)}` : "");
    setText(byId("hidden"), hidden ? `${counted(hidden, "line")} hidden by focus` : "");
    byId("following").hidden = !follows || !known;
    byId("newest").hidden = rows.following || !known || (Boolean(run) && to >= source.total - 1);
  }

  function showChips() {
    const { level = "trace", perform, feature, session } = readQuery(), { focus } = panel.logging;
    for (const element of byId("levels").children) element.setAttribute("aria-pressed", String(element.dataset.level === level));
    const chip = byId("chip-focus");
    chip.hidden = Boolean(run);
    chip.setAttribute("aria-pressed", String(hasFocus() && focusOn));
    setText(byId("focus-label"), !hasFocus() ? "Focus: all" : `Focus: ${counted(focus.length, "feature")}`);
    byId("show-all").hidden = !hasFocus();
    byId("chip-perform").hidden = perform === undefined;
    byId("chip-feature").hidden = feature === undefined;
    byId("chip-session").dataset.set = String(session !== undefined);
    setText(byId("session-label"), `Session: ${session === undefined ? "any" : sessions.find(({ id }) => String(id) === session)?.name ?? session}`);
    setText(byId("feature-label"), `Feature: ${(feature ?? "").split("/").at(-1)}`);
  }

  function showEmpty() {
    const place = byId("empty"), empty = source.known && source.total === source.first;
    byId("bones").hidden = source.known;
    byId("scroller").hidden = empty;
    place.hidden = !empty;
    if (!empty) return fill(place);
    if (hidden > 0) {
      return fill(place, state({ symbol: "target", title: "All lines are hidden by focus", text: `${counted(hidden, "line")} ${hidden === 1 ? "belongs" : "belong"} to features that aren’t in focus.`,
        buttons: [button("Show all features", () => panel.showAll())] }));
    }
    if (isFiltered()) {
      return fill(place, state({ symbol: "search", title: "No matching lines", text: "Lines below the level of their feature are not recorded.",
        buttons: [button("Clear filters", clear)] }));
    }
    fill(place, state({ symbol: "logs", title: run ? "No log lines in this run" : "No log lines yet",
      text: run ? undefined : "Log lines appear here with the actions they belong to." }));
  }

  /** Without a selected line; an earlier run has no focus panel. */
  function showNothing() {
    byId("line").hidden = false;
    fill(byId("line"), state({ symbol: "logs", title: "No line selected", text: "Select a line to see its action and metadata." }));
  }

  function showView() {
    const { line, view } = readQuery();
    byId("split").dataset.view = line !== undefined || view === "focus" ? "detail" : "list";
    byId("detail").dataset.shows = view === "focus" || line === undefined ? "focus" : "line";
  }

  // ---------- The selected line

  function select(line, _, opened = false) {
    if (line && !opened && narrow.matches) return;
    selected = line;
    writeQuery({ line: line?.n, view: undefined }, { push: opened && narrow.matches });
    showLine(byId("line"), line, { run });
    if (run && !line) showNothing();
    showView();
    rows.update();
    if (opened && narrow.matches) byId("selected").focus();
  }

  function back() {
    const { line, view } = readQuery();
    if (line === undefined && view === undefined) return false;
    if (narrow.matches && history.state?.inside) history.back(); else select(undefined);
    rows.grid.focus();
    return true;
  }

  // ---------- Controls

  function set(changes) {
    writeQuery(changes);
    showChips();
    readAgain();
  }

  function clear() {
    byId("search").value = "";
    set({ text: undefined, level: undefined, feature: undefined, session: undefined, perform: undefined });
  }

  byId("search").value = readQuery().text ?? "";
  const searchSoon = page.settled(() => set({ text: byId("search").value.trim() }), 200);
  byId("search").addEventListener("input", searchSoon);
  byId("search").addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !byId("search").value) return;
    byId("search").value = "";
    set({ text: undefined });
  });
  byId("levels").addEventListener("click", (event) => {
    const { level } = event.target.closest("button")?.dataset ?? {};
    if (level) set({ level: level === "trace" ? undefined : level });
  });
  byId("chip-focus").addEventListener("click", () => {
    if (!hasFocus()) return openFocus();
    focusOn = !focusOn;
    showChips();
    readAgain();
  });
  function openFocus() {
    writeQuery({ view: "focus" }, { push: narrow.matches });
    showView();
    byId("focus-title").focus();
  }
  byId("open-focus").addEventListener("click", openFocus);
  byId("show-all").addEventListener("click", () => panel.showAll());
  byId("chip-perform").addEventListener("click", () => set({ perform: undefined }));
  byId("chip-feature").addEventListener("click", () => set({ feature: undefined }));
  attachMenu(byId("chip-session"), { label: "Session", items: async () => {
    await readSessions();
    const { session } = readQuery();
    return [
      { label: "Any session", kind: "one", checked: session === undefined, act: () => set({ session: undefined }) },
      ...sessions.map(({ id, name }) => ({ label: name, kind: "one", checked: String(id) === session, act: () => set({ session: String(id) }) })),
    ];
  } });
  attachExportMenu(byId("export"), {
    page, what: "log", path: "logs/export", only: ["text", "jsonl"], query: filters,
    note: () => (isFiltered() || hidden ? `${counted(source.total, "line")} shown` : undefined),
  });
  byId("back").addEventListener("click", (event) => { event.preventDefault(); back(); });
  byId("newest").addEventListener("click", () => { rows.toEnd(); rows.grid.focus(); });
  byId("pause").addEventListener("click", () => {
    paused = !paused;
    byId("pause").setAttribute("aria-pressed", String(paused));
    fill(byId("pause"), icon(paused ? "play" : "pause"), h("span", {}, paused ? "Resume" : "Pause"));
    showFoot(...rows.inView);
    if (!paused) page.attempt(() => source.grow());
  });
  page.onStep(() => {
    const { line } = readQuery();
    if (line === undefined) { selected = undefined; showLine(byId("line"), undefined, { run }); rows.update(); }
    byId("search").value = readQuery().text ?? "";
    showView();
    showChips();
  });

  byId("detail").addEventListener("keydown", (event) => { if (event.key === "Escape" && narrow.matches) back(); });
  showView();
  byId("chip-focus").after(...about("focus"));
  page.load(load);
}
