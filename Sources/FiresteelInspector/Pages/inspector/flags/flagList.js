// The list of flags: those that differ from their default first, then by group. One tab stop; arrows move, Enter opens.

import { h, said } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { placesOf } from "./flagUnknown.js";
import { providerName, reasonOf, shown, spoken } from "../../run/flagText.js";
import { counted } from "../../kit/text/format.js";

const first = "Differs from the default", undeclared = "Undeclared", unknown = "Evaluated but not defined";

/** Flags in display order: `[[heading, flags]]`. */
export function grouped(flags) {
  const byKey = (a, b) => (a.key < b.key ? -1 : 1);
  const groups = new Map();
  for (const flag of [...flags].sort(byKey)) {
    const heading = flag.unknown ? unknown : flag.differs ? first : flag.declared ? flag.group : undeclared;
    if (!groups.has(heading)) groups.set(heading, []);
    groups.get(heading).push(flag);
  }
  const last = (heading) => ({ [first]: 0, [undeclared]: 2, [unknown]: 3 }[heading] ?? 1);
  return [...groups].sort(([a], [b]) => last(a) - last(b) || (a < b ? -1 : 1));
}

/** The rows in `place`. `onSelect(key, opened)` is called when one is selected, `onBack` on Escape. */
export class FlagList {
  selected = undefined;
  #rows = new Map();            // The rows and their drawn data, by key.
  #headings = new Map();

  constructor(place, { onSelect, onBack }) {
    Object.assign(this, { place, onSelect, onBack });
    place.addEventListener("keydown", (event) => this.#key(event));
    place.addEventListener("click", (event) => {
      const row = event.target.closest(".row.flag");
      if (row) this.#move(row, true);
    });
  }

  /** Draws the flags. Unchanged rows retain the focus and the scroll position. */
  show(flags) {
    const focused = document.activeElement?.closest?.(".row.flag")?.dataset.key, children = [], kept = new Set(), headings = new Set();
    for (const [heading, members] of grouped(flags)) {
      headings.add(heading);
      children.push(this.#heading(heading));
      for (const flag of members) {
        kept.add(flag.key);
        children.push(this.#row(flag));
      }
    }
    for (const key of this.#rows.keys()) if (!kept.has(key)) this.#rows.delete(key);
    for (const heading of this.#headings.keys()) if (!headings.has(heading)) this.#headings.delete(heading);
    const { children: before } = this.place;
    if (children.length !== before.length || children.some((child, index) => child !== before[index])) this.place.replaceChildren(...children);
    this.place.setAttribute("aria-rowcount", String(children.length));
    children.forEach((child, index) => child.setAttribute("aria-rowindex", String(index + 1)));
    this.#mark();
    if (focused !== undefined && document.activeElement?.dataset?.key !== focused) this.#rows.get(focused)?.row.focus({ preventScroll: true });
  }

  /** Selects a flag and scrolls its row into view. */
  select(key) {
    this.selected = key;
    this.#mark();
    this.#rows.get(key)?.row.scrollIntoView({ block: "nearest" });
  }

  /** Moves the focus to the selected row. */
  focus() { (this.#rows.get(this.selected)?.row ?? this.#all()[0])?.focus(); }

  #heading(text) {
    if (!this.#headings.has(text)) {
      this.#headings.set(text, h("div", { class: "group-head", role: "row" }, h("span", { role: "gridcell" }, text)));
    }
    return this.#headings.get(text);
  }

  #row(flag) {
    const text = textOf(flag), before = this.#rows.get(flag.key);
    if (before?.text === text) return before.row;
    const row = before?.row ?? h("div", { class: "row flag", role: "row", tabIndex: -1, data: { key: flag.key } });
    const { tint, word, title } = reasonOf(flag), from = flag.declared || flag.provider ? providerName(flag.provider) : "";
    const lasts = flag.constant !== undefined && counted(flag.constant, "day");
    const cell = (name, ...children) => h("span", { role: "gridcell", class: name }, ...children);
    row.replaceChildren(
      cell("dot-cell", flag.differs && h("span", { class: "dot" }, said("Differs from the default"))),
      cell("name clip", flag.name, !flag.unknown && [" ", h("span", { class: "key" }, flag.key)]),
      cell("value clip", flag.unknown ? placesOf(flag) : shown(flag.value), lasts && h("span", { class: "lasts" }, ` for ${lasts}`)),
      cell("provider clip", from),
      cell("reason", h("span", { class: `badge ${tint}`, title }, word)));
    row.setAttribute("aria-label", flag.unknown ? [`${flag.key}: evaluated but not defined`, placesOf(flag)].filter(Boolean).join(", ")
      : `${flag.name}, ${flag.key}: ${spoken(flag.value)}, ${lasts ? `for ${lasts}, ` : ""}${from ? `from ${from}, ` : ""}${word}${flag.differs ? ", differs from the default" : ""}`);
    this.#rows.set(flag.key, { row, text });
    return row;
  }

  #all() { return [...this.place.querySelectorAll(".row.flag")]; }

  /** Exactly one row is in the tab order: the selected one if it is listed, else the first. */
  #mark() {
    for (const [key, { row }] of this.#rows) {
      row.setAttribute("aria-selected", String(key === this.selected));
      row.tabIndex = -1;
    }
    const stop = this.#rows.get(this.selected)?.row ?? this.#all()[0];
    if (stop) stop.tabIndex = 0;
  }

  #move(row, opened) {
    if (!row) return;
    this.select(row.dataset.key);
    row.focus({ preventScroll: true });
    this.onSelect(row.dataset.key, opened);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = this.#all(), here = rows.indexOf(document.activeElement.closest(".row.flag"));
    if (here < 0) return;
    switch (event.key) {
      case "ArrowDown": this.#move(rows[here + 1], false); break;
      case "ArrowUp": this.#move(rows[here - 1], false); break;
      case "PageDown": this.#move(rows[Math.min(rows.length - 1, here + 12)], false); break;
      case "PageUp": this.#move(rows[Math.max(0, here - 12)], false); break;
      case "Home": this.#move(rows[0], false); break;
      case "End": this.#move(rows.at(-1), false); break;
      case "Enter": this.#move(rows[here], true); break;
      case "Escape": if (!this.onBack?.()) return; break;
      default: return;
    }
    event.preventDefault();
  }
}
