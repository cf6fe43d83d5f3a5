// The last responses to reads, for pages that are opened while the server is unreachable.

const limit = 8_000_000;

/** The bodies of responses by address. It holds up to `room` characters, and drops the least recently used first. */
export class ResponseMemory {
  #bodies = new Map();
  #size = 0;

  /** `served()` is called when a stored response is used. */
  constructor({ room = limit, served = () => {} } = {}) { Object.assign(this, { room, served }); }

  store(address, body) {
    this.#remove(address);
    if (body.length > this.room / 4) return;
    this.#bodies.set(address, body);
    this.#size += body.length;
    for (const oldest of this.#bodies.keys()) {
      if (this.#size <= this.room) break;
      this.#remove(oldest);
    }
  }

  /** The stored body, or `undefined`. */
  find(address) {
    const body = this.#bodies.get(address);
    if (body === undefined) return undefined;
    this.#bodies.delete(address);
    this.#bodies.set(address, body);
    return body;
  }

  /** Removes all responses, for example those of an earlier run. */
  clear() {
    this.#bodies.clear();
    this.#size = 0;
  }

  #remove(address) {
    this.#size -= this.#bodies.get(address)?.length ?? 0;
    this.#bodies.delete(address);
  }
}
