// Where each row of a list stands, without measuring any: rows have one height, gaps another, and heights add up.

/**
 * The arithmetic of one state of a list. Positions are those of the source: `first` is the first row that is there,
 * `total` one past the last. `gaps` holds the positions, ascending, that have a gap in front of them.
 */
export class RowMetrics {
  constructor({ first, total, rowHeight, gapHeight, gaps }) {
    this.first = first;
    this.total = Math.max(first, total);
    this.rowHeight = rowHeight;
    this.gapHeight = gapHeight;
    this.gaps = gaps;
  }

  get count() { return this.total - this.first; }

  /** The height of the whole list, in pixels. */
  get height() { return this.count * this.rowHeight + this.#gapsUpTo(this.total) * this.gapHeight; }

  /** How far below the list's top the row begins; its own gap stands above it. */
  offset(position) {
    return (position - this.first) * this.rowHeight + this.#gapsUpTo(position) * this.gapHeight;
  }

  /** The row that covers this height, or the first or last one. A gap belongs to the row below it. */
  position(y) {
    let low = this.first, high = Math.max(this.first, this.total - 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.offset(middle) + this.rowHeight > y) high = middle; else low = middle + 1;
    }
    return low;
  }

  /** How many gaps stand above the row, its own included. */
  #gapsUpTo(position) {
    let low = 0, high = this.gaps.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.gaps[middle] <= position) low = middle + 1; else high = middle;
    }
    return low;
  }

  equals(other) {
    return other !== undefined && this.first === other.first && this.total === other.total
      && this.rowHeight === other.rowHeight && this.gapHeight === other.gapHeight && this.gaps === other.gaps;
  }
}
