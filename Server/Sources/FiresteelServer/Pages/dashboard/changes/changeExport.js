// The download of all changes that the filters leave, one JSON object per line, the newest first.

import { h } from "../../kit/dom/dom.js";
import { toast } from "../../kit/overlays/toasts.js";
import { count, counted } from "../../kit/text/format.js";

/** Reads changes in pages and saves them as a file. Its button shows the progress, and cancels. */
export class ChangeExport {
  #button; #page; #path; #query; #name; #running;

  constructor(button, { page, path, query, name }) {
    this.#button = button;
    this.#page = page;
    this.#path = path;
    this.#query = query;
    this.#name = name;
    button.addEventListener("click", () => (this.#running ? this.#running.abort() : page.attempt(() => this.#run())));
    page.signal.addEventListener("abort", () => this.#running?.abort());
  }

  async #run() {
    const running = new AbortController(), query = this.#query(), parts = [];
    this.#running = running;
    let read = 0, before;
    try {
      do {
        this.#show(`Cancel, ${count(read)} read`);
        const { changes, damaged, next } = await this.#page.transport.get(this.#path, { ...query, limit: 200, before }, running.signal);
        // A list has large changes without their values.
        for (const [index, change] of changes.entries()) {
          if (change.isShortened) changes[index] = await this.#whole(change, running.signal);
        }
        // Those that can’t be read have their lines, so that the file doesn’t lack them unnoticed.
        const lines = [...changes, ...damaged.map((number) => ({ number, isDamaged: true }))].sort((one, other) => other.number - one.number);
        parts.push(lines.map(({ isShortened, ...change }) => `${JSON.stringify(change)}\n`).join(""));
        read += lines.length;
        before = next;
      } while (before > 0);
      const url = URL.createObjectURL(new Blob(parts, { type: "application/jsonl" }));
      h("a", { href: url, download: this.#name }).click();
      // The browser starts to read the blob after this turn; a minute is ample.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
      toast(`${counted(read, "change")} exported.`);
    } catch (error) {
      if (!running.signal.aborted) throw error;
    } finally {
      this.#running = undefined;
      this.#show("Export");
    }
  }

  /** Returns a change with its values, or without them if its content is damaged. */
  async #whole(change, signal) {
    try {
      return await this.#page.transport.get(`${this.#path}/${change.number}`, {}, signal);
    } catch (error) {
      if (error.code !== "damaged") throw error;
      return { ...change, isDamaged: true };
    }
  }

  #show(text) {
    this.#button.lastElementChild.textContent = text;
    this.#button.setAttribute("aria-label", text);
  }
}
