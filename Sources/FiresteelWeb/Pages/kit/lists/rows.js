// A list of any length: about three screens of row elements, reused while scrolling and moved by one translate.

import { h, uniqueId } from "../dom/dom.js";
import { RowMetrics } from "./rowMetrics.js";

/**
 * The list in `scroller`. `source` has `first`, `total`, `at(position)`, `want(from, to)` and may have `gaps` (positions)
 * with `gapText(position)`. `create()` makes a row's element, `render(element, item, position)` fills it.
 * `onSelect(item, position, opened)` is called when a row is selected (`opened`: by Enter or a click), `onBack` on Escape,
 * `onWindow(from, to)` when the rows in view change, `onFold(item, position, open)` on ← and → and, without `open`, on the press
 * of a row's button, `onMark(item, position, {extend, from})` when Ctrl or Shift with a click, Shift with an arrow, or the space
 * bar marks rows. `aria-activedescendant` identifies the active row: the focus stays
 * on the grid, so that rows can be reused. Observers end with `signal`.
 */
export class Rows {
  following = false;
  active = undefined;
  #pool = [];
  #gapPool = [];
  #drawn = new Map();
  #metrics;
  #rowHeight = 28;
  #gapHeight = 26;
  #top = 0;
  #frame;
  #owed;
  #stale = true;

