// Equal neighbors, three or more, as one row each.

export class Folding {
  #groups = [];

  constructor(rows) {
    let last;
    for (const row of rows) {
      if (last && Folding.#folds(row, last)) this.#groups.at(-1).push(row);
      else { this.#separate(); this.#groups.push([row]); }
      last = row;
    }
    this.#separate();
  }

  /** Makes rows of two entries, which one row would hide without gaining room. */
  #separate() {
    const last = this.#groups.at(-1);
    if (last?.length === 2) this.#groups.push([last.pop()]);
  }

  /** The rows `{row, group}`. Groups that contain one of the `open` places are followed by their other members. */
  shown(open = new Set()) {
    return this.#groups.flatMap((group) => {
      if (group.length === 1) return { row: group[0] };
      const first = { row: group[0], group };
      return open.size && group.some(({ n }) => open.has(n)) ? [first, ...group.slice(1).map((row) => ({ row }))] : first;
    });
  }

  /** Whether two performs have the same action, session and outcome, and both are completed. */
  static repeats(one, other) {
    return one.outcome === other.outcome && one.outcome !== "in-flight" && one.action.identifier === other.action.identifier
      && one.feature.path === other.feature.path && one.session?.id === other.session?.id;
  }

  static #folds(one, other) {
    return !one.change && !other.change && one.parent === other.parent && one.error === other.error && Folding.repeats(one, other);
  }
}
