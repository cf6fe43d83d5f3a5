// The current program: its flags, segments and rights, and the running programs that are connected.

import { Transport, UnreachableError } from "../../kit/app/transport.js";
import { Reads } from "../../kit/time/pacing.js";
import { programTopic } from "./events.js";
import { placeOf } from "./routes.js";

export class Program {
  /** The number of the last change, as of the last read. */
  change = 0;
  /** The number of the last change that was a week old at the last read. */
  weekAgo = 0;
  /** The flags by key: `{key, value, change, targetings}`, targetings by environment `{value, change, text}` with the server's sentences. */
  flags = new Map();
  /** The segments by key: `{key, value, change, text}` with the server's sentences. */
  segments = new Map();
  /** The experiments and holdouts of all environments: `{key, environment, value}`. */
  #experiments = [];
  /** The errors of stored items, which programs don’t receive: `{kind, name, environment, path, message}`. */
  diagnostics = [];
  /** The running programs: `{environment, version, revision, instances}`; `undefined` before the first message. */
  connections;
  /** The server’s tag of the items that were read last. */
  #tag;
  #reading;
  #reads = new Reads();
  #listeners = new Set();
  #connectionListeners = new Set();
  #requestListeners = new Set();
  /** The number that the server changes with the pending requests; `undefined` before the first message, or without one. */
  #requests;
  #app;
  /** The identifier of the environment that this page is removing, if any. */
  removing;

  constructor(transport, session, facts) {
    Object.assign(this, { transport, session, facts, id: facts.id, name: facts.name, role: facts.role, environments: facts.environments });
    this.path = `programs/${encodeURIComponent(facts.id)}`;
  }

  /** The environment of the address. */
  get environment() { return this.environmentNamed(placeOf(location.pathname)?.environment) ?? this.environments[0]; }

  environmentNamed(id) { return this.environments.find((environment) => environment.id === id); }

  /** The experiments of an environment, without holdouts. */
  experimentsIn(id) { return this.#experiments.filter(({ environment, value }) => environment === id && !value.holdout); }

  /** Whether the role of the signed-in person includes another one. */
  hasRole(role) {
    const order = ["viewer", "editor", "approver", "admin"];
    return order.indexOf(this.role) >= order.indexOf(role);
  }

  /** Whether the signed-in person may change an environment, or any without one. */
  mayEdit(environment) {
    return this.hasRole("editor") && (!environment || !this.facts.editable || this.facts.editable.includes(environment));
  }

  /** Reads the items. Concurrent calls share one read. */
  read() {
    this.#reading ??= this.#load().finally(() => { this.#reading = undefined; });
    return this.#reading;
  }

  /**
   * Reads the items again after a change of this page, also if a read is pending that may predate it. The page shows an error: the
   * change was made nevertheless.
   */
  async refresh() {
    try { await this.#readAgain(); } catch (error) { this.#app?.page.failed(error); }
  }

  async #readAgain() {
    await this.#reading?.catch(() => {});
    await this.read();
  }

  async #load() {
    const found = await this.#reads.read(() => this.#items());
    if (!found) return;
    const before = this.#state;
    this.#apply(found.body);
    this.#tag = found.tag;
    if (this.#state !== before) for (const listener of this.#listeners) listener();
  }

  /** The state that listeners are notified of: the last change, and names and protections, which have no change. */
  get #state() { return JSON.stringify([this.change, this.name, this.environments]); }

  /** Reads the items: `{body, tag}`, or `undefined` if they are those of the last read. */
  async #items() {
    const tag = this.#tag, transport = tag ? new Transport({ ...this.transport, headers: () => ({ ...this.transport.headers(), "If-None-Match": tag }) }) : this.transport;
    let response;
    try {
      response = await transport.request("GET", `${this.path}/items`);
    } catch (error) {
      if (error.status === 304) return undefined;
      throw error;
    }
    try {
      return { body: await response.json(), tag: response.headers.get("ETag") };
    } catch {
      throw new UnreachableError(this.transport.unreachable);
    }
  }

  #apply({ program, items, weekAgo, diagnostics = [] }) {
    this.diagnostics = diagnostics;
    Object.assign(this, { weekAgo, change: program.change, name: program.name, environments: program.environments });
    this.flags = new Map();
    this.segments = new Map();
    this.#experiments = items.filter(({ kind }) => kind === "experiment").map(({ name, environment, value }) => ({ key: name, environment, value }));
    for (const { kind, name, value, change, text } of items) {
      if (kind === "flag") this.flags.set(name, { key: name, value, change, targetings: new Map() });
      if (kind === "segment") this.segments.set(name, { key: name, value, change, text });
    }
    for (const { kind, name, environment, value, change, text } of items) {
      if (kind === "targeting") this.flags.get(name)?.targetings.set(environment, { value, change, text });
    }
  }

  /** Calls back after changes, also of names and environments, until `signal`. */
  onChange(listener, signal) { this.#observe(this.#listeners, listener, signal); }

  /** Calls back with new connections, until `signal`. */
  onConnections(listener, signal) { this.#observe(this.#connectionListeners, listener, signal); }

  /** Calls back when pending requests were added, decided, withdrawn or failed, by anyone, until `signal`. */
  onRequests(listener, signal) { this.#observe(this.#requestListeners, listener, signal); }

  #observe(listeners, listener, signal) {
    listeners.add(listener);
    signal.addEventListener("abort", () => listeners.delete(listener));
  }

  /** Follows the program as long as the document exists. */
  follow(app) {
    this.#app = app;
    app.live.on(programTopic, async (messages) => {
      // Later messages replace earlier ones, and a number may be missing.
      const { change, connections, requests } = Object.assign({}, ...messages);
      if (connections) this.showConnections(connections);
      if (requests !== undefined && requests !== this.#requests) {
        this.#requests = requests;
        for (const listener of this.#requestListeners) listener();
      }
      if (change === undefined || change <= this.change) return;
      try { await this.#readAgain(); } catch (error) { app.failed(error); }
    });
  }

  showConnections(connections) {
    this.connections = connections;
    for (const listener of this.#connectionListeners) listener();
  }

  /** The number of running programs of an environment, and of those that have a revision. */
  having(environment, revision) {
    const here = (this.connections ?? []).filter((count) => count.environment === environment);
    const sum = (counts) => counts.reduce((total, { instances }) => total + instances, 0);
    return { all: sum(here), current: sum(here.filter((count) => count.revision >= revision)) };
  }
}
