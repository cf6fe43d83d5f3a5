// Throttles and debounces work.

/**
 * A function that runs `work` at most once in `interval` milliseconds, immediately the first time, never concurrently, and
 * not after `signal`.
 */
export function paced(work, interval, signal) {
  let timer, running = false, again = false, last = -Infinity;
  const run = async () => {
    timer = undefined;
    running = true;
    last = performance.now();
    try { await work(); } finally { running = false; }
    if (again) { again = false; ask(); }
  };
  const ask = () => {
    if (signal?.aborted) return;
    if (running) again = true;
    else timer ??= setTimeout(run, Math.max(0, last + interval - performance.now()));
  };
  signal?.addEventListener("abort", () => clearTimeout(timer));
  return ask;
}

/** Reads of data that this page also changes: results older than a change are ignored. */
export class Reads {
  #asked = 0;
  #newest = 0;
  #changing = 0;

  /** The result of `read`, or `undefined` if a later read or a change came first, or a change is pending. */
  async read(read) {
    const number = ++this.#asked, answer = await read();
    if (number < this.#newest || this.#changing > 0) return undefined;
    this.#newest = number;
    return answer;
  }

  /** Makes a change. Reads requested before its end may predate it, so the caller reads again afterwards. */
  async change(change) {
    this.#changing += 1;
    try {
      return await change();
    } finally {
      this.#changing -= 1;
      this.#newest = ++this.#asked;
    }
  }
}

/**
 * A function that runs `work` after `quiet` milliseconds without calls, at the latest after `most`, and not after `signal`.
 * Its `cancel()` discards a pending run.
 */
export function settled(work, quiet, { most = Infinity, signal } = {}) {
  let timer, since;
  const cancel = () => { clearTimeout(timer); timer = since = undefined; };
  signal?.addEventListener("abort", cancel);
  const later = (...values) => {
    clearTimeout(timer);
    if (signal?.aborted) return;
    const now = performance.now();
    since ??= now;
    timer = setTimeout(() => { cancel(); work(...values); }, Math.max(0, Math.min(quiet, since + most - now)));
  };
  return Object.assign(later, { cancel });
}
