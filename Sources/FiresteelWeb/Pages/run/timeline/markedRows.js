// Several marked rows of the timeline: to copy or to pin.

import { changeMeta, changeTitle } from "./changeText.js";
import { duration, toMillisecond } from "../../kit/text/format.js";
import { outcomeWord } from "../marks.js";

const most = 500;

/** The marked rows of a list with this `source`. */
export class MarkedRows {
  #rows = new Map();
  #anchor;

  constructor(source) { this.source = source; }

  get size() { return this.#rows.size; }

  has(id) { return this.#rows.has(id); }

  /** The rows in the order of the list. */
  get rows() { return [...this.#rows.values()].sort((a, b) => a.at - b.at || a.id - b.id); }

  /** Marks or unmarks a row, or `extend`s the marked rows from the last one, or from the row at `from`, to this one. */
  mark(row, position, { extend = false, from = position } = {}) {
    if (!extend) {
      if (!this.#rows.delete(row.id) && this.size < most) this.#rows.set(row.id, row);
      this.#anchor = position;
      return;
    }
    this.#anchor ??= from;
    this.#rows.clear();
    const [first, last] = [this.#anchor, position].sort((a, b) => a - b);
    for (let place = first; place <= last && this.size < most; place += 1) {
      const item = this.source.at(place);
      if (item !== undefined) this.#rows.set(item.id, item);
    }
  }

  clear() {
    this.#rows.clear();
    this.#anchor = undefined;
  }
}

/** A row on one line, for a message or an issue. */
export function rowText(row, ended) {
  if (row.change) return [`${toMillisecond(row.at)} ${changeTitle(row)}`, changeMeta(row)].filter(Boolean).join(": ");
  const { at, took, feature, action, input, session, error, outcome } = row;
  const facts = [outcomeWord(outcome, ended).toLowerCase(), took !== undefined && duration(took), session?.name && `in ${session.name}`].filter(Boolean).join(", ");
  return `${toMillisecond(at)} ${feature.name} › ${action.name}${input ? ` (${input})` : ""}: ${facts}${error ? `. ${error}` : ""}`;
}
