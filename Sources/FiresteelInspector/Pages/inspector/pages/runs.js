// The runs page: the current and earlier runs, how each ended, and its actions in flight.

import { RequestError } from "../../kit/app/transport.js";
import { ask } from "../../kit/overlays/dialogs.js";
import { fill, h, setText } from "../../kit/dom/dom.js";
import { bytes, count, counted, dayInSentence, dayName, duration, span, toMinute } from "../../kit/text/format.js";
import { runLink } from "../../run/links.js";
import { plainMark } from "../../kit/dom/marks.js";
import { narrow } from "../../kit/app/address.js";
import { ReportFileError } from "../runs/reportFile.js";
import { isOpened } from "../runs/openedReports.js";
import { openReport } from "../runs/reportDialog.js";
import { showRun } from "../../run/end/runDetail.js";
import { endedAbnormally, howItEnded, runMark } from "../../run/end/runText.js";
import { loading, state } from "../../kit/dom/states.js";
import { toast } from "../../kit/overlays/toasts.js";

/** Mounts the page. */
export function mount(page) {
  const { byId, readQuery, writeQuery } = page, { get, remove } = page.transport, { program, opened } = page.shared;

  let list = { runs: [], retention: {} };
  let shown;                                // The name of the run in the detail pane.
  let reading = new AbortController();

  async function load() {
    list = await get("runs");
    byId("bones").hidden = true;
    draw();
    await readDetail();
  }

  const readSoon = page.paced(() => page.attempt(load), 500);
  page.live.on("runs", readSoon);
  page.every(() => { if (page.loaded) drawList(); }, 60_000);

  // ---------- The list

  function draw() {
    const abnormal = list.runs.filter(endedAbnormally).length, { runs, bytes: size, days } = list.retention ?? {};
    setText(byId("facts"), `${counted(list.runs.length, "run")}${abnormal ? `, ${count(abnormal)} abnormal` : ""}`);
    setText(byId("retention"), [runs && `${counted(runs, "run")}`, size && bytes(size), days && counted(days, "day")].filter(Boolean).length
      ? `Retention: up to ${[runs && counted(runs, "run"), size && bytes(size), days && counted(days, "day")].filter(Boolean).join(", ")}.` : "");
    byId("erase").disabled = list.runs.length === 0;
    drawList();
  }

  function drawList() {
    const place = byId("list"), focused = place.contains(document.activeElement) ? document.activeElement.getAttribute("href") : undefined;
    const groups = new Map();
    for (const run of list.runs) {
      const day = run.started === undefined ? "Unknown date" : dayName(run.started, program.now);
      groups.set(day, [...groups.get(day) ?? [], run]);
    }
    fill(place, opened.runs.length > 0 && [
      h("h2", { class: "group-head" }, "Opened files"), h("ul", {}, opened.runs.map((run) => h("li", {}, runItem(run)))),
    ], [...groups].map(([day, runs]) => [
      h("h2", { class: "group-head" }, day), h("ul", {}, runs.map((run) => h("li", {}, runItem(run)))),
    ]));
    byId("empty").hidden = list.runs.length + opened.runs.length > 0;
    fill(byId("empty"), list.runs.length + opened.runs.length === 0 && state({ symbol: "runs", title: "No runs yet",
      text: "Recording is off, or all runs have been erased. The next start of the program is recorded as a run." }));
    if (focused) [...place.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus({ preventScroll: true });
  }

  function runItem(run) {
    const lasted = run.current || run.how === "running" ? span(program.now - run.started) : run.lasted === undefined ? undefined : duration(run.lasted);
    const facts = run.opened !== undefined ? run.opened : run.how === "unreadable" ? run.problem ?? "" : [lasted, run.performs !== undefined && counted(run.performs, "action")].filter(Boolean).join(", ");
    return h("a", {
      class: "run", href: runLink(run.id), "aria-current": run.id === shown ? "true" : undefined,
      on: { click: (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        select(run.id);
      } },
    },
    plainMark(runMark(run)), h("span", { class: "body" },
      h("span", { class: "line-top" }, h("strong", { class: "clip" }, howItEnded(run)), run.started !== undefined && h("span", { class: "time push" }, toMinute(run.started))),
      h("span", { class: "sub clip" }, facts)));
  }

  function select(id) {
    writeQuery({ run: id }, { push: narrow.matches });
    page.attempt(() => readDetail({ focus: narrow.matches }));
  }

  /** Arrow keys move the focus in the list. */
  byId("list").addEventListener("keydown", (event) => {
    const links = [...byId("list").querySelectorAll("a")], here = links.indexOf(document.activeElement);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: links.length - 1 }[event.key];
    if (to === undefined || here < 0) return;
    links[to]?.focus();
    event.preventDefault();
  });

  // ---------- The selected run

  async function readDetail({ focus = false } = {}) {
    const asked = readQuery().run, pane = byId("detail");
    byId("split").dataset.view = asked === undefined ? "list" : "detail";
    // A wide page shows a run: by default the latest that ended abnormally.
    const id = asked ?? (narrow.matches ? undefined : (list.runs.find(endedAbnormally) ?? list.runs[0])?.id);
    if (id === undefined) { shown = undefined; drawList(); return fill(pane); }
    const stays = id === shown ? pane.querySelector(".scroll")?.scrollTop ?? 0 : 0;
    if (id !== shown) fill(pane, loading("Loading run"));
    shown = id;
    drawList();
    reading.abort();
    reading = new AbortController();
    try {
      const listed = list.runs.find((run) => run.id === id);
      // The program has no more about a run that it can't read.
      const run = listed?.how === "unreadable" ? listed : await get(`runs/${encodeURIComponent(id)}`, {}, reading.signal);
      showRun(pane, run, { page, now: program.now, back, removeRun, closeRun });
      pane.querySelector(".scroll").scrollTop = stays;
      if (focus) byId("selected").focus();
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 404) throw error;
      shown = undefined;
      fill(pane, state({ symbol: "runs", title: "This run is no longer available", text: isOpened(id) ? "Its file was closed. Open it again to see it." : "It was removed, or exceeded the retention limits." }));
    }
  }

  function back() {
    if (narrow.matches && history.state?.inside) return history.back();
    writeQuery({ run: undefined });
    page.attempt(readDetail);
  }

  // ---------- Opening files

  /** Opens report files, and shows the last one. */
  const openFiles = (files) => page.attempt(async () => {
    for (const file of files) {
      try {
        const id = await opened.open(file);
        if (page.signal.aborted) return;
        writeQuery({ run: id }, { push: narrow.matches });
        toast(`“${file.name}” opened.`);
      } catch (error) {
        if (!(error instanceof ReportFileError)) throw error;
        toast(error.message, { failed: true });
      }
    }
    drawList();
    await readDetail({ focus: true });
  });

  function closeRun(run) {
    opened.close(run.id);
    writeQuery({ run: undefined });
    drawList();
    page.attempt(readDetail);
    byId("open-report").focus();
    toast(`“${run.opened}” closed.`);
  }

  byId("open-report").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", ({ target }) => {
    openFiles([...target.files]);
    target.value = "";
  });
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  page.listen(page.main, "dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    page.main.dataset.drop = "";
  });
  page.listen(page.main, "dragleave", (event) => { if (!page.main.contains(event.relatedTarget)) delete page.main.dataset.drop; });
  page.listen(page.main, "drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    delete page.main.dataset.drop;
    openFiles([...event.dataTransfer.files]);
  });

  // ---------- Removing

  function removeRun(run) {
    ask({
      title: "Remove this run?", verb: "Remove",
      body: [`“${howItEnded(run)}”${run.started === undefined ? "" : `, ${dayInSentence(run.started, program.now)} ${toMinute(run.started)}`}${run.performs === undefined ? "" : `, with its ${counted(run.performs, "action")}`}.`,
        "You can’t undo this. Export the run first to retain a copy."],
      act: async () => {
        list = await remove(`runs/${encodeURIComponent(run.id)}`);
        writeQuery({ run: undefined });
        draw();
        await page.attempt(readDetail);
        toast("Run removed.");
      },
    });
  }

  byId("erase").addEventListener("click", () => ask({
    title: "Erase all runs?", verb: "Erase",
    body: ["This deletes every earlier run and the events of this run so far. Recording continues.",
      "You can’t undo this."],
    act: async () => {
      list = await remove("runs");
      writeQuery({ run: undefined });
      draw();
      await page.attempt(readDetail);
      toast("All runs erased.");
    },
  }));

  byId("report").addEventListener("click", () => openReport({ transport: page.shared.transport, withCrash: list.runs.some((run) => run.id === shown && endedAbnormally(run)), failed: (error) => page.failed(error) }));

  page.onStep(() => page.attempt(readDetail));
  page.listen(narrow, "change", () => page.attempt(readDetail));

  page.load(load);
}
