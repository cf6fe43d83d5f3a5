// Sends requests to the product's server, and distinguishes a refusal from an unreachable server.

import { h } from "../dom/dom.js";

/** The server rejected a request or failed to handle it. `authorization` is the header that the request had, if any,
 * `details` the whole error of the response. */
export class RequestError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The server is unreachable. */
export class UnreachableError extends Error {}

/**
 * The calls below `root`, an address relative to the document. `headers()` returns the headers of each request, such as a
 * session's token; `options` are those of each `fetch`. `unreachable` is the message for an unreachable server. Reads end
 * with `signal`; changes don't. With a `memory`, a read returns its last response while the server is unreachable.
 * Every call rejects with `RequestError`, `UnreachableError`, or an `AbortError` once its signal is aborted.
 */
export class Transport {
  constructor({ root, headers = () => ({}), options = {}, unreachable, signal, memory }) {
    Object.assign(this, { root, headers, options, unreachable, signal, memory });
  }

  /** The same calls, whose reads end with `signal` and use a `ResponseMemory`. */
  within(signal, memory) { return new Transport({ ...this, signal, memory }); }

  /** The address of a call. Undefined, empty and false values are omitted; lists are joined with commas. */
  address(path, query = {}) {
    const url = new URL(this.root + path, document.baseURI);
    for (const [name, value] of Object.entries(query)) {
      const text = Array.isArray(value) ? value.join(",") : value === true ? "1" : value;
      if (text !== undefined && text !== null && text !== "" && text !== false) url.searchParams.set(name, text);
    }
    return url;
  }

  /** Sends a request. Returns a successful response and throws a `RequestError` for any other. */
  request = async (method, path, { query, body, signal } = {}) => {
    const headers = { ...this.headers() };
    const isFile = body instanceof Blob;
    if (body !== undefined) headers["Content-Type"] = isFile ? "application/octet-stream" : "application/json";
    const response = await this.#answering(fetch(this.address(path, query), {
      ...this.options, method, headers, signal, cache: "no-store", body: body === undefined || isFile ? body : JSON.stringify(body),
    }));
    if (response.ok) return response;
    const { error } = await response.json().catch(() => ({}));
    throw Object.assign(new RequestError(response.status, error?.code ?? "internal",
      error?.message ?? `The server returned status ${response.status}.`), { authorization: headers.Authorization, details: error ?? {} });
  };

  get = async (path, query, signal) => {
    const signals = [this.signal, signal].filter(Boolean), address = this.address(path, query).href;
    try {
      const response = await this.request("GET", path, { query, signal: signals.length ? AbortSignal.any(signals) : undefined });
      if (!this.memory) return await this.#json(response);
      const body = await this.#answering(response.text());
      const value = await this.#answering(Promise.resolve(body).then(JSON.parse));
      this.memory.store(address, body);
      return value;
    } catch (error) {
      const stored = error instanceof UnreachableError ? this.memory?.find(address) : undefined;
      if (stored === undefined) throw error;
      this.memory.served();
      return JSON.parse(stored);
    }
  };

  /** Sends a value as JSON, or a file as it is. */
  post = async (path, body, query) => this.#json(await this.request("POST", path, { body, query }));

  remove = async (path) => this.#json(await this.request("DELETE", path));

  /** Downloads the response of a call under the server's file name. */
  download = async (path, query, fallback) => {
    const response = await this.request("GET", path, { query });
    const named = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "");
    const url = URL.createObjectURL(await this.#answering(response.blob()));
    h("a", { href: url, download: named?.[1] ?? fallback }).click();
    // The browser starts to read the blob after this turn; a minute is ample.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };

  /** The decoded body, or `undefined` for an empty one, such as that of a DELETE. */
  async #json(response) {
    return response.status === 204 ? undefined : this.#answering(response.json());
  }

  /** Converts network errors before and during a response to `UnreachableError`. */
  async #answering(work) {
    try {
      return await work;
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new UnreachableError(this.unreachable);
    }
  }
}
