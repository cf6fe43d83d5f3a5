// The audit: all changes, requests and schedules.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button, loading, state } from "../../kit/dom/states.js";
import { followSearch } from "../../kit/lists/searchField.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { count, counted, dayName } from "../../kit/text/format.js";
import { earlierButton, PagedList } from "../app/pagedList.js";
import { redraw } from "../app/redraw.js";
import { addressOf } from "../app/routes.js";
import { ChangeExport } from "../changes/changeExport.js";
import { changeRow, sources } from "../changes/changeRow.js";
import { periods } from "../changes/periods.js";
import { requestRow } from "../changes/requestRow.js";
import { capital } from "../insight/figures.js";
import { byTime, livePlans, planRow } from "../plans/planRow.js";

export function mount(page) {
  const { program, scope, session } = page.shared, { byId, readQuery, writeQuery } = page;
  scope.mountHead(page);
  byId("facts").className = "facts only-wide";
  byId("facts").textContent = "Who, when and why. Never edited or deleted";
  const changes = new PagedList(async (before, limit) => {
    const found = await page.transport.get(`${program.path}/changes`, { ...filterQuery(), before, limit });
    for (const { author } of found.changes) authors.add(author.name);
    const damaged = found.damaged.map((number) => ({ kind: "damaged", number }));
    return { rows: [...found.changes, ...damaged], next: found.next > 1 ? found.next : undefined };
  });
  // Those that can’t be read are rows as well.
  const requests = new PagedList(async (after, limit) => {
    const found = await page.transport.get(`${program.path}/requests`, { after, limit });
    ({ pending } = found);
    return { rows: [...found.requests, ...found.damaged.map((damage) => ({ kind: "damaged", damage }))], next: found.next ?? undefined };
  });
  let pending = {}, isRead = false;
  // The requests whose difference is shown, which stays after the list is drawn again. A link may name one.
  const { request: linked } = readQuery(), shown = new Set(linked ? [linked] : []);
  const again = page.settled(() => page.attempt(read), 250), search = followSearch(page, () => again());
  byId("chip-environment").addEventListener("click", () => { writeQuery({ environment: !readQuery().environment }); page.attempt(read); });
  byId("chip-item").addEventListener("click", () => { writeQuery({ item: "" }); page.attempt(read); });
  const authors = new Set();
  attachMenu(byId("chip-since"), { label: "Time", items: () => choices("since", Object.entries(periods).map(([name, { label }]) => [name, capital(label)])) });
  attachMenu(byId("chip-author"), { label: "Person", items: () => choices("author", [...authors].sort((one, other) => one.localeCompare(other, "en")).map((name) => [name, name])) });
  attachMenu(byId("chip-source"), { label: "Source", items: () => choices("source", Object.entries(sources)) });
  new ChangeExport(byId("export"), { page, path: `${program.path}/changes`, query: () => filterQuery(), name: `changes-of-${program.id}.jsonl` });
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
  program.onRequests(() => page.attempt(read), page.signal);

  function choices(name, values) {
    const current = readQuery()[name] ?? "";
    return [["", "Any"], ...values].map(([value, label]) => ({ label, kind: "one", checked: current === value, act: () => { writeQuery({ [name]: value }); page.attempt(read); } }));
  }

  function filterQuery() {
    const { item, environment, author, source, since } = readQuery();
    return { item, environment: environment ? program.environment.id : undefined, text: search.text(), author, source, ...periods[since]?.range(Date.now()) };
  }

  async function read() {
    await program.read();
    // The time from which a period counts differs from read to read.
    await Promise.all([changes.read({ ...filterQuery(), since: readQuery().since, until: undefined }), requests.read()]);
    const isFirst = !isRead;
    isRead = true;
    redraw(page, draw);
    if (isFirst && linked) byId("content").querySelector(`[data-request="${CSS.escape(linked)}"]`)?.scrollIntoView({ block: "center" });
  }

  function draw() {
    if (!isRead) return;
    const { view = "", item, environment } = readQuery();
    const readable = requests.rows.filter(({ kind }) => kind !== "damaged");
    const decisions = readable.filter(({ kind }) => kind !== "schedule"), schedules = readable.filter(({ kind }) => kind === "schedule");
    const tab = (name, label, number) => h("a", { href: addressOf("changes", { query: { view: name } }), data: { view: name }, "aria-current": view === name ? "page" : undefined }, label, number !== undefined && [" ", h("span", { class: "count" }, count(number))]);
    fill(byId("tabs"), tab("", "All"), tab("requests", "Requests", pending.approval + pending.review), tab("scheduled", "Scheduled", pending.schedule + livePlans(program).length));
    byId("toolbar").hidden = view !== "";
    byId("export").hidden = view !== "";
    drawChips();
    byId("chip-environment").setAttribute("aria-pressed", String(Boolean(environment)));
    byId("chip-environment").textContent = program.environment.name;
    byId("chip-item").hidden = !item;
    fill(byId("chip-item"), item && h("span", {}, `Only ${item}`));
    fill(byId("content"), view === "requests" ? listOf(decisions, "Changes of protected environments, pending approval or review. You can’t decide about your own.", { symbol: "changes", title: "No requests", text: "Changes that need an approval or a review appear here." })
      : view === "scheduled" ? listOf(schedules, "Each takes effect once, even if the server was down at the time. Changes that no longer apply fail, and plans pause; both are shown here.", { symbol: "changes", title: "Nothing scheduled", text: "Choose “Schedule…” when you save a change, or start a plan on the page of a flag." }, livePlans(program))
        : audit());
  }

  function drawChips() {
    const { author, source, since } = readQuery();
    for (const [id, label, value] of [["chip-since", "Time", periods[since]?.label], ["chip-author", "Person", author], ["chip-source", "Source", sources[source]]]) {
      byId(id).dataset.set = String(Boolean(value));
      byId(id).firstElementChild.textContent = `${label}: ${value ?? "any"}`;
    }
  }

  const rowOf = (request) => requestRow(program, session, request, { changed: () => page.attempt(read), shown });

  /** The requests, or with `plans` the schedules and plans. */
  function listOf(list, text, empty, plans) {
    const damaged = requests.rows.filter(({ kind }) => kind === "damaged").length, more = earlierButton(page, requests, draw);
    const unread = damaged > 0 && unreadNote(`${counted(damaged, "request")} can’t be read`);
    if (list.length + (plans?.length ?? 0) === 0 && !more) return [unread, state(empty)];
    return [unread, h("p", { class: "things-note muted" }, text), h("ol", {}, plans ? byTime(plans, list).map(({ plan, schedule }) => (plan ? planRow(plan) : rowOf(schedule))) : list.map(rowOf)), more];
  }

  function unreadNote(what) {
    return h("p", { class: "note failure" }, icon("warning"), h("span", {}, `${what}: the stored data is damaged. Restore a backup.`));
  }

  function audit() {
    const rows = changes.rows.filter(({ kind }) => kind !== "damaged"), damaged = changes.rows.filter(({ kind }) => kind === "damaged").map(({ number }) => count(number));
    const unread = damaged.length > 0 && unreadNote(`${counted(damaged.length, "change")} can’t be read (${damaged.slice(0, 10).join(", ")}${damaged.length > 10 ? " and others" : ""})`);
    if (rows.length === 0 && damaged.length > 0) return [unread, earlierButton(page, changes, draw)];
    if (rows.length === 0) {
      const isFiltered = Object.values(filterQuery()).some(Boolean);
      return isFiltered ? state({ symbol: "search", title: "No changes match", text: "The search covers authors, reasons, and the names of flags and segments.", buttons: [button("Clear filters", () => { writeQuery({ item: "", environment: "", author: "", source: "", since: "" }); search.clear(); })] })
        : state({ symbol: "changes", title: "No changes yet", text: "Every change of a flag or segment appears here, with its author and reason." });
    }
    const reviews = new Set(requests.rows.filter(({ kind, state: now }) => kind === "review" && now === "pending").map(({ change }) => change));
    const days = Map.groupBy(rows, ({ time }) => dayName(time * 1_000, Date.now() * 1_000));
    return [unread, [...days].map(([day, list]) => [h("h2", { class: "group-head" }, day, " ", h("span", { class: "count" }, count(list.length))),
      h("ol", {}, list.map((change) => changeRow(program, change, { isOpen: change === rows[0], review: reviews.has(change.number) })))]),
    earlierButton(page, changes, draw)];
  }
}
