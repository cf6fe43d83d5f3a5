// A group of reports: What, Who, Suspects, Steps, Do.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { loading, state } from "../../kit/dom/states.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { toast } from "../../kit/overlays/toasts.js";
import { count } from "../../kit/text/format.js";
import { textOf } from "../../kit/dom/drawn.js";
import { testButton } from "../../run/timeline/generatedTest.js";
import { redraw } from "../app/redraw.js";
import { addressOf, groupAddress, placeOf } from "../app/routes.js";
import { awaitConnected } from "../flags/connected.js";
import { featureName } from "../insight/groupText.js";
import { groupPath, insightPath, readIfPresent } from "../insight/insightAPI.js";
import { reportsChanged } from "../insight/reportCounts.js";
import { readResponse } from "../insight/response.js";
import { doBar, doCard } from "../report/doCard.js";
import { effectCard } from "../report/effectCard.js";
import * as dialogs from "../report/groupDialogs.js";
import { aboutCard, historyCard, stateCard } from "../report/groupState.js";
import { oneReport } from "../report/oneReport.js";
import { stepsCard } from "../report/stepsCard.js";
import { readSuspects } from "../report/suspects.js";
import { suspectsCard } from "../report/suspectsCard.js";
import { whatCard } from "../report/whatCard.js";
import { commonFacts, whoCard } from "../report/whoCard.js";
import { isSwitchOff } from "../switchOff/switchDeed.js";
import { openSwitchOff, whyNot } from "../switchOff/switchDialog.js";
import { suspectedFlag, switchable } from "../switchOff/switchRules.js";

const interval = 60_000, periods = [[24, "24 h"], [168, "7 d"], [720, "30 d"]];

