// Two environments against each other, and promoting targetings from one to the other.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button, loading, state } from "../../kit/dom/states.js";
import { textOf } from "../../kit/dom/drawn.js";
import { followSearch, hasWords } from "../../kit/lists/searchField.js";
import { counted } from "../../kit/text/format.js";
import { environmentTag } from "../app/environments.js";
import { addressOf, flagAddress } from "../app/routes.js";
import { openChange } from "../changes/changeDialog.js";
import { readPendingChanges, pendingMark } from "../changes/pendingChanges.js";
import { suspectNotes } from "../insight/promotedSuspects.js";
import { planMark, planNotes } from "../plans/promotedPlan.js";
import { compared, linesOf } from "../text/itemLines.js";
import { nameOf, stateOf } from "../text/flagState.js";

/** From where to where flags are promoted, unless the address says so: from the current environment to the next, or to the last one from the one before. */
export function direction(environments, current, { from, to }) {
  const at = (id) => environments.findIndex((one) => one.id === id), last = environments.length - 1;
  const source = at(from) >= 0 ? at(from) : at(to) >= 0 ? (at(to) > 0 ? at(to) - 1 : Math.min(1, last)) : Math.max(0, Math.min(at(current), last - 1));
  const target = at(to) >= 0 ? at(to) : source < last ? source + 1 : Math.max(0, source - 1);
  return [environments[source].id, environments[source === target && last > 0 ? (target > 0 ? target - 1 : 1) : target].id];
}

