// Live messages from the server by topic, from one stream that outlives pages.

import { LineStream } from "./lineStream.js";

const silence = 25_000;           // The server sends a message at least every 10 seconds.
const latest = 1_000;             // Messages are delivered with the next frame, or after this time.
const asleepAfter = 5_000;        // Browsers limit connections to a host to six, so hidden tabs close theirs.

/**
 * The live connection, over the stream that `open(signal)` opens. Its states are those of a `LineStream`. The messages of
 * a topic are delivered to its listeners once per frame, or second.
 */
export class Live {
  /** The server's run, as of the last connection. */
  run = undefined;
  /** The time of the last line, in milliseconds, and the interval of lines, in microseconds, if the server announces it. */
  #heard = 0;
  #beat;
  #listeners = new Map();
  #stateListeners = new Set();
  #waiting = [];
  #sleepTimer;
  #frame;
  #late;

  constructor(open) {
    this.stream = new LineStream({
      open, silence,
      onMessage: (message, isFirst) => this.#receive(message, isFirst),
      onState: (state, before) => { for (const listener of this.#stateListeners) listener(state, before); },
    });
  }

  get state() { return this.stream.state; }

  start() {
    document.addEventListener("visibilitychange", () => this.#visibility());
    addEventListener("online", () => this.retry());
    // The stream of a page restored from the browser's cache is dead.
    addEventListener("pageshow", (event) => { if (event.persisted) this.suspect(); });
    // A tab opened in the background gets no event and closes its connection as well.
    if (document.hidden) this.#visibility();
    this.stream.start();
  }

  /** Calls back with the messages of a topic since the last frame, until `signal`. */
  on(topic, listener, { signal } = {}) {
    if (!this.#listeners.has(topic)) this.#listeners.set(topic, new Set());
    this.#add(this.#listeners.get(topic), listener, signal);
  }

  /** Calls back with each state, until `signal`. */
  onState(listener, { signal } = {}) { this.#add(this.#stateListeners, listener, signal); }

  retry() { this.stream.retry(); }
  reconnect() { this.stream.reconnect(); }
  suspect() { this.stream.suspect(); }

  #add(listeners, listener, signal) {
    if (signal?.aborted) return;
    listeners.add(listener);
    signal?.addEventListener("abort", () => listeners.delete(listener));
  }

  /** For how long an open stream has been silent beyond its interval, in milliseconds, or 0. */
  get silentFor() {
    if (this.state !== "live" || this.#beat === undefined) return 0;
    const silentFor = performance.now() - this.#heard;
    return silentFor > this.#beat / 1000 + 1_000 ? silentFor : 0;
  }

  #receive(message, isFirst) {
    if (isFirst) { this.run = message.run; this.#beat = message.beat; }
    this.#heard = performance.now();
    this.#waiting.push(message);
    if (this.#frame !== undefined) return;
    this.#frame = requestAnimationFrame(() => this.#deliver());
    // A window that isn't drawn has no frames.
    this.#late = setTimeout(() => this.#deliver(), latest);
  }

  #deliver() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#late);
    this.#frame = undefined;
    const byTopic = new Map();
    for (const message of this.#waiting.splice(0)) {
      if (!byTopic.has(message.topic)) byTopic.set(message.topic, []);
      byTopic.get(message.topic).push(message);
    }
    for (const [topic, messages] of byTopic) {
      for (const listener of this.#listeners.get(topic) ?? []) listener(messages);
    }
  }

  #visibility() {
    clearTimeout(this.#sleepTimer);
    if (!document.hidden) return this.retry();
    this.#sleepTimer = setTimeout(() => this.stream.sleep(), asleepAfter);
  }
}
