// Behaviour: what people use, what fails, what follows what, what no one uses.

import { fill, h } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { loading, state } from "../../kit/dom/states.js";
import { redraw } from "../app/redraw.js";
import { actionsCard, unusedCard } from "../behaviour/actionsCard.js";
import { failuresCard, refusalsCard } from "../behaviour/failuresCard.js";
import { actionOf, chooseSteps, funnelCard, nextCard, stepOf } from "../behaviour/pathCards.js";
import { untestedCard } from "../behaviour/untestedCard.js";
import { usageCard } from "../behaviour/usageCard.js";
import { connectLink } from "../insight/connectCard.js";
import { coverage } from "../insight/figures.js";
import { insightPath } from "../insight/insightAPI.js";
import { newestFirst } from "../insight/versions.js";

const interval = 60_000, periods = [[24, "24 h"], [168, "7 d"], [720, "30 d"]];

export function mount(page) {
  const { program, scope } = page.shared, { byId, readQuery, writeQuery } = page;
  scope.mountHead(page);
  byId("facts").className = "facts only-wide";
  fill(byId("content"), loading("Loading behaviour"));
  const shown = {};
  let answer, versions = [], funnel, next, untested, asked = 0, drawn;
  fill(byId("period"), periods.map(([hours, label]) => h("button", { type: "button", data: { hours: String(hours) }, on: { click: () => choose({ hours: hours === 168 ? "" : hours }) } }, label)));
  byId("version").addEventListener("change", () => choose({ version: byId("version").value }));
  drawHead();
  page.onStep(() => page.attempt(read));
  page.load(async () => { await program.read(); await read(); openWanted(); });
  page.every(() => { if (!document.hidden) page.attempt(read); }, interval);

  function choose(changes) {
    writeQuery(changes);
    drawHead();
    drawn = undefined;
    if ("hours" in changes || "version" in changes) untested = undefined;
    page.attempt(read);
  }

  function queryOf() { return { hours: Number(readQuery().hours) || 168, version: readQuery().version }; }
  const stepsOf = () => (readQuery().funnel ?? "").split(",").filter((step) => step.includes(":"));
  /** The action whose followers are shown: that of the address, or the most performed one. */
  const fromOf = () => readQuery().after ?? (answer.actions[0] && stepOf(answer.actions[0]));

  const nameOfFeature = (path) => answer?.features.find(({ feature }) => feature === path)?.name ?? String(path).split("/").at(-1);
  /** “saveDocument” is “Save Document” where the server has no name. */
  function nameOf(feature, action) {
    const known = answer?.actions.find((one) => one.feature === feature && one.action === action)?.name;
    const text = known ?? String(action).replace(/([a-z0-9])([A-Z])/g, "$1 $2");
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  async function read() {
    const number = ++asked;
    const found = await page.transport.get(insightPath(program, "behaviour"), queryOf());
    if (number !== asked || page.signal.aborted) return;
    const text = textOf({ ...found, covers: found.covers.sessions }), isSame = text === drawn;
    answer = found;
    drawn = text;
    if (!readQuery().version) versions = newestFirst(found.covers.versions ?? []);
    // A repeated read usually has nothing new: an open list of choices stays.
    if (!isSame) redraw(page, draw);
    await Promise.all([readFunnel(number), readNext(number), readUntested(number)]);
  }

  async function readFunnel(number) {
    const steps = stepsOf();
    if (steps.length < 2) { funnel = undefined; return; }
    const found = await page.transport.get(insightPath(program, "behaviour", "funnel"), { ...queryOf(), steps }).catch(shownError);
    if (number !== asked || page.signal.aborted) return;
    if (textOf(found) === textOf(funnel)) return;
    funnel = found;
    redraw(page, draw);
  }

  async function readNext(number) {
    const from = fromOf();
    if (!from) return;
    const found = await page.transport.get(insightPath(program, "behaviour", "next"), { ...queryOf(), ...actionOf(from) }).catch(shownError);
    if (number !== asked || page.signal.aborted) return;
    if (textOf(found) === textOf(next)) return;
    next = found;
    redraw(page, draw);
  }

  async function readUntested(number) {
    const found = await page.transport.get(insightPath(program, "untested"), queryOf()).catch(shownError);
    if (number !== asked || page.signal.aborted) return;
    if (textOf(found) === textOf(untested)) return;
    untested = found;
    redraw(page, draw);
  }

  /** A refused part is shown in its card; other errors are the page’s. */
  const shownError = (error) => { if (error.status === undefined || error.status === 401) throw error; return error; };

  function drawHead() {
    const { hours, version = "" } = queryOf(), all = version && !versions.includes(version) ? [version, ...versions] : versions;
    for (const one of byId("period").children) one.setAttribute("aria-pressed", String(Number(one.dataset.hours) === hours));
    if ([...byId("version").options].slice(1).map(({ value }) => value).join("\n") !== all.join("\n") || byId("version").options.length === 0) fill(byId("version"), h("option", { value: "" }, "All versions"), all.map((one) => h("option", { value: one }, one)));
    byId("version").value = version;
  }

  function draw() {
    drawHead();
    const { covers } = answer;
    byId("facts").textContent = covers.sessions > 0 ? coverage(covers) : "";
    if (covers.sessions === 0) return fill(byId("content"), nothing());
    const context = { shown, redraw: () => redraw(page, draw), nameOf, nameOfFeature };
    fill(byId("content"), h("div", { class: "board" },
      usageCard(answer, context),
      h("div", {}, failuresCard(answer, nameOf), refusalsCard(answer, nameOfFeature)),
      h("div", {}, funnelCard({ steps: stepsOf(), funnel, edit, nameOf }), nextCard({ actions: answer.actions, from: fromOf(), next, choose: (from) => { next = undefined; choose({ after: from }); }, nameOf }), unusedCard(answer, nameOfFeature)),
      untestedCard({ ...context, untested, kind: readQuery().untested, choose: (kind) => { writeQuery({ untested: kind }); shown.untested = false; redraw(page, draw); }, query: { hours: readQuery().hours, version: readQuery().version, untested: readQuery().untested } }),
      actionsCard(answer, context)));
  }

  function nothing() {
    const isFiltered = Boolean(readQuery().version);
    return state({ symbol: "behaviour", title: isFiltered ? "No sessions of this version" : "No sessions yet",
      text: isFiltered ? "Choose a longer period, or all versions." : "Programs send what people used, without inputs, and only with consent. It appears here a few minutes later.",
      buttons: isFiltered ? [] : [connectLink()] });
  }

  async function edit() {
    const steps = await chooseSteps({ actions: answer.actions, steps: stepsOf(), nameOf });
    if (!steps || page.signal.aborted) return;
    funnel = undefined;
    choose({ funnel: steps.join(",") });
  }

  function openWanted() {
    const { open } = readQuery();
    if (!open) return;
    writeQuery({ open: undefined });
    if (open === "funnel" && answer.covers.sessions > 0) edit();
  }
}
