// Does something soon, and not more often than it should be.

/**
 * A function that runs `work` at most once in `interval` milliseconds, at once the first time, never twice at the same
 * time, not after `signal`.
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

/** Reads of something that is changed from here as well: an answer that is older than what is shown is left out. */
export class Reads {
  #asked = 0;
  #newest = 0;
  #changing = 0;

  /** What `read` promises, or nothing where a later read or a change came before it, or a change is being made. */
  async read(read) {
    const number = ++this.#asked, answer = await read();
    if (number < this.#newest || this.#changing > 0) return undefined;
    this.#newest = number;
    return answer;
  }

  /** Makes a change: what is asked for before its end may not know of it. Whoever changes reads again afterwards. */
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
 * A function that runs `work` once it has not been called for `quiet` milliseconds, but at the latest after `most`, and not
 * after `signal`. Its `cancel()` drops what is pending.
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
