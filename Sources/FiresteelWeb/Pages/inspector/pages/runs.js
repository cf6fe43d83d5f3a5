// The runs page: this run and the earlier ones, how each ended, and what it was doing then.

import { RequestError } from "../../kit/app/transport.js";
import { ask } from "../../kit/overlays/dialogs.js";
import { fill, h, setText } from "../../kit/dom/dom.js";
import { bytes, count, counted, dayName, duration, span, toMinute } from "../../kit/text/format.js";
import { runLink } from "../links.js";
import { plainMark } from "../../kit/dom/marks.js";
import { narrow } from "../../kit/app/address.js";
import { openReport } from "../runs/reportDialog.js";
import { showRun } from "../runs/runDetail.js";
import { endedBadly, howItEnded, runMark } from "../runs/runText.js";
import { loading, state } from "../../kit/dom/states.js";
import { toast } from "../../kit/overlays/toasts.js";

/** Mounts the page. */
export function mount(page) {
  const { byId, readQuery, writeQuery } = page, { get, remove } = page.transport, { program } = page.shared;

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
    const bad = list.runs.filter(endedBadly).length, { runs, bytes: size, days } = list.retention ?? {};
    setText(byId("facts"), `${count(list.runs.length)} kept${bad ? `, ${count(bad)} ended badly` : ""}`);
    setText(byId("retention"), [runs && `${counted(runs, "run")}`, size && bytes(size), days && counted(days, "day")].filter(Boolean).length
      ? `Kept: at most ${[runs && counted(runs, "run"), size && bytes(size), days && counted(days, "day")].filter(Boolean).join(", ")}.` : "");
    byId("erase").disabled = list.runs.length === 0;
    drawList();
  }

  function drawList() {
    const place = byId("list"), focused = place.contains(document.activeElement) ? document.activeElement.getAttribute("href") : undefined;
    const groups = new Map();
    for (const run of list.runs) {
      const day = run.started === undefined ? "When is not known" : dayName(run.started, program.now);
      groups.set(day, [...groups.get(day) ?? [], run]);
    }
    fill(place, [...groups].map(([day, runs]) => [
      h("h2", { class: "group-head" }, day), h("ul", {}, runs.map((run) => h("li", {}, runItem(run)))),
    ]));
    byId("empty").hidden = list.runs.length > 0;
    fill(byId("empty"), list.runs.length === 0 && state({ symbol: "runs", title: "No run is kept",
      text: "Recording is off, or everything was erased. The next start of the program is a run." }));
    if (focused) [...place.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus({ preventScroll: true });
  }

  function runItem(run) {
    const lasted = run.current || run.how === "running" ? span(program.now - run.started) : run.lasted === undefined ? undefined : duration(run.lasted);
    const facts = run.how === "unreadable" ? run.problem ?? "" : [lasted, run.performs !== undefined && counted(run.performs, "action")].filter(Boolean).join(", ");
    return h("a", {
      class: "run", href: runLink(run.id), "aria-current": run.id === shown ? "true" : undefined,
      on: { click: (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        choose(run.id);
      } },
    },
    plainMark(runMark(run)), h("span", { class: "body" },
      h("span", { class: "line-top" }, h("strong", { class: "clip" }, howItEnded(run)), run.started !== undefined && h("span", { class: "time push" }, toMinute(run.started))),
      h("span", { class: "sub clip" }, facts)));
  }

  function choose(id) {
    writeQuery({ run: id }, { push: narrow.matches });
    page.attempt(() => readDetail({ focus: narrow.matches }));
  }

  /** Arrows walk the list, as they do everywhere. */
  byId("list").addEventListener("keydown", (event) => {
    const links = [...byId("list").querySelectorAll("a")], here = links.indexOf(document.activeElement);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: links.length - 1 }[event.key];
    if (to === undefined || here < 0) return;
    links[to]?.focus();
    event.preventDefault();
  });

  // ---------- The chosen run

  async function readDetail({ focus = false } = {}) {
    const asked = readQuery().run, pane = byId("detail");
    byId("split").dataset.view = asked === undefined ? "list" : "detail";
    // With room for both, the latest that ended badly is shown: it is what people come for.
    const id = asked ?? (narrow.matches ? undefined : (list.runs.find(endedBadly) ?? list.runs[0])?.id);
    if (id === undefined) { shown = undefined; drawList(); return fill(pane); }
    const stays = id === shown ? pane.querySelector(".scroll")?.scrollTop ?? 0 : 0;
    if (id !== shown) fill(pane, loading("Loading the run"));
    shown = id;
    drawList();
    reading.abort();
    reading = new AbortController();
    try {
      const run = await get(`runs/${encodeURIComponent(id)}`, {}, reading.signal);
      showRun(pane, run, { page, now: program.now, back, removeRun });
      pane.querySelector(".scroll").scrollTop = stays;
      if (focus) byId("chosen").focus();
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 404) throw error;
      shown = undefined;
      fill(pane, state({ symbol: "runs", title: "This run is no longer kept", text: "It was removed, or made room for newer ones." }));
    }
  }

  function back() {
    if (narrow.matches && history.state?.inside) return history.back();
    writeQuery({ run: undefined });
    page.attempt(readDetail);
  }

  // ---------- Removing

  function removeRun(run) {
    ask({
      title: "Remove this run?", verb: "Remove",
      body: [`“${howItEnded(run)}”${run.started === undefined ? "" : `, ${dayName(run.started, program.now)} ${toMinute(run.started)}`}${run.performs === undefined ? "" : `, with its ${counted(run.performs, "action")}`}.`,
        "It can’t be brought back. Save it as a file first if somebody may need it."],
      act: async () => {
        list = await remove(`runs/${encodeURIComponent(run.id)}`);
        writeQuery({ run: undefined });
        draw();
        await page.attempt(readDetail);
        toast("The run was removed.");
      },
    });
  }

  byId("erase").addEventListener("click", () => ask({
    title: "Erase everything recorded?", verb: "Erase",
    body: ["Every earlier run goes, and what this run has recorded so far. The program goes on, and records what comes.",
      "It can’t be brought back."],
    act: async () => {
      list = await remove("runs");
      writeQuery({ run: undefined });
      draw();
      await page.attempt(readDetail);
      toast("Everything recorded was erased.");
    },
  }));

  byId("report").addEventListener("click", () => openReport({ transport: page.shared.transport, withCrash: list.runs.some((run) => run.id === shown && endedBadly(run)), failed: (error) => page.failed(error) }));

  page.onStep(() => page.attempt(readDetail));
  page.listen(narrow, "change", () => page.attempt(readDetail));

  page.load(load);
}
