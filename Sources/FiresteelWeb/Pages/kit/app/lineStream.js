// A stream of JSON lines from a server, reopened when it breaks.

import { RequestError } from "./transport.js";

const waits = [300, 700, 1_500, 3_000, 5_000];

/**
 * The stream. `open(signal)` opens it and promises the response; `isRefused(error)` is whether reopening is
 * pointless. `state` is `connecting`, `live`, `lost`, `refused` or `asleep`; it is live from the first message of a connection
 * on. `onMessage(message, isFirst)` receives each message, the first one before the state changes; `onState(state, before)`
 * each change and each connection. A server that sends nothing for `silence` milliseconds is lost.
 */
export class LineStream {
  state = "connecting";
  #abort;
  #attempt = 0;
  #timer;
  #watchdog;

  constructor({ open, onMessage, onState, silence = Infinity, isRefused = (error) => error instanceof RequestError && error.status === 401 }) {
    Object.assign(this, { open, onMessage, onState, silence, isRefused });
  }

  /** Opens the stream, and reopens it when it breaks. */
  start() { this.#connect(); }

  /** Reconnects immediately, unless the stream is open. */
  retry() {
    if (this.state !== "lost" && this.state !== "asleep") return;
    clearTimeout(this.#timer);
    if (this.state === "asleep") this.#set("connecting");
    this.#connect();
  }

  /** Connects again, for example with another token. A pending connection, which may have the earlier one, ends. */
  reconnect() {
    if (this.state === "live") return;
    this.#set("connecting");
    this.#connect();
  }

  /** Another request found the server unreachable: checks immediately, since a dead stream may take a while to notice. */
  suspect() {
    if (this.state === "live") this.#abort?.abort("silent");
  }

  /** Closes the connection until `retry`. */
  sleep() {
    if (this.state !== "live") return;
    this.#set("asleep");
    this.#abort.abort("hidden");
  }

  async #connect() {
    // Ends a pending connection, which would otherwise remain beside this one.
    this.#abort?.abort("again");
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const response = await this.open(abort.signal);
      this.#attempt = 0;
      await this.#read(response.body.getReader());
    } catch (error) {
      if (abort === this.#abort && this.isRefused(error)) return this.#set("refused");
    } finally {
      if (abort === this.#abort) clearTimeout(this.#watchdog);
    }
    if (abort !== this.#abort || this.state === "asleep") return;
    this.#set("lost");
    const wait = waits[Math.min(this.#attempt, waits.length - 1)];
    this.#attempt += 1;
    this.#timer = setTimeout(() => this.#connect(), wait * (0.8 + 0.4 * Math.random()));
  }

  async #read(reader) {
    const decoder = new TextDecoder();
    let rest = "", isFirst = true;
    for (;;) {
      clearTimeout(this.#watchdog);
      if (this.silence < Infinity) this.#watchdog = setTimeout(() => this.#abort.abort("silent"), this.silence);
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        if (!line) continue;
        this.onMessage(JSON.parse(line), isFirst);
        if (isFirst) this.#set("live");
        isFirst = false;
      }
    }
  }

  #set(state) {
    const before = this.state;
    if (state === before && state !== "live") return;
    this.state = state;
    this.onState(state, before);
  }
}
