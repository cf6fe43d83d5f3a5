// Pinned actions, which remain visible above the list, whatever it shows. Their identifiers are stored in the address.

import { RequestError } from "../../kit/app/transport.js";
import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { duration, toMillisecond } from "../../kit/text/format.js";
import { performLink } from "../links.js";
import { outcomeMark } from "../marks.js";
import { changeTitle } from "./changeText.js";

const most = 20;

/** The pinned actions in `place`. `open(row)` shows one, `ended()` returns whether the run has ended. */
export class Pins {
  #rows = new Map();

  constructor(place, { page, run, ended, open }) { Object.assign(this, { place, page, run, ended, open }); }

  /** Their identifiers in the address, in the order in which they were pinned. */
  get ids() { return (this.page.readQuery().pins ?? "").split(",").map(Number).filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, most); }

  has(id) { return this.ids.includes(id); }

  /** Pins rows, or unpins them if all are pinned. */
  toggle(rows) {
    const { ids } = this, every = rows.every(({ id }) => ids.includes(id));
    for (const row of rows) this.#rows.set(row.id, row);
    const wanted = every ? ids.filter((id) => !rows.some((row) => row.id === id)) : [...new Set([...ids, ...rows.map(({ id }) => id)])];
    this.#write(wanted.slice(-most));
  }

  /** Reads the actions of the address that aren't known. Those that are no longer available are unpinned. */
  async read() {
    const missing = [];
    await Promise.all(this.ids.filter((id) => !this.#rows.has(id)).map(async (id) => {
      try {
        this.#rows.set(id, await this.page.transport.get(`timeline/performs/${id}`, { run: this.run() }));
      } catch (error) {
        if (!(error instanceof RequestError) || error.status !== 404) throw error;
        missing.push(id);
      }
    }));
    if (missing.length) this.#write(this.ids.filter((id) => !missing.includes(id))); else this.draw();
  }

  /** Takes new states of actions. */
  news(rows) {
    const known = rows.filter(({ id }) => this.#rows.has(id));
    for (const row of known) this.#rows.set(row.id, row);
    if (known.length) this.draw();
  }

  forget() {
    this.#rows.clear();
    this.#write([]);
  }

  draw() {
    const rows = this.ids.map((id) => this.#rows.get(id)).filter(Boolean);
    this.place.hidden = rows.length === 0;
    fill(this.place, rows.map((row) => this.#item(row)));
  }

  #write(ids) {
    this.page.writeQuery({ pins: ids.join(",") });
    this.draw();
  }

  #item(row) {
    const name = row.change ? changeTitle(row) : `${row.feature.name} › ${row.action.name}`;
    const open = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.open(row);
    };
    // The other pins follow the one that leaves.
    const unpin = () => { this.toggle([row]); (this.place.querySelector("button") ?? this.page.heading).focus(); };
    return h("li", {}, outcomeMark(row.outcome, this.ended()), h("span", { class: "time" }, toMillisecond(row.at)),
      h("a", { class: "clip", href: performLink(row.id, this.run()), title: name, on: { click: open } }, name),
      h("span", { class: row.error ? "clip error" : "clip muted" }, row.error?.message ?? row.error ?? row.input ?? ""),
      h("span", { class: "dur" }, row.took === undefined ? "" : duration(row.took)),
      h("button", { class: "button quiet small only", type: "button", "aria-label": `Unpin ${name}`, title: "Unpin", on: { click: unpin } }, icon("close")));
  }
}
