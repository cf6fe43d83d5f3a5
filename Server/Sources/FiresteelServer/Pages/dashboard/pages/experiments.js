// Experiments: those that run, drafts, and those that ended, each with its verdict; and who is in what.

import { fill, h } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { badge, plainMark } from "../../kit/dom/marks.js";
import { button, loading, state } from "../../kit/dom/states.js";
import { count, counted } from "../../kit/text/format.js";
import { redraw } from "../app/redraw.js";
import { experimentAddress } from "../app/routes.js";
import { openExperiment } from "../experiments/experimentForm.js";
import { readExperiments, readResults } from "../experiments/experimentsAPI.js";
import { endHoldout, openHoldout } from "../experiments/holdouts.js";
import { layersCard } from "../experiments/layersCard.js";
import { flagName, outcomeText } from "../experiments/setupCards.js";
import { shortDay } from "../insight/figures.js";
import { card } from "../report/parts.js";
import { stateOf } from "../text/experiments.js";

const interval = 60_000, shownEnded = 20;
/** The number of running experiments whose verdicts are read with the list. */
const maximumVerdicts = 50;

export function mount(page) {
  const { program, scope } = page.shared, { byId, readQuery, writeQuery } = page, canEdit = program.mayEdit(program.environment.id);
  scope.mountHead(page);
  byId("facts").className = "facts only-wide";
  fill(byId("content"), loading("Loading experiments"));
  for (const id of ["new", "new-narrow"]) if (canEdit) byId(id).addEventListener("click", create); else byId(id).remove();
  // The results of those that ended don’t change.
  const results = new Map();
  let experiments, shown = shownEnded, asked = 0, drawn;
  page.load(async () => {
    await read();
    if (readQuery().open !== "new") return;
    writeQuery({ open: undefined });
    if (canEdit) create();
  });
  program.onChange(() => page.attempt(read), page.signal);
  page.every(() => { if (!document.hidden) page.attempt(read); }, interval);

  async function read() {
    const number = ++asked;
    await program.read();
    const found = await readExperiments(page, program);
    if (number !== asked || page.signal.aborted) return;
    experiments = found;
    show();
    await readVerdicts(number);
  }

  /** Reads the results of the experiments whose verdict is shown. The list is shown without those that can’t be read. */
  async function readVerdicts(number) {
    const wanted = [...of("running").slice(0, maximumVerdicts), ...of("ended").slice(0, shown).filter(({ name }) => !results.has(name))];
    await Promise.all(wanted.map(async ({ name }) => {
      const found = await readResults(page, program, name).catch((error) => { if (error.status === undefined || error.status === 401) throw error; });
      if (number === asked && found) results.set(name, found);
    }));
    if (number === asked && !page.signal.aborted) show();
  }

  /** Draws what differs from what is shown. */
  function show() {
    const text = textOf([experiments, shown, [...results].map(([name, { verdict, day }]) => [name, verdict, day])]);
    if (text !== drawn) redraw(page, draw);
    drawn = text;
  }

  /** The experiments in a state, the newest first. */
  function of(wanted) {
    const time = ({ phases = [] }) => phases.at(-1)?.ended ?? phases.at(-1)?.started ?? 0;
    return experiments.filter(({ value }) => !value.holdout && value.state === wanted).sort((one, other) => time(other) - time(one) || one.name.localeCompare(other.name, "en"));
  }

  function draw() {
    const [running, drafts, ended] = ["running", "draft", "ended"].map(of);
    byId("facts").textContent = experiments.length ? `${count(running.length)} running, ${counted(drafts.length, "draft")}` : "";
    if (experiments.length === 0) return fill(byId("content"), nothing());
    fill(byId("content"), h("div", { class: "sheet" },
      h("div", {}, list("running", "Running", running, "No experiment is running."), drafts.length > 0 && list("drafts", "Drafts", drafts),
        ended.length > 0 && list("ended", "Ended", ended.slice(0, shown), "", ended.length > shown && button(`Show ${count(Math.min(shownEnded, ended.length - shown))} more`, () => { shown += shownEnded; show(); page.attempt(() => readVerdicts(asked)); }, "small"))),
      h("aside", { "aria-label": "Layers" }, layersCard(experiments, { canEdit, hold, release }))));
  }

  const list = (id, title, rows, empty, more) => card(id, title, {}, rows.length === 0 ? h("p", { class: "muted" }, empty) : h("ul", { class: "lines" }, rows.map(row)), more && h("p", { class: "after" }, more));

  function row(experiment) {
    const { name, value, phases = [] } = experiment, found = results.get(name), [mark, word] = stateOf(experiment, found), { ended, started } = phases.at(-1) ?? {};
    const sentence = value.state === "ended" ? [found?.verdict.sentence, outcomeText(value, program)].filter(Boolean).join(". ").replace(/\.\. /, ". ") : found?.verdict.sentence;
    return h("li", {}, plainMark(mark || "off"), h("span", { class: "what" },
      h("span", { class: "line-top" }, h("a", { class: "strong", href: experimentAddress(name) }, value.name), badge(mark, word)),
      sentence && h("span", { class: "sentence" }, sentence), value.question && h("span", { class: "sub" }, value.question), h("span", { class: "sub" }, `Flag ${flagName(program, value.flag)}: ${value.arms.join(", ")}`)),
    h("span", { class: "when" }, ended ? `ended ${shortDay(ended)}` : started ? `since ${shortDay(started)}` : ""));
  }

  const nothing = () => state({ symbol: "flask", title: "No experiments yet",
    text: "An experiment gives people different variants of a flag, and measures by the program’s own actions which one is better. Its result holds whenever you look, and harm is found first.",
    buttons: canEdit ? [button("New experiment…", create, "primary")] : [] });

  function hold() { openHoldout({ program, experiments, saved: () => page.attempt(read) }); }

  async function release(experiment) {
    if (await endHoldout({ program, experiment }) && !page.signal.aborted) await page.attempt(read);
  }

  function create() { openExperiment({ program, experiments: experiments ?? [], saved: (name) => page.go(experimentAddress(name)) }); }
}
