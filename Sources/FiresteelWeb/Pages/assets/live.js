// What happens in the program, as it happens: one stream of lines, opened again whenever it breaks.

import { ApiError, request } from "./api.js";

const silence = 25_000;           // The program says that it is alive every 10 seconds.
const waits = [300, 700, 1_500, 3_000, 5_000];
const asleepAfter = 5_000;        // A browser opens six connections to a host: hidden tabs give theirs back.

/**
 * The stream. `state` is `connecting`, `live`, `lost`, `refused` or `asleep`; `onState` is told of each change.
 * Messages of a topic are delivered to those who asked for it, all that came in a frame at once.
 */
export class Live {
  state = "connecting";
  run = undefined;
  #listeners = new Map();
  #stateListeners = new Set();
  #waiting = [];
  #abort;
  #attempt = 0;
  #timer;
  #watchdog;
  #sleepTimer;
  #frame;

  start() {
    document.addEventListener("visibilitychange", () => this.#visibility());
    addEventListener("online", () => this.retry());
    // A page that comes back from the browser's cache has a stream that nobody writes to any more.
    addEventListener("pageshow", (event) => { if (event.persisted) this.suspect(); });
    // A tab that was opened in the background gives its connection back as well, without being told that it is hidden.
    if (document.hidden) this.#visibility();
    this.#connect();
  }

  /** Calls back with the list of messages of a topic that came since the last frame. */
  on(topic, listener) {
    if (!this.#listeners.has(topic)) this.#listeners.set(topic, new Set());
    this.#listeners.get(topic).add(listener);
  }

  onState(listener) { this.#stateListeners.add(listener); }

  /** Tries again now, if nothing is open. */
  retry() {
    if (this.state !== "lost" && this.state !== "asleep") return;
    clearTimeout(this.#timer);
    if (this.state === "asleep") this.#set("connecting");
    this.#connect();
  }

  /** Somebody else found that the program does not answer: look at once, since a dead stream may take a while to notice. */
  suspect() {
    if (this.state === "live") this.#abort?.abort("silent");
  }

  async #connect() {
    // A stream that is still being opened, or about to be, would stay beside this one.
    this.#abort?.abort("again");
    clearTimeout(this.#timer);
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const response = await request("GET", "stream", { signal: abort.signal });
      this.#attempt = 0;
      await this.#read(response.body.getReader());
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return this.#set("refused");
    } finally {
      clearTimeout(this.#watchdog);
    }
    if (abort !== this.#abort || this.state === "asleep") return;
    this.#set("lost");
    const wait = waits[Math.min(this.#attempt, waits.length - 1)];
    this.#attempt += 1;
    this.#timer = setTimeout(() => this.#connect(), wait * (0.8 + 0.4 * Math.random()));
  }

  async #read(reader) {
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      clearTimeout(this.#watchdog);
      this.#watchdog = setTimeout(() => this.#abort.abort("silent"), silence);
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop();
      for (const line of lines) if (line) this.#take(JSON.parse(line));
    }
  }

  #take(message) {
    if (message.topic === "hello") {
      this.run = message.run;
      this.#set("live");
    }
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
    this.#sleepTimer = setTimeout(() => {
      if (this.state !== "live") return;
      this.#set("asleep");
      this.#abort.abort("hidden");
    }, asleepAfter);
  }

  #set(state) {
    const before = this.state;
    if (state === before && state !== "live") return;
    this.state = state;
    for (const listener of this.#stateListeners) listener(state, before);
  }
}
