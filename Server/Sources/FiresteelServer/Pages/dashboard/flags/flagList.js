// The list of flags with a column for each environment. One tab stop; arrows move, Enter opens, x selects.

import { h } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { badge, plainMark } from "../../kit/dom/marks.js";
import { flagAddress } from "../app/routes.js";
import { nameOf, stateOf } from "../text/flagState.js";

const marks = { on: "available", off: "off", none: "undetermined", rollout: "available" };

/** A state in a cell: mark, words, and the share of a rollout. */
export function stateCell({ word, kind, share }) {
  const showsShare = kind === "rollout" && share !== undefined;
  return [h("span", { class: "clip" }, !showsShare && plainMark(marks[kind]), word),
    showsShare && h("span", { class: "share-bar", "aria-hidden": "true" }, h("span", { style: { "--value": `${share * 100}%` } }))];
}

export class FlagList {
  /** The keys of the selected flags. */
  chosen = new Set();
  #rows = new Map();
  #active;

  /** The rows in `place`. `open(key)` is called on Enter or a click, `choose()` when the selection changed. */
  constructor(place, { program, open, choose }) {
    Object.assign(this, { place, program, open, choose });
    place.addEventListener("keydown", (event) => this.#key(event));
    place.addEventListener("focusin", (event) => { const row = event.target.closest(".row"); if (row) this.#activate(row.dataset.key); });
    place.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (!row || event.target.closest("a")) return;
      if (event.target.closest("input")) this.#toggle(row.dataset.key, event.target.checked);
      else if (event.ctrlKey || event.metaKey) this.#toggle(row.dataset.key, !this.chosen.has(row.dataset.key));
      else this.open(row.dataset.key);
    });
  }

  /** Draws the flags. Unchanged rows retain the focus and the scroll position. */
  show(flags, { canChoose }) {
    const focused = document.activeElement?.closest?.(".row")?.dataset.key, kept = new Set(flags.map(({ key }) => key));
    for (const key of this.chosen) if (!kept.has(key)) this.chosen.delete(key);
    for (const key of this.#rows.keys()) if (!kept.has(key)) this.#rows.delete(key);
    const children = flags.map((flag) => this.#row(flag, canChoose));
    if (children.length !== this.place.children.length || children.some((child, index) => child !== this.place.children[index])) this.place.replaceChildren(...children);
    this.place.setAttribute("aria-rowcount", String(children.length));
    children.forEach((child, index) => child.setAttribute("aria-rowindex", String(index + 1)));
    this.#mark();
    if (focused !== undefined && !document.activeElement?.closest?.(".row")) this.#rows.get(focused)?.row.focus({ preventScroll: true });
  }

  clear() { this.chosen.clear(); this.#mark(); this.choose(); }

  #row(flag, canChoose) {
    const { environments, environment } = this.program;
    const states = environments.map(({ id }) => stateOf(flag.value, flag.targetings.get(id)?.value));
    const text = textOf([flag.value, states, environment.id, canChoose, environments]), before = this.#rows.get(flag.key);
    if (before?.text === text) return before.row;
    const row = before?.row ?? h("div", { class: "row flag-envs", role: "row", tabIndex: -1, data: { key: flag.key } }), name = nameOf(flag);
    row.replaceChildren(
      h("span", { role: "gridcell", class: "pick-cell" }, canChoose && h("input", { class: "pick", type: "checkbox", tabIndex: -1, "aria-label": `Select ${name}`, checked: this.chosen.has(flag.key) })),
      h("span", { role: "gridcell", class: "two" },
        h("span", { class: "clip" }, h("a", { class: "strong bare", href: flagAddress(flag.key), tabIndex: -1 }, name), " ",
          flag.value.isArchived && badge("unavailable", "Archived"), (flag.value.tags ?? []).map((tag) => h("span", { class: "sub" }, ` ${tag}`))),
        h("span", { class: "key clip" }, flag.key)),
      ...states.map((state, index) => h("span", { role: "gridcell", class: `cell ${state.kind} ${environments[index] === environment ? "here" : ""}`.trim(), title: `${environments[index].name}: ${state.word}` }, stateCell(state))),
      h("span", { role: "gridcell", class: "owner sub clip" }, flag.value.owner ?? ""));
    row.setAttribute("aria-label", [name, flag.key, ...states.map(({ word }, index) => `${environments[index].name}: ${word}`), flag.value.owner && `owner ${flag.value.owner}`].filter(Boolean).join(", "));
    this.#rows.set(flag.key, { row, text });
    return row;
  }

  #all() { return [...this.place.querySelectorAll(".row")]; }

  #activate(key) { this.#active = key; this.#mark(); }

  #mark() {
    const rows = this.#all(), stop = this.#rows.get(this.#active)?.row ?? rows[0];
    for (const row of rows) {
      row.tabIndex = row === stop ? 0 : -1;
      const isChosen = this.chosen.has(row.dataset.key), pick = row.querySelector("input");
      row.setAttribute("aria-selected", String(isChosen));
      row.classList.toggle("chosen", isChosen);
      if (pick) pick.checked = isChosen;
    }
  }

  #toggle(key, isChosen) {
    if (isChosen) this.chosen.add(key); else this.chosen.delete(key);
    this.#mark();
    this.choose();
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = this.#all(), row = event.target.closest(".row"), here = rows.indexOf(row);
    if (here < 0) return;
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, PageDown: Math.min(rows.length - 1, here + 10), PageUp: Math.max(0, here - 10), Home: 0, End: rows.length - 1 }[event.key];
    if (to !== undefined) rows[to]?.focus();
    else if (event.key === "Enter") this.open(row.dataset.key);
    else if ((event.key === "x" || event.key === " ") && row.querySelector("input")) this.#toggle(row.dataset.key, !this.chosen.has(row.dataset.key));
    else if (event.key === "Escape" && this.chosen.size) this.clear();
    else return;
    event.preventDefault();
  }
}
