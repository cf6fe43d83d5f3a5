// The stacks page: the action stacks of each session, live.

import { fill, h, setText } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { count, counted, duration, span, toSecond } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { lanes } from "../../run/lanes.js";
import { LaneWindow } from "../stacks/laneWindow.js";
import { featureLink } from "../../run/links.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { Reads } from "../../kit/time/pacing.js";
import { allStacks, isInFlight, sessionColumn } from "../stacks/stackView.js";
import { button, state } from "../../kit/dom/states.js";
import { about } from "../words.js";

const step = 50, maximumLanes = 8;

/** Mounts the page. */
export function mount(page) {
  const { byId, readQuery, writeQuery } = page, { get } = page.transport, { program } = page.shared;

  let answer = { total: 0, sessions: [] };
  let known = false;
  let limit = step;
  let onlyOpen = readQuery().show === "open";
  let paused = false;
  const shown = new LaneWindow();
  const drawn = new Map();                // The drawn text and column by session identifier.

  const reads = new Reads();

  async function read() {
    const newest = await reads.read(() => get("stacks", { session: readQuery().session, limit }));
    if (!newest) return;
    answer = newest;
    known = true;
    draw();
  }

  const readSoon = page.paced(() => page.attempt(read), 500);
  page.live.on("stacks", () => { if (!paused) readSoon(); });
  page.live.on("timeline", () => { if (!paused) readSoon(); });       // Actions end without changing a stack.
  page.every(() => { if (known && !paused) tick(); }, 1_000);

  // ---------- Drawing

  function draw() {
    byId("bones").hidden = true;
    const { sessions, total } = answer;
    const open = sessions.reduce((sum, session) => sum + allStacks(session).filter(({ closed }) => closed === undefined).length, 0);
    setText(byId("facts"), `${count(open)} open in ${counted(sessions.length, "session")}${total > sessions.length ? ` of ${count(total)}` : ""}`);
    const shown = sessions.filter((session) => !onlyOpen || allStacks(session).some(({ closed }) => closed === undefined));
    drawColumns(shown);
    drawLanes();
    showMore();
    showEmpty(shown);
    byId("show-all").setAttribute("aria-pressed", String(!onlyOpen));
    byId("show-open").setAttribute("aria-pressed", String(onlyOpen));
    showSession();
  }

  /** Redraws only the columns that changed: the others retain the focus and the selection. */
  function drawColumns(sessions) {
    const place = byId("columns"), columns = [];
    for (const session of sessions) {
      const text = textOf([session, onlyOpen]), before = drawn.get(session.id);
      const column = before?.text === text ? before.column : sessionColumn(session, { onlyOpen, now: program.now });
      if (before && before.column !== column) moveFocus(before.column, column);
      drawn.set(session.id, { text, column });
      columns.push(column);
    }
    for (const id of drawn.keys()) if (!sessions.some((session) => session.id === id)) drawn.delete(id);
    if (columns.length !== place.children.length || columns.some((column, index) => place.children[index] !== column)) place.replaceChildren(...columns);
    refocus();
  }

  let wanted;

  function moveFocus(before, after) {
    if (!before.contains(document.activeElement)) return;
    const href = document.activeElement.getAttribute("href");
    wanted = [...after.querySelectorAll("a")].find((link) => link.getAttribute("href") === href);
  }

  function refocus() {
    wanted?.focus({ preventScroll: true });
    wanted = undefined;
  }

  function drawLanes() {
    const now = program.now, { from, to } = shown.range(now);
    const list = answer.sessions.map((session) => ({ name: session.name, bars: bars(session, from, to, now) }))
      .filter((lane) => lane.bars.length || !shown.isUsual).slice(0, maximumLanes);
    byId("seconds").hidden = list.length === 0;
    setText(byId("seconds-title"), shown.title(now));
    byId("later").disabled = shown.follows;
    byId("now").hidden = shown.isUsual;
    if (byId("lanes").contains(document.activeElement)) return;       // A lane that has the focus is not replaced.
    fill(byId("lanes"), lanes({ from, to, lanes: list, ticks: shown.ticks(now), end: shown.end(now) }));
  }

  const bars = (session, from, to, now) => allStacks(session)
    .filter(({ opened, closed }) => (closed === undefined || closed > from) && opened < to)
    .map((stack) => {
      const { feature, opened, closed } = stack, inFlight = isInFlight(stack);
      const since = inFlight ? `in flight for ${duration(now - stack.entries.find(({ outcome }) => outcome === "in-flight").at)}`
        : closed === undefined ? `open since ${toSecond(opened)}` : `closed after ${span(closed - opened)}`;
      return { from: Math.max(opened, from), to: Math.min(closed ?? now, to), name: feature.name, label: `${feature.name}, ${since}`,
        outcome: inFlight ? "in-flight" : "", href: featureLink(feature.path) };
    });

  /** Updates the durations of actions in flight and moves the lanes. */
  function tick() {
    for (const element of page.main.querySelectorAll("[data-since]")) setText(element, duration(Math.max(0, program.now - Number(element.dataset.since))));
    drawLanes();
  }

  function showMore() {
    const left = answer.total - answer.sessions.length;
    byId("more").hidden = left <= 0;
    setText(byId("more-label"), `Show ${count(Math.min(step, left))} more of ${counted(left, "session")}`);
  }

  function showEmpty(shown) {
    const place = byId("empty"), empty = shown.length === 0, filtered = readQuery().session !== undefined || onlyOpen;
    place.hidden = !empty;
    byId("content").hidden = empty;
    if (!empty) return fill(place);
    fill(place, filtered
      ? state({ symbol: "search", title: onlyOpen ? "No open stacks" : "No stacks in this session", text: "Closed stacks remain visible for a short time.",
        buttons: [button("Show all sessions", () => { onlyOpen = false; selectSession(undefined); })] })
      : state({ symbol: "stacks", title: "No stacks yet", text: "A stack opens with the first action of a feature and closes with a closing action." }));
  }

  // ---------- Controls

  function selectSession(id) {
    writeQuery({ session: id, show: onlyOpen ? "open" : undefined });
    limit = step;
    page.attempt(read);
  }

  function showSession() {
    const { session } = readQuery(), name = answer.sessions.find(({ id }) => String(id) === session)?.name;
    byId("chip-session").dataset.set = String(session !== undefined);
    setText(byId("session-label"), session === undefined ? "Session: any" : `Session: ${name ?? session}`);
  }

  function showOnly(open) {
    onlyOpen = open;
    writeQuery({ show: open ? "open" : undefined });
    draw();
  }

  byId("show-all").addEventListener("click", () => showOnly(false));
  byId("show-open").addEventListener("click", () => showOnly(true));
  const scrollLanes = (change) => {
    if (byId("lanes").contains(document.activeElement)) byId("earlier").focus();       // Its bar may leave the window.
    change();
    drawLanes();
  };
  byId("earlier").addEventListener("click", () => scrollLanes(() => shown.move(-0.5, program.now)));
  byId("later").addEventListener("click", () => {
    scrollLanes(() => shown.move(0.5, program.now));
    if (shown.follows) byId("earlier").focus();
  });
  byId("zoom-in").addEventListener("click", () => scrollLanes(() => shown.zoom(0.5, program.now)));
  byId("zoom-out").addEventListener("click", () => scrollLanes(() => shown.zoom(2, program.now)));
  byId("now").addEventListener("click", () => { scrollLanes(() => shown.reset()); byId("earlier").focus(); });
  const laneBox = () => byId("lanes").querySelector(".ruler")?.getBoundingClientRect() ?? { left: 0, width: 1 };
  byId("lanes").addEventListener("wheel", (event) => {
    const box = laneBox();
    if (event.ctrlKey || event.metaKey) {
      const at = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
      scrollLanes(() => shown.zoom(event.deltaY > 0 ? 1.25 : 0.8, program.now, at));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      scrollLanes(() => shown.move((event.deltaX || event.deltaY) / box.width, program.now));
    } else {
      return;
    }
    event.preventDefault();
  }, { passive: false });
  let dragged;
  byId("lanes").addEventListener("pointerdown", (event) => { if (event.button === 0 && event.pointerType !== "touch") dragged = { x: event.clientX, moves: false }; });
  byId("lanes").addEventListener("dragstart", (event) => event.preventDefault());
  page.listen(window, "pointermove", (event) => {
    if (!dragged || !event.buttons) return;
    const way = event.clientX - dragged.x;
    if (!dragged.moves && Math.abs(way) < 4) return;
    Object.assign(dragged, { moves: true, x: event.clientX });
    scrollLanes(() => shown.move(-way / laneBox().width, program.now));
  });
  page.listen(window, "pointerup", () => {
    const ended = dragged;
    // After its click, unless another one has begun.
    setTimeout(() => { if (dragged === ended) dragged = undefined; });
  });
  // A drag opens no link.
  byId("lanes").addEventListener("click", (event) => { if (dragged?.moves) { event.preventDefault(); event.stopPropagation(); } }, { capture: true });
  byId("more").addEventListener("click", () => { limit += step; page.attempt(read); });
  byId("pause").addEventListener("click", () => {
    paused = !paused;
    byId("pause").setAttribute("aria-pressed", String(paused));
    fill(byId("pause"), icon(paused ? "play" : "pause"), h("span", {}, paused ? "Resume" : "Pause"));
    if (!paused) page.attempt(read);
  });
  attachMenu(byId("chip-session"), {
    label: "Session",
    items: async () => {
      const { session } = readQuery(), { sessions } = await get("timeline/sessions");
      return [
        { label: "Any session", kind: "one", checked: session === undefined, act: () => selectSession(undefined) },
        ...sessions.map(({ id, name, performs }) => ({
          label: name, note: count(performs), kind: "one", checked: String(id) === session, act: () => selectSession(id),
        })),
      ];
    },
  });
  page.heading.after(...about("stack"));
  byId("chip-session").after(...about("session"));
  page.onStep(() => { onlyOpen = readQuery().show === "open"; page.attempt(read); });

  page.load(read);
}
