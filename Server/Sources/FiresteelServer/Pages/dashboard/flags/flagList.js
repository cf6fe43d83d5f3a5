// The list of flags with a column for each environment. One tab stop; arrows move, Enter opens, x selects. Only the rows in
// view have elements, so that thousands of flags stay fluid.

import { h } from "../../kit/dom/dom.js";
import { badge, plainMark } from "../../kit/dom/marks.js";
import { Rows } from "../../kit/lists/rows.js";
import { flagAddress } from "../app/routes.js";
import { nameOf, stateIn } from "../text/flagState.js";
import { evaluationCell, evaluationText } from "./evaluations.js";

/** The marks of states, by their kind. */
export const marks = { on: "available", off: "off", none: "undetermined", rollout: "available" };

/** A state in a cell: mark, words, and the share of a rollout, unless the flag needs one that is off. */
export function stateCell({ word, kind, share, needs }) {
  const showsShare = kind === "rollout" && share !== undefined && !needs;
  return [h("span", { class: "clip" }, !showsShare && plainMark(needs ? "unavailable" : marks[kind]), word),
    showsShare && h("span", { class: "share-bar", "aria-hidden": "true" }, h("span", { style: { "--value": `${share * 100}%` } }))];
}

/** The flag that was opened last, by program: it is the active row when the list is shown again. */
const opened = new Map();

export class FlagList {
  /** The keys of the selected flags. */
  chosen = new Set();
  /** The known times of the last evaluations, by key. */
  #evaluations = new Map();
  #flags = [];
  #canChoose = false;
  /** Whether the click that is handled was on a link, which opens by itself. */
  #isLink = false;

  /** The rows in `scroller`. `open(key)` is called on Enter or a click, `choose()` when the selection changed. */
  constructor(scroller, { program, open, choose, signal }) {
    Object.assign(this, { program, open, choose });
    const list = this;
    scroller.addEventListener("click", (event) => this.#clicked(event), { capture: true });
    this.rows = new Rows({
      scroller, label: "Flags", signal,
      source: { first: 0, get total() { return list.#flags.length; }, at: (position) => list.#flags[position], want() {} },
      create: () => h("div", { class: "row flag-envs" }),
      render: (element, flag) => this.#render(element, flag),
      isSelected: ({ key }) => this.chosen.has(key),
      onSelect: ({ key }, position, isOpened) => { opened.set(program.id, key); if (isOpened && !this.#isLink) this.open(key); },
      onMark: (flag, position, mark) => this.#mark(flag, mark),
      onBack: () => { if (this.chosen.size === 0) return false; this.clear(); return true; },
    });
    this.rows.grid.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draws the flags. The scroll position and the focus remain. */
  show(flags, { canChoose }) {
    const kept = new Set(flags.map(({ key }) => key)), active = this.#flags[this.rows.active]?.key ?? opened.get(this.program.id);
    for (const key of this.chosen) if (!kept.has(key)) this.chosen.delete(key);
    this.#flags = flags;
    this.#canChoose = canChoose;
    const place = active === undefined ? -1 : flags.findIndex(({ key }) => key === active);
    this.rows.active = place < 0 ? undefined : place;
    this.rows.following = false;
    this.rows.remeasure();
  }

  showEvaluations(evaluations) {
    this.#evaluations = evaluations;
    this.rows.update({ stale: true });
  }

  clear() { this.chosen.clear(); this.rows.update({ stale: true }); this.choose(); }

  #render(element, flag) {
    const { environments, environment } = this.program, name = nameOf(flag), isChosen = this.chosen.has(flag.key), evaluation = this.#evaluations.get(flag.key);
    const states = environments.map(({ id }) => stateIn(this.program.flags, flag, id));
    element.className = isChosen ? "row flag-envs chosen" : "row flag-envs";
    element.dataset.key = flag.key;
    element.replaceChildren(
      h("span", { role: "gridcell", class: "pick-cell" }, this.#canChoose && h("input", { class: "pick", type: "checkbox", tabIndex: -1, "aria-label": `Select ${name}`, checked: isChosen })),
      h("span", { role: "gridcell", class: "two" },
        h("span", { class: "clip" }, h("a", { class: "strong bare", href: flagAddress(flag.key), tabIndex: -1 }, name), " ",
          flag.value.isArchived && badge("unavailable", "Archived"), (flag.value.tags ?? []).map((tag) => h("span", { class: "sub" }, ` ${tag}`))),
        h("span", { class: "key clip" }, flag.key)),
      ...states.map((state, index) => h("span", { role: "gridcell", class: `cell ${state.kind} ${environments[index] === environment ? "here" : ""}`.trim(), title: `${environments[index].name}: ${state.word}` }, stateCell(state))),
      h("span", { role: "gridcell", class: "owner sub clip" }, flag.value.owner ?? ""),
      evaluationCell(evaluation));
    element.setAttribute("aria-label", [name, flag.key, ...states.map(({ word }, index) => `${environments[index].name}: ${word}`), flag.value.owner && `owner ${flag.value.owner}`, evaluationText(evaluation)].filter(Boolean).join(", "));
  }

  #clicked(event) {
    this.#isLink = Boolean(event.target.closest("a"));
    const pick = event.target.closest("input.pick");
    if (!pick) return;
    // The row would open.
    event.stopPropagation();
    this.#set(pick.closest(".row").dataset.key, pick.checked);
  }

  /** Ctrl with a click and the space bar toggle a row; Shift adds all rows between it and the active one. */
  #mark(flag, { extend, from }) {
    if (!this.#canChoose || this.#isLink) return;
    if (!extend) return this.#set(flag.key, !this.chosen.has(flag.key));
    const to = this.#flags.indexOf(flag);
    for (let place = Math.min(from, to); place <= Math.max(from, to); place += 1) this.chosen.add(this.#flags[place].key);
    this.rows.update({ stale: true });
    this.choose();
  }

  #set(key, isChosen) {
    if (isChosen) this.chosen.add(key); else this.chosen.delete(key);
    this.rows.update({ stale: true });
    this.choose();
  }

  #key(event) {
    this.#isLink = false;
    const flag = this.#flags[this.rows.active];
    if (event.key !== "x" || event.altKey || event.ctrlKey || event.metaKey || !flag || !this.#canChoose) return;
    event.preventDefault();
    this.#set(flag.key, !this.chosen.has(flag.key));
  }
}
