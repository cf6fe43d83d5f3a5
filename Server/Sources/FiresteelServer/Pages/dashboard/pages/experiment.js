// An experiment: its result, how it came about, who takes part, and what can be done.

import { fill, h } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { badge } from "../../kit/dom/marks.js";
import { loading, state } from "../../kit/dom/states.js";
import { redraw } from "../app/redraw.js";
import { addressOf, placeOf } from "../app/routes.js";
import { absenceCard, isEmpty, readAbsence } from "../experiments/absenceCard.js";
import { identifierWords } from "../experiments/actions.js";
import { EstimatePane } from "../experiments/estimatePane.js";
import * as deeds from "../experiments/experimentDeeds.js";
import { openExperiment } from "../experiments/experimentForm.js";
import { interactionsCard, shippedCard } from "../experiments/afterCards.js";
import { readExperiments, readInteractions, readResults, readShipped } from "../experiments/experimentsAPI.js";
import { layerNote } from "../experiments/layersCard.js";
import { narrowingCard } from "../experiments/narrowingCard.js";
import { nextCard } from "../experiments/nextCard.js";
import { mismatchCard, participantsCard, suspectsOf } from "../experiments/participantsCard.js";
import { hints, resultCard } from "../experiments/resultCard.js";
import { historyCard, setupCard } from "../experiments/setupCards.js";
import { insightPath, readIfPresent } from "../insight/insightAPI.js";
import { card } from "../report/parts.js";
import { isLive } from "../text/plans.js";
import { endOf, sharedUnit, stateOf, unitWords } from "../text/experiments.js";
import { count } from "../../kit/text/format.js";

const interval = 60_000, renewal = 3_600_000, dimensionNames = { version: "Version", system: "System", device: "Device" };