export function mount(page) {
  const { program, scope, session } = page.shared, { byId, readQuery, writeQuery } = page, { key } = placeOf(location.pathname);
  scope.mountHead(page);
  const here = h("li", { class: "only-wide" });
  page.heading.before(h("nav", { class: "path", "aria-label": "Breadcrumb" }, h("ol", {}, h("li", {}, h("a", { href: addressOf("reports") }, "Reports")), here)));
  byId("facts").remove();
  fill(byId("content"), loading("Loading the report"));
  const shown = {}, acts = {};
  // The loaded data: the group with its figures, one report, history, suspects, what was done about it.
  let facts, report, history = [], suspects, response = { linked: [], acts: [] }, reviews = [], neighbors = [], showsAll = false, asked = 0, now = Date.now(), drawn;
  for (const name of ["assign", "resolve", "ignore", "reopen", "merge", "split"]) acts[name] = () => page.attempt(() => dialogs[name]({ program, session, group: facts.group, merged: facts.merged ?? [], report: report?.report, done: (group) => done(group) }));
  acts.switchOff = () => page.attempt(switchOff);
  attachMenu(byId("report-more"), { label: "More", items: () => [
    { label: "Copy the link", act: copyLink },
    ...(facts && program.mayEdit() ? [{ label: "Merge…", act: acts.merge }, { label: "Split…", act: acts.split }] : []),
  ] });
  page.load(read);
  page.onStep(() => page.attempt(read));
  page.every(() => { if (!document.hidden) page.attempt(read); }, interval);
  program.onChange(() => page.attempt(read), page.signal);
  program.onConnections(() => { if (response.current) redraw(page, draw); }, page.signal);
  drawNeighbors();

  const hours = () => Number(readQuery().hours) || 168;

  async function read() {
    const number = ++asked;
    await program.read();
    let found;
    try {
      found = await page.transport.get(groupPath(program, key), { hours: hours() });
    } catch (error) {
      if (error.status !== 404) throw error;
      return drawMissing();
    }
    if (found.mergedInto) return page.go(groupAddress(found.mergedInto));
    const flags = [...(found.group.flags ?? []), ...found.who.variants.map(({ flag }) => flag)];
    const [own, past, compared, answered, requests, groups] = await Promise.all([
      readReport(), page.transport.get(groupPath(program, key, "history")), readSuspects(page, program, key, hours()), readResponse(page, program, found.group, flags),
      page.transport.get(`${program.path}/requests`), page.transport.get(insightPath(program, "groups"), { state: "open", limit: 100 }),
    ]);
    if (number !== asked || page.signal.aborted) return;
    facts = found; report = own; history = past.history; suspects = compared; response = answered;
    reviews = requests.requests.filter(({ kind, state: own }) => kind === "review" && own === "pending");
    neighbors = groups.groups; now = Date.now();
    // A repeated read usually has nothing new: what the reader has opened or selected remains.
    const text = textOf([facts, report, history, suspects, response.effect, response.current?.number, response.linked.map(({ change: { number, revertedBy } }) => [number, revertedBy]), response.acts.map(({ change: { number }, isInEffect }) => [number, isInEffect]), reviews.length, neighbors.map(({ id }) => id)]);
    if (text !== drawn) redraw(page, draw);
    drawn = text;
    const { open } = readQuery();
    if (!open) return;
    writeQuery({ open: undefined });
    if (open === "switch" ? !whyNot(facts, program) : program.mayEdit()) ({ switch: acts.switchOff, ...acts })[open]?.();
  }

  /** The report of the address, or the newest one. */
  async function readReport() {
    const one = (run, number) => readIfPresent(() => page.transport.get(groupPath(program, key, "reports", run, String(number)))), [run, number] = (readQuery().report ?? "").split("/");
    // A report of the address may be deleted meanwhile.
    const wanted = run && number ? await one(run, number) : undefined;
    if (wanted) return wanted;
    const { reports: [newest] } = await page.transport.get(groupPath(program, key, "reports"), { limit: 1 });
    return newest && one(newest.run, newest.number);
  }

  function draw() {
    if (!facts) return;
    const { group } = facts, { current, effect } = response, why = whyNot(facts, program), suspect = suspectedFlag(switchable(facts, program, program.environment), facts, suspects), isOff = current !== undefined && isSwitchOff(current, program), context = { program, acts, why, suspect, current, isOff };
    const hadFocus = document.activeElement === page.heading;
    document.title = `${group.title}: ${program.name}, ${program.environment.name.toLowerCase()}`;
    fill(here, h("span", { "aria-current": "page" }, featureName(group) || "No feature"));
    fill(byId("content"), h("div", { class: "sheet long" },
      h("div", {},
        whatCard(facts, { heading: page.heading, now, periods: periodChoice(), verdict: commonFacts(facts, program), isAnswered: Boolean(current) }),
        current && effectCard(facts, { change: current, effect, review: reviews.some(({ change }) => change === current.number), program, now }),
        whoCard(facts, program),
        suspectsCard({ facts, found: suspects, program, showsAll, toggle: () => { showsAll = !showsAll; redraw(page, draw); } }),
        stepsCard(facts, report && oneReport(report, { program, shown, redraw: () => redraw(page, draw), go: showReport, test: testButton(page, readTest, "small"), download, changed: () => done() }))),
      h("aside", { "aria-label": "Actions" }, doCard(facts, context), stateCard(facts, response.acts, program), historyCard(history, group, { linked: response.linked, program }), aboutCard(facts))));
    const bar = doBar(facts, context);
    byId("bar").hidden = !bar;
    fill(byId("bar"), bar);
    drawNeighbors();
    if (hadFocus) page.heading.focus({ preventScroll: true });
  }

  const periodChoice = () => h("div", { class: "segments", role: "group", "aria-label": "Period" }, periods.map(([value, label]) =>
    h("button", { type: "button", "aria-pressed": String(hours() === value), data: { focus: `hours-${value}` }, on: { click: () => { writeQuery({ hours: value === 168 ? "" : value }); page.attempt(read); } } }, label)));

  /** The file that `firesteel test-from` and a program’s `replay` read. */
  const download = () => page.transport.download(groupPath(program, key, "reports", report.report.run, String(report.report.number)), {}, `report-${report.report.run}-${report.report.number}.json`);

  const readTest = () => page.transport.get(groupPath(program, key, "reports", report.report.run, String(report.report.number), "test"));

  function showReport(run, number) {
    writeQuery({ report: `${run}/${number}` });
    shown.timeline = false;
    page.attempt(async () => { report = await readReport(); redraw(page, draw); });
  }

  /** The groups before and after this one in the list of open ones. */
  function drawNeighbors() {
    const place = neighbors.findIndex(({ id }) => id === key), focused = byId("neighbors").contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : undefined;
    byId("place").textContent = place < 0 ? "" : `${count(place + 1)} of ${count(neighbors.length)} open`;
    const step = (label, group, name) => h("button", { type: "button", "aria-label": label, "aria-disabled": group ? undefined : "true", on: { click: () => { if (group) page.go(groupAddress(group.id)); } } }, icon(name));
    fill(byId("neighbors"), step("Previous group", neighbors[place - 1], "back"), step("Next group", place < 0 ? undefined : neighbors[place + 1], "chevron"));
    if (focused) byId("neighbors").querySelector(`[aria-label="${focused}"]`)?.focus();
  }

  function drawMissing() {
    facts = drawn = undefined;
    byId("bar").hidden = true;
    fill(byId("content"), state({ symbol: "reports", title: "No such report", text: "There is no group of reports at this address. It may have been deleted with its data.", buttons: [h("a", { class: "button", href: addressOf("reports") }, "All reports")] }));
  }

  async function switchOff() {
    const isSent = await openSwitchOff({ program, facts, report: report?.report, suspects });
    if (!isSent || page.signal.aborted) return;
    await page.attempt(read);
    awaitConnected(page, program, program.environment);
  }

  /** Reads again after an operation; another group is opened. */
  function done(group) {
    reportsChanged();
    if (group && group.id !== key) page.go(groupAddress(group.id)); else page.attempt(read);
  }

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(new URL(groupAddress(key), document.baseURI).href);
      toast("Link copied.");
    } catch {
      toast("The browser doesn’t allow copying here.", { failed: true });
    }
  }
}
