// A list that is read in pages: from its start with as many rows as are shown, or one more page at its end.

import { h } from "../../kit/dom/dom.js";
import { redrawGrown } from "./redraw.js";

const pageSize = 50;
const maximum = 200;

/**
 * The rows of a list. `readPage(cursor, limit)` returns `{rows, next}`; its cursor is `undefined` for the first page, and `next` is
 * `undefined` at the end. Reads don't mix: rows that a page adds follow those of the newest read.
 */
export class PagedList {
  rows = [];
  /** The cursor of the next page; `undefined` at the end. */
  next;
  /** Whether the next page is being read. */
  isAdding = false;
  #readPage;
  #filter;
  #reads = 0;
  #reading;

  constructor(readPage) { this.#readPage = readPage; }

  /** Reads as many rows as are shown, or the first page of another filter. A read that another follows ends with that one. */
  read(filter = "") {
    const reading = this.#anew(JSON.stringify(filter));
    this.#reading = reading;
    return reading;
  }

  /** Reads the next page; does nothing while it is being read, so that it isn’t added twice. */
  async add() {
    if (this.isAdding) return;
    this.isAdding = true;
    try {
      for (;;) {
        await this.#reading?.catch(() => {});
        if (this.next === undefined) return;
        const number = this.#reads, found = await this.#readPage(this.next, pageSize);
        // The list was read from its start meanwhile and may end elsewhere.
        if (number !== this.#reads) continue;
        this.rows = [...this.rows, ...found.rows];
        this.next = found.next;
        return;
      }
    } finally {
      this.isAdding = false;
    }
  }

  async #anew(filter) {
    const number = ++this.#reads, wanted = filter === this.#filter ? Math.max(this.rows.length, pageSize) : pageSize;
    let rows = [], next, isFirst = true;
    // A page may have fewer rows than its limit; a list that shrank isn't read to its end.
    for (let left = Math.ceil(wanted / pageSize); left > 0 && (isFirst || (next !== undefined && rows.length < wanted)); left -= 1) {
      const found = await this.#readPage(next, Math.min(wanted - rows.length, maximum));
      if (number !== this.#reads) return this.#reading;
      rows = [...rows, ...found.rows];
      next = found.next;
      isFirst = false;
    }
    Object.assign(this, { rows, next });
    this.#filter = filter;
    return undefined;
  }
}

/** The button below a list that reads its next page; nothing at the end. It keeps the focus meanwhile. */
export function earlierButton(page, list, draw) {
  if (list.next === undefined) return undefined;
  const element = h("button", { class: "button", type: "button", data: { focus: "earlier" }, "aria-disabled": list.isAdding ? "true" : undefined, on: { click: () => page.attempt(async () => {
    if (list.isAdding) return;
    element.setAttribute("aria-disabled", "true");
    try {
      await list.add();
    } finally {
      if (!page.signal.aborted) redrawGrown(page, draw);
    }
  }) } }, "Earlier");
  return h("p", { class: "more-line" }, element);
}
