// A long list on the server, read in pages as they become visible.

/**
 * Caches the pages around the visible range. `read(offset, limit, signal)` returns `{first, total, items}`, with the items
 * from the greater of `offset` and `first`; a negative offset counts from the end. `onChange` is called when visible items
 * may have changed, `onError` when a read failed. Reads end with `signal`.
 */
export class PagedSource {
  first = 0;
  total = 0;
  /** Whether a read has succeeded since the last `reset`. */
  known = false;
  #pages = new Map();
  #wanted;
  #reading = new Set();
  #generation = new AbortController();
  /** The number of messages that changed the bounds; earlier reads are outdated. */
  #news = 0;
  #timer;

  constructor({ read, onChange, onError, signal, size = 200, keep = 50 }) {
    Object.assign(this, { read, onChange, onError, size, keep });
    signal?.addEventListener("abort", () => { clearTimeout(this.#timer); this.#generation.abort(); });
  }

  /** The item at a position, or `undefined` until it is loaded. */
  at(position) {
    return this.#pages.get(Math.floor(position / this.size))?.items[position % this.size];
  }

  /** Sets the visible range; missing pages are read soon. Only the latest range counts, so fast scrolling costs nothing. */
  want(from, to) {
    this.#wanted = [from, to];
    this.#timer ??= setTimeout(() => { this.#timer = undefined; this.#readWanted(); }, 30);
  }

  /** Replaces one item, for live messages. */
  put(position, item) {
    if (position < this.first) return;
    this.#page(Math.floor(position / this.size)).items[position % this.size] = item;
  }

  /** Sets the bounds, for live messages. */
  resize(first, total) {
    this.first = first;
    this.total = total;
    this.#news += 1;
    this.#forget();
  }

  /** Clears the cache, for another filter, and reads the end of the list. Throws the errors of the read. */
  async reset() {
    this.#generation.abort();
    this.#generation = new AbortController();
    this.#pages.clear();
    this.#reading.clear();
    this.#wanted = undefined;
    this.known = false;
    await this.#readPage(-this.size, (error) => { throw error; });
  }

  /** Reads the end of a list that only grows. */
  async grow() { await this.#readPage(-this.size); }

  /** Reads the visible range again, and other pages when they become visible; until then the old items remain. */
  async refresh({ atEnd = false } = {}) {
    for (const page of this.#pages.values()) page.stale = true;
    if (atEnd || !this.#wanted) await this.#readPage(-this.size); else await this.#readWanted();
  }

  #page(number) {
    if (!this.#pages.has(number)) this.#pages.set(number, { items: new Array(this.size), stale: false });
    return this.#pages.get(number);
  }

  #isWhole(number) {
    const page = this.#pages.get(number);
    if (!page || page.stale) return false;
    const start = number * this.size;
    const from = Math.max(0, this.first - start), to = Math.min(this.size, this.total - start);
    for (let index = from; index < to; index += 1) if (page.items[index] === undefined) return false;
    return true;
  }

  async #readWanted() {
    if (!this.#wanted) return;
    const [from, to] = this.#wanted;
    const numbers = [];
    for (let number = Math.floor(from / this.size); number <= Math.floor((to - 1) / this.size); number += 1) {
      if (!this.#reading.has(number) && !this.#isWhole(number)) numbers.push(number);
    }
    await Promise.all(numbers.slice(0, 3).map((number) => this.#readNumbered(number)));
  }

  async #readNumbered(number) {
    const reading = this.#reading;
    reading.add(number);
    await this.#readPage(number * this.size);
    reading.delete(number);
  }

  async #readPage(offset, failed = this.onError) {
    const { signal } = this.#generation, news = this.#news;
    try {
      const answer = await this.read(offset, this.size, signal);
      if (signal.aborted) return;
      this.#store(offset, answer, news !== this.#news);
      this.onChange(answer);
    } catch (error) {
      if (!signal.aborted) failed(error);
    }
  }

  #store(offset, { first, total, items }, isOlderThanNews) {
    if (!isOlderThanNews || total > this.total) {
      this.first = first;
      this.total = total;
    }
    this.known = true;
    const start = offset < 0 ? Math.max(first, total + offset) : Math.max(first, offset);
    const wholePage = offset >= 0 && this.#pages.get(offset / this.size);
    if (wholePage) { wholePage.stale = false; wholePage.items.fill(undefined); }
    items.forEach((item, index) => {
      const page = this.#page(Math.floor((start + index) / this.size));
      page.items[(start + index) % this.size] = item;
    });
    if (offset < 0) this.#page(Math.floor(Math.max(first, total - 1) / this.size)).stale = false;
    this.#forget();
  }

  /** Bounds the memory: removes the pages farthest from the visible range. */
  #forget() {
    if (this.#pages.size <= this.keep) return;
    const here = (this.#wanted?.[0] ?? this.total) / this.size;
    const far = [...this.#pages.keys()].sort((a, b) => Math.abs(b - here) - Math.abs(a - here));
    for (const number of far.slice(0, this.#pages.size - this.keep)) this.#pages.delete(number);
  }
}