  constructor({ scroller, label, source, create, render, isSelected, onSelect, onBack, onWindow, onFollow, onFold, onMark, signal }) {
    Object.assign(this, { scroller, source, create, render, isSelected, onSelect, onBack, onWindow, onFollow, onFold, onMark });
    this.block = h("div", { class: "rows-block", role: "rowgroup" });
    this.grid = h("div", { class: "rows", role: "grid", "aria-label": label, "aria-rowcount": "0", tabIndex: 0 }, this.block);
    scroller.append(this.grid);
    scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    scroller.addEventListener("wheel", (event) => { if (event.deltaY < 0) this.#follow(false); }, { passive: true });
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("click", (event) => this.#click(event));
    this.grid.addEventListener("focus", () => this.#focused());
    if (onMark) {
      this.grid.setAttribute("aria-multiselectable", "true");
      // The shift key marks rows, not their text.
      this.grid.addEventListener("mousedown", (event) => { if (event.shiftKey) { event.preventDefault(); this.grid.focus({ preventScroll: true }); } });
    }
    const observer = new ResizeObserver(() => { this.#measure(); this.draw(); });
    observer.observe(scroller);
    signal?.addEventListener("abort", () => observer.disconnect());
    this.#measure();
  }

  /** Draws once in the next frame. `stale` renders every row again. */
  update({ stale = false } = {}) {
    this.#stale ||= stale;
    this.#frame ??= requestAnimationFrame(() => { this.#frame = undefined; this.draw(); });
  }

  /** Scrolls to the end and follows it while rows are added. */
  toEnd() {
    this.#follow(true);
    this.draw();
  }

  /** Scrolls a row into view: at the `nearest` edge, in the `middle` or at the `start`. */
  show(position, place = "nearest") {
    const metrics = this.#currentMetrics(), room = this.scroller.clientHeight;
    const top = metrics.offset(position), bottom = top + metrics.rowHeight;
    let y = this.scroller.scrollTop;
    if (place === "start") y = top;
    else if (place === "middle") y = top - (room - metrics.rowHeight) / 2;
    else if (top < y) y = top;
    else if (bottom > y + room) y = bottom - room;
    this.#follow(false);
    this.#resize(metrics);
    this.scroller.scrollTop = y;
    this.draw();
  }

  /** Measures the rows again and draws them, after their form changed. The top row retains its place. */
  remeasure() {
    this.#measure();
    this.#stale = true;
    this.draw();
  }

  /** The first and last position that are at least partly visible. */
  get inView() {
    const metrics = this.#metrics ?? this.#currentMetrics();
    if (metrics.count === 0) return [metrics.first, metrics.first];
    const top = this.scroller.scrollTop;
    return [metrics.position(top), metrics.position(top + this.scroller.clientHeight - 1)];
  }

  draw() {
    const metrics = this.#currentMetrics();
    this.#keepPlace(metrics);
    const top = this.scroller.scrollTop, room = this.scroller.clientHeight;
    const from = metrics.count ? metrics.position(top - room) : metrics.first;
    const to = metrics.count ? metrics.position(top + 2 * room) + 1 : metrics.first;
    this.#place(metrics, from, to);
    this.#stale = false;
    this.#top = top;
    if (metrics.count) this.source.want(from, to);
    const [seenFrom, seenTo] = this.inView;
    this.onWindow?.(seenFrom, seenTo);
    if (this.#owed && this.source.at(this.#owed.position) !== undefined) this.#select(this.#owed.position, this.#owed.opened);
  }

  #currentMetrics() {
    const { first, total, gaps = [] } = this.source;
    const metrics = new RowMetrics({ first, total, gaps, rowHeight: this.#rowHeight, gapHeight: this.#gapHeight });
    return metrics.equals(this.#metrics) ? this.#metrics : metrics;
  }

  /** The top row retains its place when rows above it are added, removed or resized. */
  #keepPlace(metrics) {
    const before = this.#metrics;
    if (metrics !== before) {
      const top = this.scroller.scrollTop;
      const anchor = before?.count ? before.position(top) : undefined;
      const within = anchor === undefined ? 0 : top - before.offset(anchor);
      this.#resize(metrics);
      if (!this.following && anchor !== undefined) {
        const y = anchor < metrics.first ? 0 : metrics.offset(anchor) + within;
        if (Math.abs(y - top) > 0.5) this.scroller.scrollTop = y;
      }
    }
    if (this.following) {
      const end = metrics.height - this.scroller.clientHeight;
      if (this.scroller.scrollTop < end - 0.5) this.scroller.scrollTop = end;
    }
  }

  #resize(metrics) {
    if (metrics === this.#metrics) return;
    this.#metrics = metrics;
    this.grid.style.setProperty("block-size", `${metrics.height}px`);
    this.grid.setAttribute("aria-rowcount", String(metrics.count));
  }

  /** Orders the elements for `from ..< to`; rows that remain visible retain their elements. */
  #place(metrics, from, to) {
    const free = [], kept = new Map();
    for (const [position, entry] of this.#drawn) {
      if (position >= from && position < to) kept.set(position, entry); else free.push(entry);
    }
    // Elements that left at the top move to the end; the others stay in place.
    for (const entry of free) this.block.append(entry.element);
    const gapTexts = this.#gapTexts(from, to);
    let cursor = this.block.firstChild;
    const put = (element) => {
      if (element === cursor) cursor = cursor.nextSibling; else this.block.insertBefore(element, cursor);
    };
    let gapIndex = 0;
    for (let position = from; position < to; position += 1) {
      if (gapTexts.has(position)) put(this.#gap(gapIndex++, gapTexts.get(position)));
      const entry = kept.get(position) ?? free.shift() ?? this.#pool.pop() ?? this.#newEntry();
      kept.set(position, entry);
      put(entry.element);
      this.#fill(entry, position, metrics);
    }
    while (cursor) { const next = cursor.nextSibling; cursor.remove(); cursor = next; }
    this.#pool.push(...free);
    this.#drawn = kept;
    this.block.style.setProperty("translate", `0 ${this.#blockTop(metrics, from)}px`);
    this.#pointToActive();
  }

  #blockTop(metrics, from) {
    return metrics.offset(from) - (this.source.gaps?.includes(from) ? metrics.gapHeight : 0);
  }

  #gapTexts(from, to) {
    const texts = new Map();
    for (const position of this.source.gaps ?? []) {
      if (position >= from && position < to) texts.set(position, this.source.gapText(position));
    }
    return texts;
  }

  #gap(index, text) {
    this.#gapPool[index] ??= h("div", { class: "gap", role: "row" }, h("span", { role: "gridcell" }));
    const element = this.#gapPool[index];
    if (element.firstChild.textContent !== text) element.firstChild.textContent = text;
    return element;
  }

  #newEntry() {
    const element = this.create();
    element.setAttribute("role", "row");
    element.id = uniqueId("row");
    return { element };
  }

  #fill(entry, position, metrics) {
    const item = this.source.at(position);
    const selected = item !== undefined && this.isSelected(item), active = position === this.active;
    const same = entry.position === position && entry.item === item && !this.#stale;
    if (!same) {
      if (item !== undefined) this.render(entry.element, item, position);
      entry.element.classList.toggle("waiting", item === undefined);
      // Rendering may have replaced the classes.
      Object.assign(entry, { position, item, active: undefined });
    }
    const index = String(position - metrics.first + 1);
    if (entry.index !== index) entry.element.setAttribute("aria-rowindex", entry.index = index);
    if (entry.selected !== selected) entry.element.setAttribute("aria-selected", String(entry.selected = selected));
    if (entry.active !== active) entry.element.classList.toggle("active", entry.active = active);
  }

  #pointToActive() {
    const entry = this.#drawn.get(this.active);
    if (entry) this.grid.setAttribute("aria-activedescendant", entry.element.id);
    else this.grid.removeAttribute("aria-activedescendant");
  }

  #scrolled() {
    const top = this.scroller.scrollTop;
    const end = (this.#metrics?.height ?? 0) - this.scroller.clientHeight;
    if (top < this.#top - 1) this.#follow(false);
    else if (top >= end - 2) this.#follow(true);
    this.#top = top;
    this.update();
  }

  #follow(following) {
    if (this.following === following) return;
    this.following = following;
    this.onFollow?.(following);
  }

  #measure() {
    const row = this.#pool.at(-1) ?? this.#newEntry(), gap = this.#gap(0, "");
    if (!this.#pool.length) this.#pool.push(row);
    const rowWasPlaced = row.element.isConnected, gapWasPlaced = gap.isConnected;
    this.block.append(row.element, gap);
    const height = row.element.getBoundingClientRect().height, gapHeight = gap.getBoundingClientRect().height;
    if (height > 0) this.#rowHeight = height;
    if (gapHeight > 0) this.#gapHeight = gapHeight;
    if (!rowWasPlaced) row.element.remove();
    if (!gapWasPlaced) gap.remove();
  }

  #focused() {
    if (this.active !== undefined && this.#drawn.has(this.active)) return;
    this.active = [...this.#drawn].find(([, entry]) => entry.selected)?.[0] ?? this.inView[0];
    this.update();
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { first, total } = this.source, page = Math.max(1, Math.floor(this.scroller.clientHeight / this.#rowHeight) - 1);
    const here = this.active ?? this.inView[0];
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, PageDown: here + page, PageUp: here - page, Home: first, End: total - 1 }[event.key];
    const fold = this.onFold && { ArrowRight: true, ArrowLeft: false }[event.key], item = fold === undefined ? undefined : this.source.at(here);
    const mark = this.onMark && (event.key === " " ? here : event.shiftKey && to !== undefined && total > first ? Math.min(Math.max(to, first), total - 1) : undefined);
    if (mark !== undefined) this.#mark(mark, here, event.key !== " ");
    else if (event.key === "Enter") this.#select(here, true);
    else if (item !== undefined) this.onFold(item, here, fold);
    else if (event.key === "Escape") { this.#owed = undefined; if (!this.onBack?.()) return; }
    else if (to === undefined) return;
    else if (total > first) this.#move(Math.min(Math.max(to, first), total - 1), event.key === "End");
    event.preventDefault();
  }

  #move(position, toEnd) {
    this.active = position;
    if (toEnd) this.toEnd(); else this.show(position);
    this.#select(position, false);
  }

  #mark(position, from, extend) {
    this.active = position;
    if (extend) this.show(position);
    const item = this.source.at(position);
    if (item !== undefined) this.onMark(item, position, { extend, from });
    this.update();
  }

  #click(event) {
    const element = event.target.closest(".row");
    const found = [...this.#drawn].find(([, entry]) => entry.element === element);
    if (!found) return;
    if (this.onMark && (event.ctrlKey || event.metaKey || event.shiftKey)) return this.#mark(found[0], this.active ?? found[0], event.shiftKey);
    this.active = found[0];
    const item = this.source.at(found[0]);
    if (this.onFold && item !== undefined && event.target.closest("button")) this.onFold(item, found[0]);
    else this.#select(found[0], true);
    this.update();
  }

  /** A row that is still loading is selected once it is loaded. */
  #select(position, opened) {
    const item = this.source.at(position);
    this.#owed = item === undefined ? { position, opened } : undefined;
    if (item === undefined) return;
    this.onSelect(item, position, opened);
    this.update();
  }
}
