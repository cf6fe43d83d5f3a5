// Tells those who listen to the page how many new failures there are, at most every five seconds.

import { setText } from "../../kit/dom/dom.js";
import { counted } from "../../kit/text/format.js";

const interval = 5_000;

export class FailureAnnouncer {
  #told;
  #now;
  #timer;

  /** `place` is a polite live region; nothing is told after `signal`. */
  constructor(place, signal) {
    this.place = place;
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** How many failures there are now. The first figure is where counting starts. */
  notify(failures) {
    this.#now = failures;
    this.#told ??= failures;
    if (failures > this.#told) this.#timer ??= setTimeout(() => this.#say(), interval);
  }

  /** Another run begins at nothing. */
  forget() { this.#told = undefined; }

  #say() {
    this.#timer = undefined;
    const fresh = this.#now - (this.#told ?? this.#now);
    this.#told = this.#now;
    if (fresh > 0) setText(this.place, `${counted(fresh, "new failure")}`);
  }
}
