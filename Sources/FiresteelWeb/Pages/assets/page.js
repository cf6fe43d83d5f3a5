// What every page does: takes the token, reads the program, stays connected, and says so when it can't.

import { ApiError, OutOfReach, get, takeToken, token } from "./api.js";
import { byId, fill, h } from "./dom.js";
import { toSecond } from "./format.js";
import { icon, placeIcons } from "./icons.js";
import { Live } from "./live.js";
import { buildShell } from "./shell.js";
import { listenForShortcuts } from "./shortcuts.js";
import { button, state } from "./states.js";

const patience = 100;             // The first read waits for the stream, but not for long: what changes between them is told by nobody.

/**
 * A page. `load({restarted})` reads what the page shows; it is called at the start, when the stream is there, also again
 * after a loss, and when another run of the program answers. Whatever it throws becomes a state of the page.
 */
export class Page {
  live = new Live();
  program = undefined;
  /** What is to be added to this machine's clock to get the program's, in microseconds. */
  offset = 0;
  /** Whether anything was shown yet: then a loss leaves it standing. */
  loaded = false;
  #banners = new Map();
  #lostSince;
  #run;
  #first;                         // The first read: fulfilled however it went.
  #wasLive = false;

  constructor({ name, heading, load }) {
    Object.assign(this, { name, heading, load });
    this.main = byId("main");
    this.bannerPlace = byId("banners");
  }

  /** The program's time now, in microseconds. */
  get now() { return Date.now() * 1000 + this.offset; }

  start() {
    placeIcons();
    takeToken();
    this.shell = buildShell(this.name, { failed: (error) => this.failed(error) });
    this.shell.showProgram(undefined, { state: "connecting", offset: 0 });
    listenForShortcuts();
    // Another address of the same page, with another token, was opened in this tab.
    addEventListener("hashchange", () => { if (takeToken()) location.reload(); });
    if (!token()) return this.#tellMissingToken();
    this.live.onState((now) => this.#connection(now));
    this.live.on("alive", () => this.readProgram());
    this.live.on("features", () => this.readProgram());
    this.live.on("flags", () => this.readProgram());
    this.live.on("runs", () => this.readProgram());
    this.live.on("stacks", (messages) => this.#count({ stacks: messages.at(-1).open }));
    setInterval(() => this.#showProgram(), 1_000);
    this.main.setAttribute("aria-busy", "true");
    this.live.start();
    setTimeout(() => this.#begin(), patience);
  }

  /** Reads for the first time. */
  #begin() { this.#first ??= this.reload(); }

  /** Reads everything again. */
  async reload(how = {}) {
    await this.attempt(async () => {
      await Promise.all([this.readProgram({ must: true }), this.load(how)]);
      this.loaded = true;
      this.main.removeAttribute("aria-busy");
      this.unblock();
    });
  }

  /** Does something that asks the program, and shows the state that a failure means. Answers whether it went well. */
  async attempt(work) {
    try {
      await work();
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  /** Shows what an error means for the page. */
  failed(error) {
    if (error.name === "AbortError") return;
    if (error instanceof ApiError && error.status === 401) return this.#refuse();
    if (error instanceof OutOfReach) {
      this.live.suspect();
      return this.#lose();
    }
    if (!(error instanceof ApiError)) console.error(error);
    if (this.loaded) this.banner("error", { kind: "failure", text: error.message, act: ["Try again", () => this.reload()] });
    else this.block({ symbol: "warning", failed: true, title: "This page could not be read", text: error.message,
      buttons: [button("Try again", () => this.reload())] });
  }

  /** Shows a state in the place of the page's content. */
  block(what) {
    this.main.querySelector(":scope > .state")?.remove();
    this.main.dataset.blocked = "";
    this.main.removeAttribute("aria-busy");
    this.main.append(state(what));
  }

  unblock() {
    this.banner("error");
    if (this.main.dataset.blocked === undefined) return;
    delete this.main.dataset.blocked;
    this.main.querySelector(":scope > .state")?.remove();
  }

  /** Shows a note above the content, or takes it away. */
  banner(key, note) {
    if (note) this.#banners.set(key, note); else if (!this.#banners.delete(key)) return;
    fill(this.bannerPlace, [...this.#banners.values()].map(({ kind = "", text, act }) =>
      h("div", { class: `note ${kind}` }, icon(kind ? "warning" : "runs"), h("span", {}, text),
        act && (typeof act[1] === "string" ? h("a", { class: "button small push", href: act[1] }, act[0])
          : button(act[0], act[1], "small push")))));
  }

  /** Reads the program's card and counts again. */
  async readProgram({ must = false } = {}) {
    try {
      this.program = await get("program");
      this.#run ??= this.program.run;
      this.offset = this.program.now - Date.now() * 1000;
      this.#showRecording();
      this.shell.showCounts(this.program);
      this.#showProgram();
      document.title = `${this.heading}: ${this.program.name}`;
    } catch (error) {
      if (must) throw error;
      if (error instanceof OutOfReach) this.live.suspect();
    }
  }

  #count(counts) {
    if (!this.program) return;
    Object.assign(this.program.counts ??= {}, counts);
    this.shell.showCounts(this.program);
  }

  #showProgram() {
    this.shell.showProgram(this.program, { state: this.live.state, since: this.#lostSince, offset: this.offset });
  }

  #showRecording() {
    const { kind, fault } = this.program.recording ?? {};
    if (kind === "memory-after-fault") this.banner("recording", { kind: "warning", text: `Recording goes on in memory only. ${fault ?? ""}` });
    else if (kind === "off") this.banner("recording", { kind: "warning", text: "Recording is off: nothing that happens now is kept." });
    else this.banner("recording");
  }

  #connection(now) {
    if (now === "refused") this.#refuse();
    if (now === "lost") this.#lose();
    if (now === "live") {
      const restarted = this.#run !== undefined && this.#run !== this.live.run;
      this.#run = this.live.run;
      this.#lostSince = undefined;
      this.banner("lost");
      // What was asked for before the stream was there may be old: it is read again when it has come. Later, nothing waits
      // for a read that may hang.
      if (!this.#first) this.#begin();
      else if (this.#wasLive) this.reload({ restarted });
      else this.#first.then(() => this.reload({ restarted }));
      this.#wasLive = true;
    }
    this.#showProgram();
  }

  #lose() {
    this.#lostSince ??= this.now;
    const again = () => { this.live.retry(); this.reload(); };
    if (this.loaded) {
      this.banner("lost", { kind: "warning", act: ["Try now", again],
        text: `The program does not answer since ${toSecond(this.#lostSince)}. What is shown here is from then; it goes on by itself when the program is back.` });
    } else {
      this.block({ symbol: "warning", failed: true, title: "The program does not answer",
        text: "It ended or is out of reach. This page goes on by itself when the program is back.", buttons: [button("Try now", again)] });
    }
  }

  #refuse() {
    this.block({ symbol: "key", failed: true, title: "The program was restarted or the token is wrong",
      text: "Every start has a token of its own. Open the address that the program printed when it started; it ends in “#token=” and the token." });
  }

  #tellMissingToken() {
    this.block({ symbol: "key", title: "This tab has no token",
      text: "Open the address that the program printed when it started; it ends in “#token=” and the token. A tab keeps its token until it is closed." });
  }
}
