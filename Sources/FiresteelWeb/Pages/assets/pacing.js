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

/** A function that runs `work` once nobody has asked for `quiet` milliseconds. */
export function settled(work, quiet) {
  let timer;
  return (...values) => { clearTimeout(timer); timer = setTimeout(() => work(...values), quiet); };
}
