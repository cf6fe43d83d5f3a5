// The list of groups of reports.

import { fill, h } from "../../kit/dom/dom.js";
import { button, loading, state } from "../../kit/dom/states.js";
import { followSearch } from "../../kit/lists/searchField.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { count, counted } from "../../kit/text/format.js";
import { groupAddress } from "../app/routes.js";
import { connectLink } from "../insight/connectCard.js";
import { GroupList } from "../insight/groupList.js";
import { isGettingWorse } from "../insight/groupText.js";
import { insightPath } from "../insight/insightAPI.js";
import { highest } from "../insight/hourBars.js";
import { reportsChanged } from "../insight/reportCounts.js";
import { answeredGroups } from "../insight/reportLink.js";
import { openTestReport } from "../insight/testReport.js";
import { newestFirst } from "../insight/versions.js";
import { createToken } from "../settings/tokens.js";

const pageSize = 100, interval = 30_000;
const orders = { affected: "Most affected", newest: "Newest" };

export function mount(page) {
  const { program, scope } = page.shared, { byId, readQuery, writeQuery } = page;
  scope.mountHead(page);
  const again = page.settled(() => page.attempt(read), 250), search = followSearch(page, () => again());
  const list = new GroupList(byId("list"), { open: (id) => page.go(groupAddress(id)) });
  // The groups of all pages that were read, with the counts of the newest answer, and the times of changes against them.
  let groups = [], answered = new Map(), answer, versions = [], asked = 0, token;
  const exposed = new Set();
  fill(byId("order"), Object.entries(orders).map(([name, label]) => h("button", { type: "button", data: { order: name }, on: { click: () => choose({ order: name === "affected" ? "" : name }) } }, label)));
  for (const chip of page.main.querySelectorAll(".chip[data-state]")) chip.addEventListener("click", () => choose({ state: chip.dataset.state === "open" ? "" : chip.dataset.state }));
  attachMenu(byId("chip-version"), { label: "Version", items: () => choices("version", versions.map((version) => [version, version])) });
  attachMenu(byId("chip-flag"), { label: "Flag", items: () => choices("flag", flagsInUse()) });
  page.listen(byId("search"), "keydown", (event) => { if (event.key === "ArrowDown") { event.preventDefault(); list.focus(); } });
  fill(byId("list"), loading("Loading reports"));
  byId("toolbar").hidden = true;
  page.onStep(() => page.attempt(read));
  page.load(async () => { await program.read(); await read(); openWanted(); });
  page.every(() => { if (!document.hidden) page.attempt(read); }, interval);

  function choose(changes) {
    writeQuery(changes);
    page.attempt(read);
  }

  function choices(name, values) {
    const current = readQuery()[name] ?? "";
    const all = current && !values.some(([value]) => value === current) ? [[current, current], ...values] : values;
    return [["", "Any"], ...all].map(([value, label]) => ({ label, kind: "one", checked: current === value, act: () => choose({ [name]: value }) }));
  }

  const flagName = (key) => program.flags.get(key)?.value.name ?? key;

  /** The flags that affected sessions of the groups read so far were exposed to. */
  const flagsInUse = () => [...exposed].map((key) => [key, flagName(key)]).sort(([, one], [, other]) => one.localeCompare(other, "en"));

  function queryOf(before, limit = pageSize) {
    const { state: chosen = "open", version, flag, order } = readQuery();
    return { state: chosen === "mine" ? "open" : chosen, mine: chosen === "mine" ? "true" : undefined, version, flag, text: search.written(), order: orders[order] ? order : "affected", limit, before };
  }

  /** Reads as many groups as are shown. */
  async function read() {
    const number = ++asked, path = insightPath(program, "groups");
    let found = await page.transport.get(path, queryOf());
    const all = [...found.groups];
    while (found.next && all.length < groups.length) {
      found = await page.transport.get(path, queryOf(found.next));
      all.push(...found.groups);
    }
    const linked = await readAnswered(all);
    // A later choice was read meanwhile.
    if (number !== asked || page.signal.aborted) return;
    groups = all;
    answer = found;
    answered = linked;
    for (const { firstVersion, lastVersion, flags = [] } of groups) {
      for (const flag of flags) exposed.add(flag);
      for (const version of [firstVersion, lastVersion]) if (version && !versions.includes(version)) versions.push(version);
    }
    versions = newestFirst(versions);
    draw();
  }

  async function readMore() {
    const number = asked, found = await page.transport.get(insightPath(program, "groups"), queryOf(answer.next));
    if (number !== asked) return;
    groups = [...groups, ...found.groups];
    answer = found;
    answered = await readAnswered(groups);
    draw();
  }

  /** Groups that get worse may have been answered by a change meanwhile. */
  const readAnswered = async (found) => (found.some((group) => group.state === "open" && isGettingWorse(group)) ? answeredGroups(page, program) : new Map());

  function draw() {
    const { state: chosen = "open", version, flag, order = "affected" } = readQuery(), { counts, reports24h } = answer;
    const isEmpty = counts.open + counts.resolved + counts.ignored === 0;
    byId("facts").textContent = isEmpty ? "" : `${count(counts.open)} open, ${count(counts.new)} new today`;
    byId("facts").className = "facts only-wide";
    byId("toolbar").hidden = isEmpty;
    byId("order").hidden = isEmpty;
    for (const one of byId("order").children) one.setAttribute("aria-pressed", String(one.dataset.order === order));
    for (const chip of page.main.querySelectorAll(".chip[data-state]")) {
      chip.setAttribute("aria-pressed", String(chip.dataset.state === chosen));
      chip.querySelector(".count").textContent = count(counts[chip.dataset.state] ?? 0);
    }
    for (const [id, label, value] of [["chip-version", "Version", version], ["chip-flag", "Flag", flag && flagName(flag)]]) {
      byId(id).dataset.set = String(Boolean(value));
      byId(id).firstElementChild.textContent = `${label}: ${value ?? "any"}`;
    }
    const hasRows = groups.length > 0;
    byId("head").hidden = !hasRows;
    byId("foot").hidden = isEmpty;
    fill(byId("head"), h("span"), h("span", {}, "What happened"), h("span", {}, `24 hours, max ${count(highest(groups))}`), h("span", { class: "num" }, "Reports"), h("span", { class: "num" }, "People"), h("span", { class: "num" }, "Last"), h("span", {}, groups.some(({ suspect }) => suspect) ? "Suspect" : "Assignee or version"));
    byId("shown").textContent = `${counted(reports24h, "report")} in 24 hours, from people who opted in. The columns count since a group’s first report.`;
    if (!hasRows) return fill(byId("list"), isEmpty ? noReports() : noMatches(chosen));
    list.show(groups, { hasSections: chosen === "open" || chosen === "mine", now: answer.now ?? Date.now(), program, answered });
    byId("list").querySelector(":scope > .more")?.remove();
    if (answer.next) byId("list").append(h("p", { class: "more buttons" }, button("Show more", () => page.attempt(readMore))));
  }

  function noReports() {
    const mayCreate = program.hasRole("admin");
    return state({ symbol: "reports", title: "No reports yet",
      text: ["Programs send a report after an abnormal exit, a failure they mark, or a person’s request, and only with consent.", !mayCreate && "An admin of the program can create the token that programs need."],
      buttons: [connectLink(), mayCreate && button("Create ingest token…", create), button("Send a test report…", test, "quiet")] });
  }

  function noMatches(chosen) {
    const { version, flag } = readQuery();
    if (!search.text() && !version && !flag) {
      const titles = { open: "No open reports", mine: "Nothing is assigned to you", resolved: "No resolved reports", ignored: "No ignored reports" };
      const texts = { open: "New ones appear here within half a minute.", mine: "Assign a group on its page.", resolved: "A resolved group opens again when it recurs in a version that has the fix.", ignored: "An ignored group opens again after the number of reports you choose." };
      return state({ symbol: "reports", title: titles[chosen] ?? titles.open, text: texts[chosen] ?? texts.open });
    }
    return state({ symbol: "search", title: "No reports match", text: "The search covers features, actions, errors and their messages.",
      buttons: [button("Clear filters", () => { writeQuery({ version: "", flag: "" }); search.clear(); })] });
  }

  function create() { createToken(program, (created) => { token = created.token; }, { name: "Reports", kind: "ingest" }); }

  function test() { openTestReport(program, { token, sent: () => { reportsChanged(); page.attempt(read); } }); }

  /** The part that the address opens, once. */
  function openWanted() {
    const { open } = readQuery();
    if (!open) return;
    writeQuery({ open: undefined });
    if (open === "test") test();
  }
}