export function mount(page) {
  const { program, scope } = page.shared, { byId, readQuery } = page, { key } = placeOf(location.pathname), canEdit = program.mayEdit(program.environment.id);
  scope.mountHead(page);
  page.heading.before(h("nav", { class: "path", "aria-label": "Breadcrumb" }, h("ol", {}, h("li", {}, h("a", { href: addressOf("experiments") }, "Experiments")))));
  byId("facts").className = "facts only-wide";
  fill(byId("content"), loading("Loading the experiment"));
  const pane = new EstimatePane(program), endButton = h("button", { class: "button keep", type: "button", hidden: true, data: { focus: "end" }, on: { click: () => acts.end(null) } }, "End…");
  page.actions.append(endButton);
  let experiments = [], experiment, results, groups = [], absence, interactions, shipped, asked = 0, drawn, isRead = false, follows, followed = 0;
  page.load(read);
  page.onStep(() => page.attempt(read));
  page.every(() => { if (!document.hidden) page.attempt(read); }, interval);
  program.onChange(() => page.attempt(read), page.signal);

  /** The number of the phase of the address, if it names one. */
  const wantedPhase = () => Number(readQuery().phase) || undefined;
  const newestPhase = () => experiment.phases?.at(-1)?.phase;

  async function read() {
    const number = ++asked;
    await program.read();
    const all = await readExperiments(page, program), found = all.find(({ name, value }) => name === key && !value.holdout), hasStarted = found && found.value.state !== "draft";
    const [figures, reported] = await Promise.all([hasStarted ? readResults(page, program, key, wantedPhase()) : undefined,
      hasStarted ? readIfPresent(() => page.transport.get(insightPath(program, "groups"), { flag: found.value.flag, limit: 3 })) : undefined]);
    const phase = found?.phases?.at(-1), isAbsent = found?.value.state === "running" && phase && (figures?.phase ?? phase.phase) === phase.phase && isEmpty(figures);
    const reasons = isAbsent ? await readAbsence(page, program, found, phase).catch(() => undefined) : undefined;
    if (number !== asked || page.signal.aborted) return;
    [experiments, experiment, results, absence, isRead] = [all, found, figures, reasons, true];
    groups = (reported?.groups ?? []).map(({ hours, ...group }) => group);
    const text = textOf([experiment, results, groups, absence ?? null, experiment?.value.state === "draft" ? experiments : null]);
    if (text !== drawn) redraw(page, draw);
    drawn = text;
    if (experiment?.value.state === "draft") pane.update(experiment.value);
    if (results) follow();
  }

  /** Reads what takes longer, once for each phase and state: it is from many people, and changes slowly. */
  async function follow() {
    const targeting = program.flags.get(experiment.value.flag)?.targetings.get(program.environment.id);
    const of = textOf([key, results.phase, experiment.value.state, experiment.value.decision ?? null, experiment.value.state === "ended" ? targeting?.change ?? null : null]);
    if (of === follows && Date.now() - followed < renewal) return;
    const hadCards = interactions ?? shipped;
    if (of !== follows) [interactions, shipped] = [];
    [follows, followed] = [of, Date.now()];
    if (hadCards && !interactions) redraw(page, draw);
    const isShipped = results.phase === newestPhase() && experiment.value.state === "ended" && experiment.value.decision?.arm !== experiment.value.arms[0];
    try {
      const found = await readInteractions(page, program, key, results.phase), held = isShipped ? await readShipped(page, program, key) : undefined;
      if (of !== follows || page.signal.aborted) return;
      [interactions, shipped] = [found, held];
      if (interactions?.hasOthers || shipped) redraw(page, draw);
    } catch (error) {
      if (of !== follows || page.signal.aborted) return;
      follows = undefined;
      // Too many readings at once: the next turn tries again.
      if (error.status === 429) return;
      interactions = { problem: error.message };
      redraw(page, draw);
    }
  }

  function draw() {
    if (!isRead) return;
    endButton.hidden = !experiment || experiment.value.state !== "running" || !canEdit;
    if (!experiment) return drawMissing();
    const { value, phases = [] } = experiment, number = results?.phase ?? wantedPhase() ?? newestPhase(), phase = phases.find((one) => one.phase === number), [mark, word] = stateOf(experiment, results);
    const hadFocus = document.activeElement === page.heading;
    page.heading.textContent = value.name;
    document.title = `${value.name}: ${program.name}, ${program.environment.name.toLowerCase()}`;
    const fact = () => (number === newestPhase() ? badge(mark === "off" ? "" : mark, word) : badge("", `Phase ${number}`));
    fill(byId("facts"), fact());
    fill(byId("content"), h("div", { class: "sheet long experiment" },
      h("div", {}, h("p", { class: "only-narrow" }, fact()), value.question && h("p", { class: "muted" }, value.question), main(phase)),
      h("aside", { "aria-label": "About this experiment" },
        nextCard(experiment, { results, acts: { ...acts, rollOut: mayRollOut() ? acts.rollOut : undefined }, program, canEdit, isNewest: number === newestPhase() }),
        results && participantsCard(results, value), setupCard(experiment, phase, program), historyCard(experiment, number, program))));
    if (hadFocus) page.heading.focus({ preventScroll: true });
  }

  /** The cards of the first column, by state. */
  function main(phase) {
    const { value } = experiment;
    if (value.state === "draft") return [card("draft", "Not started", {}, h("p", {}, "No one takes part yet. The plan is from what people did in the last 28 days."), layerNote(experiments, experiment)), pane.element];
    const missing = absenceCard(absence, experiment, program);
    if (!results) return [card("result", "No results yet", {}, h("p", {}, "Results appear when programs report the first sessions with a variant, usually within minutes.")), missing];
    return [
      mismatchCard(results, value, groups, program), missing,
      withReports(resultCard(results, value)), shippedCard(shipped), narrowingCard(results, value, { from: phase?.started ?? results.started, until: phase?.ended ?? results.ends ?? endOf(phase ?? {}, value) }),
      results.others?.length > 0 && othersCard(), results.dimensions?.length > 0 && dimensionsCard(),
      interactionsCard(interactions, (name) => experiments.find((one) => one.name === name)?.value.name ?? name, sharedUnit(value)),
    ];
  }

  /** The reports of a harmful variant are one click away from its result. */
  function withReports(element) {
    if (results.verdict.kind === "harmed") element.firstElementChild.append(suspectsOf(groups, experiment.value.flag, program) || h("p", { class: "after" }, h("a", { href: addressOf("reports", { query: { flag: experiment.value.flag } }) }, "Reports with this flag")));
    return element;
  }

  const nameOfAction = ({ title, action, feature }) => title || identifierWords(action ?? feature);

  const othersCard = () => card("others", "What else changed", { aside: h("span", { class: "muted" }, "all other actions, with one correction over all") },
    hints("What else changed", "Action", results.others.map((one) => ({ ...one, note: `with ${one.arm}`, what: h("a", { class: "strong", href: addressOf("behaviour", { query: { after: `${one.feature}:${one.action}` } }) }, nameOfAction(one)) }))),
    h("p", { class: "sub after" }, "Hints, not results: each is a question for another experiment."));

  function dimensionsCard() {
    const { many } = unitWords(experiment.value), arms = results.arms.map(({ name }) => name);
    return card("dimensions", "Versions, systems, devices", { aside: h("span", { class: "muted" }, "primary metric") },
      [...Map.groupBy(results.dimensions, ({ dimension }) => dimension)].map(([dimension, rows]) => h("div", { class: "dimension" }, hints(dimensionNames[dimension] ?? dimension, dimensionNames[dimension] ?? dimension,
        rows.map((one) => ({ ...one, what: h("span", { class: "strong" }, one.value || "unknown"), note: `${one.people.map((people, index) => `${count(people)} ${arms[index] ?? ""}`.trim()).join(", ")} ${many}` }))))),
      h("p", { class: "sub after" }, "Hints, not results: with many parts, some differ by chance."));
  }

  function drawMissing() {
    fill(byId("content"), state({ symbol: "flask", title: "No such experiment", text: `There is no experiment “${key}” in ${program.environment.name.toLowerCase()}. A draft can be removed.`, buttons: [h("a", { class: "button", href: addressOf("experiments") }, "All experiments")] }));
  }

  /** Reads again after a change, if one was sent. */
  async function after(deed) {
    if (await deed && !page.signal.aborted) await page.attempt(read);
  }

  /** Whether a plan of the flag can start: it is on, with rules that plans move. */
  function mayRollOut() {
    const { isOn, logic, plan } = program.flags.get(experiment.value.flag)?.targetings.get(program.environment.id)?.value ?? {};
    return Boolean(isOn) && logic === undefined && !isLive(plan);
  }

  const context = () => ({ program, experiment, results, known: pane.known });
  const acts = {
    start: () => after(deeds.start(context())), end: (arm) => after(deeds.end({ ...context(), arm })), rollOut: (arm) => after(deeds.rollOut(context(), arm)), extend: () => after(deeds.extend(context())), grow: () => after(deeds.grow(context())), exclude: () => after(deeds.exclude(context())),
    edit: () => openExperiment({ program, experiments, experiment, saved: () => page.attempt(read) }),
    async remove() { if (await deeds.remove(context()) && !page.signal.aborted) page.go(addressOf("experiments")); },
  };
}
