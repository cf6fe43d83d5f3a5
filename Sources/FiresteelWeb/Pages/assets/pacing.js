// Does something soon, and not more often than it should be.

/** A function that runs `work` at most once in `interval` milliseconds, at once the first time, never twice at the same time. */
export function paced(work, interval) {
  let timer, running = false, again = false, last = -Infinity;
  const run = async () => {
    timer = undefined;
    running = true;
    last = performance.now();
    try { await work(); } finally { running = false; }
    if (again) { again = false; ask(); }
  };
  const ask = () => {
    if (running) again = true;
    else timer ??= setTimeout(run, Math.max(0, last + interval - performance.now()));
  };
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

/** A function that runs `work` once nobody has asked for `quiet` milliseconds. */
export function settled(work, quiet) {
  let timer;
  return (...values) => { clearTimeout(timer); timer = setTimeout(() => work(...values), quiet); };
}
