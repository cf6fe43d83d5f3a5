// The behaviour page: what people do, and what they do next.

import { fill, h, setText } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { narrow } from "../../kit/app/address.js";
import { count, counted, duration } from "../../kit/text/format.js";
import { followSearch, hasWords } from "../../kit/lists/searchField.js";
import { behaviourLink } from "../../run/links.js";
import { Reads } from "../../kit/time/pacing.js";
import { button, loading, state } from "../../kit/dom/states.js";
import { table } from "../../kit/dom/table.js";
import { atLeast, nameOf, showAction } from "../behaviour/actionDetail.js";

const step = 200;

/** Mounts the page. */
export function mount(page) {
  const { byId, readQuery, writeQuery } = page, { get } = page.transport;

  let found;                          // The figures of all actions.
  let details;                        // What follows the selected action, and the funnel.
  let wanted = step;
  let drawn, drawnDetail;             // The drawn data, to skip unchanged data.
  let focusNext;                      // The selector of the element to focus once the detail is read.
  const reads = new Reads(), detailReads = new Reads();
  const search = followSearch(page, () => { if (found) draw(); });

  async function load() {
    const newest = await reads.read(() => get("behaviour", { limit: wanted }));
    if (!newest) return;
    found = newest;
    byId("bones").hidden = true;
    draw();
    await readDetail();
    if (!found.basis.complete) readSoon();
  }

  const readSoon = page.paced(() => page.attempt(load), 500);
  page.live.on("timeline", page.paced(() => page.attempt(load), 2_000));
  page.live.on("features", () => page.attempt(readDetail));

  // ---------- The list

  function draw() {
    const { actions, basis, total, recorded } = found, text = search.text();
    setText(byId("facts"), `${counted(total, "action")}, ${counted(basis.sessions, "session")}`);
    setText(byId("basis"), basisText(basis));
    const shown = actions.filter(({ action, feature }) => hasWords([action.name, action.identifier, feature.name, feature.path], text));
    const now = textOf([shown, total, selected(), recorded]);
    if (now === drawn) return;
    drawn = now;
    const place = byId("list"), focused = place.contains(document.activeElement) ? document.activeElement.getAttribute("href") : undefined;
    fill(place, shown.length > 0 && table({ label: "Actions, the most performed first", named: true, columns, rows: shown, className: ({ path }) => (path === selected() ? "won" : undefined) }),
      actions.length < total && h("div", { class: "more-line" }, button("Show more", () => { wanted += step; page.attempt(load); })));
    place.querySelector("table")?.classList.add("behaviour-table");
    if (focused) [...place.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus({ preventScroll: true });
    byId("empty").hidden = shown.length > 0;
    fill(byId("empty"), shown.length === 0 && (text && total > 0
      ? state({ symbol: "search", title: `No actions with “${search.written()}”`, text: `${counted(total, "action")} in total.`, buttons: [button("Show all", () => search.clear())] })
      : state(recorded ? { symbol: "behaviour", title: "No actions yet", text: "Every performed action appears here, those of earlier runs included." }
        : { symbol: "behaviour", title: "Nothing is recorded", text: "The program’s runtime has no timeline." })));
  }

  const columns = [
    { title: "Action", cell: (row) => [
      h("a", { href: behaviourLink({ action: row.path }), "aria-current": row.path === selected() ? "true" : undefined, on: { click: (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        select(row.path);
      } } }, row.action.name), h("span", { class: "muted small block" }, row.feature.name)] },
    { title: "Performed", number: true, cell: ({ performs }) => count(performs) },
    { title: "Failed", number: true, cell: ({ failures, interruptions }) => (failures + interruptions ? h("span", { class: "bad" }, count(failures + interruptions)) : "0") },
    { title: "Median", number: true, className: "usual", cell: ({ took }) => (took === undefined ? "" : duration(took)) },
    { title: "Then", className: "then", cell: ({ next, feature }) => next && [nameOf(next, feature.path), " ", h("span", { class: "muted" }, atLeast(next))] },
  ];

  function basisText({ runs, remaining, complete, unreadable = [], lost, uncounted }) {
    return [
      runs === 0 ? "This run" : `This run and ${counted(runs, "earlier run")}`,
      !complete && (remaining > 0 ? `${counted(remaining, "run")} still to be read` : "earlier runs are being read"),
      unreadable.length > 0 && `${counted(unreadable.length, "run")} can’t be read`,
      lost > 0 && `up to ${counted(lost, "event")} overwritten or damaged`,
      uncounted > 0 && `${counted(uncounted, "perform")} not counted`,
    ].filter(Boolean).join(", ") + ".";
  }

  // ---------- The selected action

  /** A wide page always shows an action: by default the most performed one. */
  const selected = () => readQuery().action ?? (narrow.matches ? undefined : found.actions[0]?.path);
  const stepsAfter = () => (readQuery().then ?? "").split(",").filter(Boolean).slice(0, 7);

  function select(path) {
    writeQuery({ action: path, then: undefined }, { push: narrow.matches });
    draw();
    if (narrow.matches) focusNext = "#selected";
    page.attempt(readDetail);
  }

  async function readDetail() {
    const path = found && selected(), pane = byId("detail");
    byId("split").dataset.view = readQuery().action === undefined ? "list" : "detail";
    if (path === undefined) { details = drawnDetail = undefined; return fill(pane); }
    if (details?.path !== path) fill(pane, loading("Loading next actions"));
    const steps = [path, ...stepsAfter()];
    const newest = await detailReads.read(() => Promise.all([get("behaviour/next", { action: path }), steps.length > 1 ? get("behaviour/funnel", { steps: steps.join(",") }) : undefined]));
    if (!newest || page.signal.aborted) return;
    const [{ next }, funnel] = newest;
    // An open menu stays as it is until a later read.
    if (textOf(details?.steps) === textOf(steps) && pane.querySelector("select:focus")) return;
    details = { path, steps, next, funnel: funnel?.steps };
    drawDetail();
    if (focusNext) pane.querySelector(focusNext)?.focus();
    focusNext = undefined;
  }

  function drawDetail() {
    const pane = byId("detail"), figures = found.actions.find((one) => one.path === details.path), now = textOf([details, figures]);
    if (now === drawnDetail && pane.querySelector("#selected")) return;
    drawnDetail = now;
    const focused = pane.contains(document.activeElement) ? document.activeElement.dataset.focus : undefined, stays = pane.dataset.path === details.path ? pane.querySelector(".scroll")?.scrollTop ?? 0 : 0;
    showAction(pane, { ...details, figures, actions: found.actions }, { back, setSteps });
    pane.dataset.path = details.path;
    pane.querySelector(".scroll").scrollTop = stays;
    if (focused) pane.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  // As the address has them: the page may be older.
  function setSteps(change) {
    writeQuery({ then: change(stepsAfter()).join(",") || undefined });
    focusNext = "#add-step";
    page.attempt(readDetail);
  }

  function back() {
    if (narrow.matches && history.state?.inside) return history.back();
    writeQuery({ action: undefined, then: undefined });
    draw();
    page.attempt(readDetail);
  }

  const redraw = () => { if (found) { draw(); page.attempt(readDetail); } };
  page.listen(narrow, "change", redraw);
  page.onStep(redraw);
  page.load(load);
}
