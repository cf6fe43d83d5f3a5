// Edits that aren't saved yet, by flag and environment. They survive leaving the page and reloading the tab.

import { textOf } from "../../kit/dom/drawn.js";

const prefix = "firesteel.draft.";

/** The edit of one targeting: `base` is the number of the change that was read, `before` its value, `value` the edited one. */
export class Draft {
  #key;

  constructor(program, flag, environment) {
    Object.assign(this, { flag, environment });
    this.#key = `${prefix}${program.id}\n${flag}\n${environment}`;
    const stored = this.#stored();
    if (stored) Object.assign(this, stored);
  }

  /** Whether something differs from what was read. */
  get isChanged() { return this.value !== undefined && textOf(this.value) !== textOf(this.before); }

  /** The targeting to show: the edited one, or the stored one. */
  shown(stored) { return this.value ?? stored?.value; }

  /** Changes a copy of the shown targeting. */
  edit(stored, change) {
    if (this.value === undefined) Object.assign(this, { base: stored.change, before: stored.value });
    const value = structuredClone(this.value ?? stored.value);
    change(value);
    if (value.rules?.length === 0) delete value.rules;
    this.value = value;
    if (this.isChanged) this.#store(); else this.discard();
  }

  /** Discards the edits. Returns a function that restores them, unless there are others by then. */
  discard() {
    const { base, before, value } = this;
    this.value = this.base = this.before = undefined;
    try { sessionStorage.removeItem(this.#key); } catch { /* Without storage there is nothing to remove. */ }
    return () => {
      if (this.isChanged || this.#stored()) return;
      Object.assign(this, { base, before, value });
      this.#store();
    };
  }

  /** The number of fields and rules that differ. */
  get count() { return this.isChanged ? this.changedRules.size + this.#fields().filter((name) => name !== "rules").length || 1 : 0; }

  /** The identifiers of rules that were added, changed or removed, and “order” if they were moved. */
  get changedRules() {
    const before = new Map((this.before?.rules ?? []).map((rule) => [rule.id, textOf(rule)])), now = this.value?.rules ?? [], found = new Set();
    if (this.value === undefined) return found;
    for (const rule of now) if (before.get(rule.id) !== textOf(rule)) found.add(rule.id);
    for (const id of before.keys()) if (!now.some((rule) => rule.id === id)) found.add(id);
    const kept = now.map(({ id }) => id).filter((id) => before.has(id));
    const order = [...before.keys()].filter((id) => kept.includes(id));
    if (kept.some((id, index) => id !== order[index])) found.add("order");
    return found;
  }

  #fields() { return [...new Set([...Object.keys(this.before), ...Object.keys(this.value)])].filter((name) => textOf(this.before[name]) !== textOf(this.value[name])); }

  /** The edit to send. */
  get edits() {
    const fields = this.#fields(), set = {}, clear = [];
    for (const name of fields) if (name in this.value) set[name] = this.value[name]; else clear.push(name);
    return [{ kind: "targeting", name: this.flag, environment: this.environment, base: this.base, set, ...(clear.length ? { clear } : {}) }];
  }

  #stored() {
    try { return JSON.parse(sessionStorage.getItem(this.#key)) ?? undefined; } catch { return undefined; }
  }

  #store() {
    const { base, before, value } = this;
    try { sessionStorage.setItem(this.#key, JSON.stringify({ base, before, value })); } catch { /* Without storage the edit lasts as long as this page. */ }
  }
}
