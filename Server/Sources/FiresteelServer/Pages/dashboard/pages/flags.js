// The list of flags.

import { fill, h } from "../../kit/dom/dom.js";
import { button, loading, state } from "../../kit/dom/states.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { followSearch } from "../../kit/lists/searchField.js";
import { count, counted } from "../../kit/text/format.js";
import { environmentName } from "../app/environments.js";
import { redraw } from "../app/redraw.js";
import { addressOf, flagAddress } from "../app/routes.js";
import { showBulk } from "../flags/bulk.js";
import { cleanupCount, cleanupError, cleanupView } from "../flags/cleanupView.js";
import { changedSince, differs, filtered, isRollingOut, kinds, ownersOf, states, tagsInUse } from "../flags/flagFilters.js";
import { readEvaluations } from "../flags/evaluations.js";
import { FlagList } from "../flags/flagList.js";
import { exportFlags, openImport } from "../flags/importFlags.js";
import { openNewFlag } from "../flags/newFlag.js";
import { connectLink } from "../insight/connectCard.js";

export function mount(page) {
  const { program, scope } = page.shared, { byId, readQuery, writeQuery } = page;
  scope.mountHead(page);
  const search = followSearch(page, draw), canEdit = program.mayEdit();
  const list = new FlagList(byId("scroller"), { program, open: (key) => page.go(flagAddress(key)), choose: () => drawBulk(), signal: page.signal });
  // The flags that could be removed or created, as the server returned them, an error, or undefined before the first read.
  let cleanup;
  byId("compare").href = addressOf("compare");
  for (const id of ["new", "new-narrow"]) {
    if (canEdit) byId(id).addEventListener("click", () => create()); else byId(id).remove();
  }
  attachMenu(byId("flags-more"), { label: "Import and export", items: () => [
    ...(canEdit ? [{ label: "Import…", act: () => openImport(program) }] : []),
    { label: "Export", act: () => page.attempt(() => exportFlags(program)) },
  ] });
  for (const [id, name] of [["chip-rollout", "rollout"], ["chip-differ", "differ"], ["chip-changed", "changed"]]) {
    byId(id).addEventListener("click", () => { writeQuery({ [name]: !readQuery()[name] }); draw(); });
  }
  attachMenu(byId("chip-owner"), { label: "Owner", items: () => choices("owner", ownersOf(program).map((owner) => [owner, owner])) });
  attachMenu(byId("chip-kind"), { label: "Kind", items: () => choices("kind", Object.entries(kinds)) });
  attachMenu(byId("chip-tag"), { label: "Tag", items: () => choices("tag", tagsInUse(program).map((tag) => [tag, tag])) });
  attachMenu(byId("chip-state"), { label: "State", items: () => choices("state", Object.entries(states)) });
  page.listen(byId("tabs"), "click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    writeQuery({ view: link.dataset.view }, { push: true });
    draw();
  });
  page.onStep(draw);
  program.onChange(() => { draw(); readCleanup(); }, page.signal);
  page.load(async () => {
    await program.read();
    draw();
    readCleanup();
    showEvaluations();
    const { open } = readQuery();
    if ((open === "new" || open === "import") && canEdit) {
      writeQuery({ open: undefined });
      if (open === "new") create(); else openImport(program);
    }
  });

  function create(key) { openNewFlag({ program, key, go: (created) => page.go(flagAddress(created)) }); }

  function choices(name, values) {
    const current = readQuery()[name] ?? "";
    return [["", "Any"], ...values].map(([value, label]) => ({ label, kind: "one", checked: current === value, act: () => { writeQuery({ [name]: value }); draw(); } }));
  }

  async function showEvaluations() {
    const found = await readEvaluations(page, program);
    if (!page.signal.aborted) list.showEvaluations(found);
  }

  async function readCleanup() {
    try { cleanup = await page.transport.get(`${program.path}/cleanup`); } catch (error) { cleanup = error; }
    if (!page.signal.aborted) draw();
  }

  function draw() {
    const query = readQuery(), all = [...program.flags.values()], isArchive = query.view === "archived";
    // Flags that only the code has are there before the first one here.
    const hasTabs = all.length > 0 || tidyCount() > 0 || cleanup?.undefined?.length > 0, isTidy = query.view === "tidy" && hasTabs;
    const current = all.filter(({ value }) => !value.isArchived), flags = filtered(program, query, search.text());
    drawTabs(query, current.length, all.length - current.length);
    drawChips(query, current);
    byId("facts").textContent = all.length ? `${counted(current.length, "flag")}, ${count(current.filter(isRollingOut).length)} rolling out` : "";
    byId("facts").className = "facts only-wide";
    const { environments } = program;
    page.main.style.setProperty("--environments", String(environments.length));
    fill(byId("head"), h("span"), h("span", {}, "Flag"), environments.map((environment) => environmentName(environment)), h("span", {}, "Owner"), h("span", { class: "asks", title: `Evaluated in ${program.environment.name.toLowerCase()}` }, "Evaluated"));
    drawTidy(isTidy);
    for (const id of ["toolbar", "split"]) byId(id).hidden = isTidy || (id === "toolbar" && all.length === 0);
    if (isTidy) { byId("tabs").hidden = false; return; }
    byId("shown").textContent = flags.length === all.length ? counted(all.length, "flag") : `${count(flags.length)} of ${counted(isArchive ? all.length - current.length : current.length, "flag")}`;
    byId("tabs").hidden = !hasTabs;
    for (const id of ["head", "foot"]) byId(id).hidden = all.length === 0;
    byId("scroller").hidden = flags.length === 0;
    // Rows are measured, so they are drawn once they are visible.
    list.show(flags, { canChoose: canEdit });
    byId("empty").hidden = flags.length > 0;
    fill(byId("empty"), flags.length === 0 && (all.length === 0 ? noFlags() : noMatches(isArchive)));
    drawBulk();
  }

  const tidyCount = () => (cleanup?.expired ? cleanupCount(program, cleanup) : 0);

  function drawTabs({ view }, all, archived) {
    const tab = (name, label, number) => h("a", { href: addressOf("flags", { query: { view: name } }), data: { view: name }, "aria-current": (view ?? "") === name ? "page" : undefined }, label, " ", h("span", { class: "count" }, count(number)));
    fill(byId("tabs"), tab("", "All", all), tab("tidy", "Cleanup", tidyCount()), tab("archived", "Archived", archived));
  }

  function drawTidy(isShown) {
    byId("tidy").hidden = !isShown;
    if (!isShown) return fill(byId("tidy"));
    const content = cleanup instanceof Error ? cleanupError(cleanup, readCleanup) : cleanup ? cleanupView(program, cleanup, { create, changed: hiddenChanged }) : loading("Loading the flags to clean up");
    return redraw(page, () => fill(byId("tidy"), content));
  }

  /** Draws again after keys were hidden or shown. */
  function hiddenChanged() {
    draw();
    if (!page.main.contains(document.activeElement)) page.heading.focus();
  }

  function drawChips(query, flags) {
    const chip = (id, isOn, number) => {
      byId(id).setAttribute("aria-pressed", String(Boolean(isOn)));
      byId(id).querySelector(".count").textContent = count(number);
    };
    chip("chip-rollout", query.rollout, flags.filter(isRollingOut).length);
    chip("chip-differ", query.differ, flags.filter((flag) => differs(flag, program.environments)).length);
    chip("chip-changed", query.changed, flags.filter((flag) => changedSince(flag, program.weekAgo)).length);
    for (const [id, label, value] of [["chip-owner", "Owner", query.owner], ["chip-kind", "Kind", kinds[query.kind]], ["chip-tag", "Tag", query.tag], ["chip-state", "State", states[query.state]]]) {
      byId(id).dataset.set = String(Boolean(value));
      byId(id).firstElementChild.textContent = `${label}: ${value ?? "any"}`;
    }
  }

  function noFlags() {
    return state({ symbol: "flags", title: "No flags yet",
      text: canEdit ? "Create a flag here, and read its key in the program. Or import the flags of another system." : "An editor of the program can create flags.",
      buttons: [canEdit && [button("New flag…", () => create(), "primary"), button("Import…", () => openImport(program))], connectLink()] });
  }

  const noMatches = (isArchive) => (isArchive && !search.text()
    ? state({ symbol: "flags", title: "No archived flags", text: "Archived flags aren’t sent to programs and can be restored." })
    : state({ symbol: "search", title: "No flags match", text: "The search covers names, keys, descriptions, owners, tags and exclusion groups.",
      buttons: [button("Clear filters", () => { writeQuery({ rollout: "", differ: "", changed: "", owner: "", kind: "", tag: "", state: "" }); search.clear(); })] }));

  function drawBulk() { showBulk(byId("bulk"), { program, page, keys: [...list.chosen], clear: () => list.clear() }); }
}
