// Announces the number of new failures to screen readers, at most every five seconds.

import { setText } from "../../kit/dom/dom.js";
import { counted } from "../../kit/text/format.js";

const interval = 5_000;

export class FailureAnnouncer {
  #announced;
  #now;
  #timer;

  /** `place` is a polite live region; announcements end with `signal`. */
  constructor(place, signal) {
    this.place = place;
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Takes the current number of failures. Counting starts at the first number. */
  notify(failures) {
    this.#now = failures;
    this.#announced ??= failures;
    if (failures > this.#announced) this.#timer ??= setTimeout(() => this.#announce(), interval);
  }

  /** Starts counting again, for another run. */
  forget() { this.#announced = undefined; }

  #announce() {
    this.#timer = undefined;
    const fresh = this.#now - (this.#announced ?? this.#now);
    this.#announced = this.#now;
    if (fresh > 0) setText(this.place, `${counted(fresh, "new failure")}`);
  }
}
