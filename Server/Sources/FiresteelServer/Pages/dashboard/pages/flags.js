// The list of flags.

import { fill, h } from "../../kit/dom/dom.js";
import { button, state } from "../../kit/dom/states.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { followSearch } from "../../kit/lists/searchField.js";
import { count, counted } from "../../kit/text/format.js";
import { environmentName } from "../app/environments.js";
import { addressOf, flagAddress } from "../app/routes.js";
import { showBulk } from "../flags/bulk.js";
import { differs, filtered, isRollingOut, kinds, ownersOf } from "../flags/flagFilters.js";
import { FlagList } from "../flags/flagList.js";
import { openNewFlag } from "../flags/newFlag.js";

export function mount(page) {
  const { program, scope } = page.shared, { byId, readQuery, writeQuery } = page;
  scope.mountHead(page);
  const search = followSearch(page, draw), canEdit = program.mayEdit();
  const list = new FlagList(byId("rows"), { program, open: (key) => page.go(flagAddress(key)), choose: () => drawBulk() });
  byId("compare").href = addressOf("compare");
  for (const id of ["new", "new-narrow"]) {
    if (canEdit) byId(id).addEventListener("click", create); else byId(id).remove();
  }
  for (const [id, name] of [["chip-rollout", "rollout"], ["chip-differ", "differ"]]) {
    byId(id).addEventListener("click", () => { writeQuery({ [name]: !readQuery()[name] }); draw(); });
  }
  attachMenu(byId("chip-owner"), { label: "Owner", items: () => choices("owner", ownersOf(program).map((owner) => [owner, owner])) });
  attachMenu(byId("chip-kind"), { label: "Kind", items: () => choices("kind", Object.entries(kinds)) });
  page.listen(byId("tabs"), "click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    writeQuery({ view: link.dataset.view }, { push: true });
    draw();
  });
  page.onStep(draw);
  program.onChange(draw, page.signal);
  page.load(async () => {
    await program.read();
    draw();
    if (readQuery().open === "new" && canEdit) { writeQuery({ open: undefined }); create(); }
  });

  function create() { openNewFlag({ program, go: (key) => page.go(flagAddress(key)) }); }

  function choices(name, values) {
    const current = readQuery()[name] ?? "";
    return [["", "Any"], ...values].map(([value, label]) => ({ label, kind: "one", checked: current === value, act: () => { writeQuery({ [name]: value }); draw(); } }));
  }

  function draw() {
    const query = readQuery(), all = [...program.flags.values()], isArchive = query.view === "archived";
    const current = all.filter(({ value }) => !value.isArchived), flags = filtered(program, query, search.text());
    drawTabs(query, current.length, all.length - current.length);
    drawChips(query, current);
    byId("facts").textContent = all.length ? `${counted(current.length, "flag")}, ${count(current.filter(isRollingOut).length)} rolling out` : "";
    byId("facts").className = "facts only-wide";
    const { environments } = program;
    page.main.style.setProperty("--environments", String(environments.length));
    fill(byId("head"), h("span"), h("span", {}, "Flag"), environments.map((environment) => environmentName(environment)), h("span", {}, "Owner"));
    list.show(flags, { canChoose: canEdit });
    byId("shown").textContent = flags.length === all.length ? counted(all.length, "flag") : `${count(flags.length)} of ${counted(isArchive ? all.length - current.length : current.length, "flag")}`;
    for (const id of ["toolbar", "tabs", "head", "foot", "scroller"]) byId(id).hidden = all.length === 0;
    byId("scroller").hidden = flags.length === 0;
    byId("empty").hidden = flags.length > 0;
    fill(byId("empty"), flags.length === 0 && (all.length === 0 ? noFlags() : noMatches(isArchive)));
    drawBulk();
  }

  function drawTabs({ view }, all, archived) {
    const tab = (name, label, number) => h("a", { href: addressOf("flags", { query: { view: name } }), data: { view: name }, "aria-current": (view ?? "") === name ? "page" : undefined }, label, " ", h("span", { class: "count" }, count(number)));
    fill(byId("tabs"), tab("", "All", all), tab("archived", "Archived", archived));
  }

  function drawChips(query, flags) {
    const chip = (id, isOn, number) => {
      byId(id).setAttribute("aria-pressed", String(Boolean(isOn)));
      byId(id).querySelector(".count").textContent = count(number);
    };
    chip("chip-rollout", query.rollout, flags.filter(isRollingOut).length);
    chip("chip-differ", query.differ, flags.filter((flag) => differs(flag, program.environments)).length);
    for (const [id, label, value] of [["chip-owner", "Owner", query.owner], ["chip-kind", "Kind", kinds[query.kind]]]) {
      byId(id).dataset.set = String(Boolean(value));
      byId(id).firstElementChild.textContent = `${label}: ${value ?? "any"}`;
    }
  }

  function noFlags() {
    return state({ symbol: "flags", title: "No flags yet",
      text: canEdit ? "Create a flag here, and read its key in the program." : "An editor of the program can create flags.",
      buttons: canEdit ? [button("New flag…", create, "primary")] : [] });
  }

  const noMatches = (isArchive) => (isArchive && !search.text()
    ? state({ symbol: "flags", title: "No archived flags", text: "Archived flags aren’t sent to programs and can be restored." })
    : state({ symbol: "search", title: "No flags match", text: "The search covers names, keys, descriptions, owners and tags.",
      buttons: [button("Clear filters", () => { writeQuery({ rollout: "", differ: "", owner: "", kind: "" }); search.clear(); })] }));

  function drawBulk() { showBulk(byId("bulk"), { program, page, keys: [...list.chosen], clear: () => list.clear() }); }
}
