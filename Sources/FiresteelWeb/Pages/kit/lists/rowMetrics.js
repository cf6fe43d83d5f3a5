// The positions of rows without measuring: rows have one height, gaps another.

/**
 * The arithmetic of one state of a list. Positions are those of the source: `first` is the first available row,
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

  /** The offset of a row from the list's top; its own gap is above it. */
  offset(position) {
    return (position - this.first) * this.rowHeight + this.#gapsUpTo(position) * this.gapHeight;
  }

  /** The row at this offset, or the first or last one. A gap belongs to the row below it. */
  position(y) {
    let low = this.first, high = Math.max(this.first, this.total - 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.offset(middle) + this.rowHeight > y) high = middle; else low = middle + 1;
    }
    return low;
  }

  /** The number of gaps above the row, including its own. */
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
