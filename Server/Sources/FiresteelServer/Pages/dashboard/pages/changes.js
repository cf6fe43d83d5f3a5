// The audit: all changes, requests and schedules.

import { fill, h } from "../../kit/dom/dom.js";
import { button, loading, state } from "../../kit/dom/states.js";
import { followSearch } from "../../kit/lists/searchField.js";
import { count, dayName } from "../../kit/text/format.js";
import { redraw } from "../app/redraw.js";
import { addressOf } from "../app/routes.js";
import { changeRow } from "../changes/changeRow.js";
import { requestRow } from "../changes/requestRow.js";

export function mount(page) {
  const { program, scope, session } = page.shared, { byId, readQuery, writeQuery } = page;
  scope.mountHead(page);
  byId("facts").className = "facts only-wide";
  byId("facts").textContent = "Who, when and why. Never edited or deleted";
  let changes = [], next = 0, requests = [], isRead = false;
  const again = page.settled(() => page.attempt(read), 250), search = followSearch(page, () => again());
  byId("chip-environment").addEventListener("click", () => { writeQuery({ environment: !readQuery().environment }); page.attempt(read); });
  byId("chip-item").addEventListener("click", () => { writeQuery({ item: "" }); page.attempt(read); });
  page.listen(byId("tabs"), "click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    writeQuery({ view: link.dataset.view }, { push: true });
    draw();
  });
  fill(byId("content"), loading("Loading changes"));
  page.onStep(() => page.attempt(read));
  page.load(read);
  program.onChange(() => page.attempt(read), page.signal);

  const queryOf = () => ({ item: readQuery().item, environment: readQuery().environment ? program.environment.id : undefined, text: search.text(), limit: 50 });

  async function read() {
    await program.read();
    const [found, pending] = await Promise.all([page.transport.get(`${program.path}/changes`, queryOf()), page.transport.get(`${program.path}/requests`)]);
    ({ changes, next } = found);
    ({ requests } = pending);
    isRead = true;
    redraw(page, draw);
  }

  const earlier = () => page.attempt(async () => {
    const found = await page.transport.get(`${program.path}/changes`, { ...queryOf(), before: next });
    changes = [...changes, ...found.changes];
    next = found.next;
    draw();
  });

  function draw() {
    if (!isRead) return;
    const { view = "", item, environment } = readQuery();
    const decisions = requests.filter(({ kind }) => kind !== "schedule"), schedules = requests.filter(({ kind }) => kind === "schedule");
    const pending = (list) => list.filter(({ state: now }) => now === "pending").length;
    const tab = (name, label, number) => h("a", { href: addressOf("changes", { query: { view: name } }), data: { view: name }, "aria-current": view === name ? "page" : undefined }, label, number !== undefined && [" ", h("span", { class: "count" }, count(number))]);
    fill(byId("tabs"), tab("", "All"), tab("requests", "Requests", pending(decisions)), tab("scheduled", "Scheduled", pending(schedules)));
    byId("toolbar").hidden = view !== "";
    byId("chip-environment").setAttribute("aria-pressed", String(Boolean(environment)));
    byId("chip-environment").textContent = program.environment.name;
    byId("chip-item").hidden = !item;
    byId("chip-item").textContent = item ? `Only ${item}` : "";
    fill(byId("content"), view === "requests" ? listOf(decisions, "Changes of protected environments, pending approval or review. You can’t decide about your own.", { symbol: "changes", title: "No requests", text: "Changes that need an approval or a review appear here." })
      : view === "scheduled" ? listOf(schedules, "Each takes effect once, even if the server was down at the time. Changes that no longer apply fail and are shown here.", { symbol: "changes", title: "Nothing scheduled", text: "Choose “Schedule…” when you save a change." })
        : audit());
  }

  function listOf(list, text, empty) {
    if (list.length === 0) return state(empty);
    return [h("p", { class: "things-note muted" }, text), h("ol", {}, list.map((request) => requestRow(program, session, request, () => page.attempt(read))))];
  }

  function audit() {
    if (changes.length === 0) {
      const isFiltered = search.text() || readQuery().item || readQuery().environment;
      return isFiltered ? state({ symbol: "search", title: "No changes match", text: "The search covers authors, reasons, and the names of flags and segments.", buttons: [button("Clear filters", () => { writeQuery({ item: "", environment: "" }); search.clear(); })] })
        : state({ symbol: "changes", title: "No changes yet", text: "Every change of a flag or segment appears here, with its author and reason." });
    }
    const reviews = new Set(requests.filter(({ kind, state: now }) => kind === "review" && now === "pending").map(({ change }) => change));
    const days = Map.groupBy(changes, ({ time }) => dayName(time * 1_000, Date.now() * 1_000));
    return [[...days].map(([day, list]) => [h("h2", { class: "group-head" }, day, " ", h("span", { class: "count" }, count(list.length))),
      h("ol", {}, list.map((change) => changeRow(program, change, { isOpen: change === changes[0], review: reviews.has(change.number) })))]),
    next > 1 && h("p", { class: "more-line" }, button("Earlier", earlier))];
  }
}
