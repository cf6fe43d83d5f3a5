// What happens at the server, as it happens: messages by their topics, from one stream that outlives pages.

import { LineStream } from "./lineStream.js";

const silence = 25_000;           // The server says that it is alive every 10 seconds.
const asleepAfter = 5_000;        // A browser opens six connections to a host: hidden tabs give theirs back.

/**
 * The live connection, over the stream that `open(signal)` opens. Its states are those of a `LineStream`. Messages of a topic
 * are delivered to those who listen for it, all of a frame together.
 */
export class Live {
  /** The server's run, as it said when the stream was opened last. */
  run = undefined;
  #listeners = new Map();
  #stateListeners = new Set();
  #waiting = [];
  #sleepTimer;
  #frame;

  constructor(open) {
    this.stream = new LineStream({
      open, silence,
      onMessage: (message, isFirst) => this.#take(message, isFirst),
      onState: (state, before) => { for (const listener of this.#stateListeners) listener(state, before); },
    });
  }

  get state() { return this.stream.state; }

  start() {
    document.addEventListener("visibilitychange", () => this.#visibility());
    addEventListener("online", () => this.retry());
    // A page that comes back from the browser's cache has a stream that is no longer written to.
    addEventListener("pageshow", (event) => { if (event.persisted) this.suspect(); });
    // A tab that was opened in the background gives its connection back as well, without an event.
    if (document.hidden) this.#visibility();
    this.stream.start();
  }

  /** Calls back with the list of messages of a topic that came since the last frame, until `signal` ends that. */
  on(topic, listener, { signal } = {}) {
    if (!this.#listeners.has(topic)) this.#listeners.set(topic, new Set());
    this.#add(this.#listeners.get(topic), listener, signal);
  }

  /** Calls back with each state, until `signal` ends that. */
  onState(listener, { signal } = {}) { this.#add(this.#stateListeners, listener, signal); }

  retry() { this.stream.retry(); }
  suspect() { this.stream.suspect(); }

  #add(listeners, listener, signal) {
    if (signal?.aborted) return;
    listeners.add(listener);
    signal?.addEventListener("abort", () => listeners.delete(listener));
  }

  #take(message, isFirst) {
    if (isFirst) this.run = message.run;
    this.#waiting.push(message);
    this.#frame ??= requestAnimationFrame(() => this.#deliver());
  }

  #deliver() {
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
