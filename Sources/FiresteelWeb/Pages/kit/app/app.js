// The document of a product: navigation, connection and the current page.

import { byId, fill, h } from "../dom/dom.js";
import { icon } from "../dom/icons.js";
import { button } from "../dom/states.js";
import { Live } from "./live.js";
import { Navigation } from "./navigation.js";
import { PageContext } from "./pageContext.js";
import { buildShell } from "./shell.js";
import { listenForShortcuts } from "./shortcuts.js";
import { ResponseMemory } from "./responseMemory.js";
import { tokenForm } from "./tokenForm.js";
import { RequestError, UnreachableError } from "./transport.js";

const patience = 100;             // How long the first read waits for the stream, in milliseconds: earlier changes would be missed.

/**
 * Creates the application of a product, which `start()` starts.
 *
 * - `session` has `start()` and `isPresent`; without a session, no page is read. With `accept(text)`, pages that need a
 *   token have a field for it.
 * - `transport` is a `Transport`; `stream` is the path of the live stream below its root.
 * - `navigation` is what is beside the page; see `buildShell`.
 * - `pages` are the pages by name, which is their address: `{title, module}`, where `module()` imports the module that
 *   exports `mount(context)`. The document has a template `NAME-page` for each. A page without an entry in the navigation is
 *   `within` another. `navigation.nameOf(path)` is for pages whose addresses aren't their names.
 * - `shared` is available to pages in their context. `prepare({must})` is called with every read of a page; `now()` is the
 *   server's time in microseconds.
 * - `text` are the product's messages: `lost(since)` and the states `unreachable`, `refused` and `missing`.
 */
export const createApp = (product) => new App(product);

class App {
  /** The server's run, if known; pages start over in another run. */
  run = undefined;
  /** The time when the connection was lost, in microseconds. */
  lostSince = undefined;
  #banners = new Map();
  #wasLive = false;
  #isStarted = false;
  #refused;                     // What shows that the token was rejected, while it is in the document.
  #opened = Promise.withResolvers();

  constructor({ session, transport, stream = "stream", navigation, pages, shared = {}, prepare = async () => {}, now = () => Date.now() * 1000, text }) {
    Object.assign(this, { session, transport, pages, shared, prepare, now, text, shellOptions: navigation });
    this.memory = new ResponseMemory({ served: () => this.failed(new UnreachableError()) });
    this.live = new Live((signal) => transport.request("GET", stream, { signal }));
    this.navigation = new Navigation({
      names: Object.keys(pages), first: navigation.first, nameOf: navigation.nameOf,
      leave: () => this.page.main, show: (name, how) => this.#show(name, how), step: () => this.page.stepped(),
    });
  }

  start() {
    this.session.start();
    this.shell = buildShell(byId("nav"), this.shellOptions, { go: (address) => this.go(address) });
    listenForShortcuts(this.shellOptions.shortcuts);
    this.navigation.start();
    if (this.session.isPresent) this.#connect();
  }

  /** Opens an address, like a link. */
  go(address) { this.navigation.go(address); }

  /** Sets the name after the page's title in the document's title. */
  name(name) {
    this.subject = name;
    this.#showTitle();
  }

  /** Resolves when the stream is connected, or after `patience`. */
  get opened() { return this.#opened.promise; }

  /** Shows a note above the content of every page, or removes it. */
  banner(key, note) {
    if (note) this.#banners.set(key, note); else if (!this.#banners.delete(key)) return;
    this.showBanners();
  }

  showBanners() {
    fill(this.page.bannerPlace, [...this.#banners.values(), ...this.page.banners.values()].map(({ kind = "", text, act }) =>
      h("div", { class: `note ${kind}` }, icon(kind ? "warning" : "runs"), h("span", {}, text),
        act && (typeof act[1] === "string" ? h("a", { class: "button small push", href: act[1] }, act[0])
          : button(act[0], act[1], "small push")))));
  }

  /** Shows errors that concern all pages. Returns whether the error was shown; other errors are the page's. */
  failed(error) {
    if (error.name === "AbortError") return true;
    if (error instanceof RequestError && error.status === 401) {
      // Another token may have been entered since the request.
      if (error.authorization === this.session.headers?.().Authorization) this.#refuse();
      return true;
    }
    if (error instanceof UnreachableError) {
      this.live.suspect();
      this.#lose();
      return true;
    }
    if (!(error instanceof RequestError)) console.error(error);
    return false;
  }

  // ---------- Pages

  #show(name, { place, moved }) {
    // Dialogs close with the page that opened them.
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    this.page?.unmount();
    const { title, module } = this.pages[name];
    this.page = new PageContext(this, { name, title, place, moved });
    this.shell.showCurrent(this.pages[name].within ?? name);
    this.#showTitle();
    this.showBanners();
    if (this.session.isPresent) this.page.mount(module); else this.#blockWithField(this.session.isMalformed && this.text.malformed ? this.text.malformed : this.text.missing);
  }

  /** Shows that the connection is lost above a page that was loaded from memory. */
  pageLoaded() {
    if (this.lostSince !== undefined) this.#showLost();
  }

  #blockWithField(what) {
    this.page.block({ ...what, more: this.session.accept && tokenForm((text) => this.#enter(text)) });
  }

  /** Connects with an entered token. */
  #enter(text) {
    if (!this.session.accept(text)) return false;
    const { page } = this;
    this.#connect();
    page.unblock();
    if (page.isMounted) page.reload(); else page.mount(this.pages[page.name].module);
    return true;
  }

  #showTitle() { document.title = this.subject ? `${this.page.title}: ${this.subject}` : this.page.title; }

  // ---------- The connection

  #connect() {
    if (this.#isStarted) return this.live.reconnect();
    this.#isStarted = true;
    this.live.onState((now) => this.#connection(now));
    this.live.start();
    setTimeout(() => this.#opened.resolve(), patience);
  }

  #connection(now) {
    if (now === "refused") this.#refuse();
    if (now === "lost") this.#lose();
    if (now === "live") {
      const restarted = this.run !== undefined && this.run !== this.live.run;
      this.run = this.live.run;
      this.lostSince = undefined;
      delete document.documentElement.dataset.lost;
      if (restarted) this.memory.clear();
      this.banner("lost");
      this.page.connected({ restarted, again: this.#wasLive });
      this.#wasLive = true;
      this.#opened.resolve();
    }
  }

  /** The server is reachable again, but no longer accepts this tab. */
  #refuse() {
    this.banner("lost");
    // Several requests are rejected together. The field remains, with what is written in it.
    if (this.#refused?.isConnected) return;
    this.#blockWithField(this.text.refused);
    this.#refused = this.page.main.querySelector(":scope > .state");
  }

  #lose() {
    this.lostSince ??= this.now();
    document.documentElement.dataset.lost = "";
    if (this.page.loaded) this.#showLost();
    else this.page.block({ ...this.text.unreachable, buttons: [button("Retry now", () => this.#tryAgain())] });
  }

  #showLost() {
    this.banner("lost", { kind: "warning", act: ["Retry now", () => this.#tryAgain()], text: this.text.lost(this.lostSince) });
  }

  #tryAgain() {
    this.live.retry();
    this.page.reload();
  }
}