export function mount(page) {
  const { program, scope } = page.shared, { byId, readQuery, writeQuery } = page, chosen = new Set();
  scope.mountHead(page);
  page.heading.before(h("nav", { class: "path", "aria-label": "Breadcrumb" }, h("ol", {}, h("li", {}, h("a", { href: addressOf("flags") }, "Flags")))));
  const search = followSearch(page, draw), [from, to] = [byId("from"), byId("to")];
  let pending = [], listed;
  showEnvironments(readQuery());
  for (const select of [from, to]) select.addEventListener("change", () => { chosen.clear(); writeQuery({ from: from.value, to: to.value }); draw(); });
  fill(byId("content"), loading("Loading the differences"));
  program.onChange(draw, page.signal);
  program.onRequests(() => page.attempt(async () => { await readPending(); draw(); }), page.signal);
  page.load(async () => { await Promise.all([program.read(), readPending()]); draw(); });

  /** Reads the pending changes. A failure has its own note: the differences are shown without them. */
  async function readPending() {
    try {
      pending = await readPendingChanges(page, program);
      page.banner("requests");
    } catch (error) {
      if (error.name === "AbortError" || error.status === 401) throw error;
      pending = [];
      page.banner("requests", { kind: "failure", text: `Can’t read pending changes: ${error.message}`, act: ["Try again", () => page.attempt(async () => { await readPending(); draw(); })] });
    }
  }

  /** Fills the selects if the environments changed. The direction remains, but for one that was removed. */
  function showEnvironments(wanted) {
    const { environments } = program, isFirst = listed === undefined, text = JSON.stringify(environments.map(({ id, name }) => [id, name]));
    if (text === listed) return;
    listed = text;
    for (const select of [from, to]) fill(select, environments.map(({ id, name }) => h("option", { value: id }, name)));
    const remains = !isFirst && program.environmentNamed(wanted.from) && program.environmentNamed(wanted.to);
    [from.value, to.value] = remains ? [wanted.from, wanted.to] : direction(environments, program.environment.id, wanted);
    if (isFirst || remains) return;
    // What was selected was for the other direction.
    chosen.clear();
    writeQuery({ from: from.value, to: to.value });
  }

  /** The targeting of an environment without its plan, which belongs to that environment alone. */
  function targeting(flag, id) {
    const stored = flag.targetings.get(id);
    if (!stored) return undefined;
    const { plan, ...value } = stored.value;
    return value;
  }

  function draw() {
    showEnvironments({ from: from.value, to: to.value });
    const flags = [...program.flags.values()].filter(({ value }) => !value.isArchived).sort((one, other) => nameOf(one).localeCompare(nameOf(other), "en"));
    const different = flags.filter((flag) => textOf(targeting(flag, from.value)) !== textOf(targeting(flag, to.value)));
    const list = different.filter(({ key, value }) => !search.text() || hasWords([key, value.name, value.owner], search.text()));
    for (const key of chosen) if (!different.some((flag) => flag.key === key)) chosen.delete(key);
    const source = program.environmentNamed(from.value), target = program.environmentNamed(to.value), mayPromote = program.mayEdit(target.id);
    const focused = document.activeElement?.dataset?.key;
    fill(byId("content"), different.length === 0 ? state({ symbol: "compare", title: "No differences", text: from.value === to.value ? "Choose two environments." : `All flags are the same in ${source.name.toLowerCase()} and ${target.name.toLowerCase()}.` })
      : list.length === 0 ? state({ symbol: "search", title: "No differences match", text: "The search covers names, keys and owners.", buttons: [button("Clear search", () => search.clear())] })
        : [h("div", { class: "compare", role: "group", "aria-label": "Differences" },
          h("div", { class: "head" }, h("span"), h("span", { class: "flag-head" }, `${different.length} of ${counted(flags.length, "flag")} differ`), h("span", { class: "from" }, environmentTag(source)), h("span"), h("span", { class: "to" }, environmentTag(target)), h("span", { class: "when" })),
          list.map((flag) => row(flag, mayPromote))),
        h("p", { class: "things-note muted" }, "Segments are shared by all environments, so they never differ.")]);
    if (focused) byId("content").querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    drawBulk(different, source, target);
  }

  function row(flag, mayPromote) {
    const [here, there] = [targeting(flag, from.value), targeting(flag, to.value)], isChosen = chosen.has(flag.key);
    const fields = [...new Set([...Object.keys(here ?? {}), ...Object.keys(there ?? {})])].filter((name) => textOf(here?.[name]) !== textOf(there?.[name]));
    const words = { isOn: "state", otherwise: "everyone else", off: "value while off" };
    return h("div", { class: isChosen ? "chosen" : undefined },
      mayPromote && here ? h("input", { class: "pick", type: "checkbox", checked: isChosen, data: { key: flag.key }, "aria-label": `Promote ${nameOf(flag)}`, on: { change: (event) => { if (event.target.checked) chosen.add(flag.key); else chosen.delete(flag.key); draw(); } } }) : h("span"),
      h("span", { class: "what" }, h("a", { class: "strong clip bare", href: flagAddress(flag.key) }, nameOf(flag)), h("span", { class: "sub clip" }, fields.map((name) => words[name] ?? name).join(", "))),
      h("span", { class: "from" }, stateOf(flag.value, here).word, planMark(flag, from.value), pendingOf(flag, from.value)), h("span", { class: "arrow" }, icon("arrow")),
      h("span", { class: "to" }, isChosen ? [h("del", {}, stateOf(flag.value, there).word), " ", h("ins", { class: "strong" }, stateOf(flag.value, here).word)] : stateOf(flag.value, there).word, pendingOf(flag, to.value)),
      h("span", { class: "sub when" }, changed(flag, here, there)));
  }

  const pendingOf = (flag, id) => [" ", pendingMark(pending, flag.key, id)];

  /** The number of differing lines. */
  function changed(flag, here, there) {
    const item = { kind: "targeting", name: flag.key }, lines = compared(linesOf(item, there, program), linesOf(item, here, program)).filter(([kind]) => kind !== "same");
    return lines.length ? counted(lines.length, "line") : "";
  }

  function drawBulk(different, source, target) {
    const place = byId("bulk"), flags = different.filter(({ key }) => chosen.has(key));
    place.hidden = flags.length === 0;
    if (place.hidden) return;
    fill(place, h("strong", { class: "strong", role: "status" }, `${flags.length} selected`), h("span", { class: "push" }), button("Deselect all", () => { chosen.clear(); draw(); }),
      button(`Promote to ${target.name.toLowerCase()}…`, () => promote(flags, source, target), "primary"));
  }

  async function promote(flags, source, target) {
    const edits = flags.map((flag) => {
      const here = targeting(flag, source.id), stored = flag.targetings.get(target.id);
      const edit = { kind: "targeting", name: flag.key, environment: target.id, base: stored?.change ?? 0 };
      if (!stored) return { ...edit, create: here };
      const clear = Object.keys(stored.value).filter((name) => name !== "plan" && !(name in here));
      return { ...edit, set: here, ...(clear.length ? { clear } : {}) };
    });
    // Without reports there is no warning.
    const suspects = await suspectNotes(program, flags, [source, target]).catch(() => []);
    const title = `Promote ${counted(flags.length, "flag")} from ${source.name.toLowerCase()} as one change?`;
    if (await openChange({ program, edits, title, verb: "Promote", done: `Promoted to ${target.name.toLowerCase()}.`, environment: target, findings: () => [...suspects, ...planNotes(flags, source.id)] })) { chosen.clear(); if (!page.signal.aborted) draw(); }
  }
}
