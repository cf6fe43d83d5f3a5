// The context of one visit of a page, from mounting to unmounting.

import { byId, h, within } from "../dom/dom.js";
import { placeIcons } from "../dom/icons.js";
import { button, state } from "../dom/states.js";
import { paced, settled } from "../time/pacing.js";
import { changedQuery, parametersOf } from "./address.js";

/**
 * The context of a mounted page. Listeners, timers, stream messages and reads that a page starts with it end with the visit,
 * and late callbacks find the elements of this visit, never those of the next.
 */
export class PageContext {
  /** Whether the page was loaded; a lost connection then leaves its content. */
  loaded = false;
  /** The notes above this page. */
  banners = new Map();
  #app;
  #ending = new AbortController();
  #place;
  #module;
  #read;
  #first;                         // The first read, which resolves even if it fails.
  #steps = new Set();
  #unmount;

  constructor(app, { name, title, place, moved }) {
    this.#app = app;
    this.#place = place;
    const { live } = app, { signal } = this;
    Object.assign(this, { name, title, shared: app.shared, transport: app.transport.within(signal, app.memory) });
    /** The stream; listeners end with the visit. */
    this.live = {
      get state() { return live.state; },
      on: (topic, listener) => live.on(topic, listener, { signal }),
      onState: (listener) => live.onState(listener, { signal }),
    };
    this.heading = h("h1", { tabIndex: -1 }, title);
    this.bannerPlace = h("div", { class: "banners", id: "banners", role: "status" });
    this.actions = h("div", { class: "actions" }, app.shell.headAction());
    this.main = h("main", { class: "page", id: "main", tabIndex: -1, "aria-busy": "true" },
      h("header", { class: "page-head" }, this.heading, h("span", { class: "facts", id: "facts" }), this.actions), this.bannerPlace);
    byId("main").replaceWith(this.main);
    if (moved) this.heading.focus({ preventScroll: true });
  }

  /** Ends with the visit. */
  get signal() { return this.#ending.signal; }

  // ---------- For pages

  /** The element of this page with an identifier. */
  byId = (identifier) => within(this.main, identifier);

  /** The parameters of the address. */
  readQuery = () => parametersOf(location.search);

  /** Changes parameters of the address. `push` adds a step to the history. */
  writeQuery = (changes, { push = false } = {}) => {
    if (this.signal.aborted) return;
    const query = changedQuery(location.search, changes);
    if (query !== location.search) this.#app.navigation.write(location.pathname + query, { push });
  };

  /** Calls back after a step within this page, which changed its address. */
  onStep(listener) { this.#steps.add(listener); }

  /** Opens an address, like a link. */
  go(address) { this.#app.go(address); }

  /** Listens until the visit ends. */
  listen(target, type, listener, options = {}) { target.addEventListener(type, listener, { ...options, signal: this.signal }); }

  /** Repeats work until the visit ends; `interval` is in milliseconds. */
  every(work, interval) {
    const timer = setInterval(work, interval);
    this.signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** As `paced` and `settled`, until the visit ends. */
  paced(work, interval) { return paced(work, interval, this.signal); }
  settled(work, quiet) { return settled(work, quiet, { signal: this.signal }); }

  /**
   * Reads the page's data, now and whenever the stream reconnects. `restarted` is whether the server's run changed. The page
   * shows thrown errors.
   */
  load(read) {
    this.#read = read;
    this.#app.opened.then(() => { if (!this.signal.aborted) this.#begin(); });
  }

  /** Runs work that calls the server and shows its errors. Returns whether it succeeded. */
  async attempt(work) {
    try {
      await work();
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  /** Shows an error in the page. */
  failed(error) {
    if (this.signal.aborted || this.#app.failed(error)) return;
    if (this.loaded) this.banner("error", { kind: "failure", text: error.message, act: ["Try again", () => this.reload()] });
    else this.#blockUnread(error.message, () => this.reload());
  }

  /** Shows a note above the content of this page, or removes it. */
  banner(key, note) {
    if (note) this.banners.set(key, note); else if (!this.banners.delete(key)) return;
    if (!this.signal.aborted) this.#app.showBanners();
  }

  // ---------- For the application

  /** Inserts the page's content and starts the page. */
  async mount(module) {
    this.#module = module;
    try {
      const content = byId(`${this.name}-page`).content.cloneNode(true), actions = [...content.children].find((element) => element.matches(".actions"));
      this.main.querySelectorAll(":scope > :not(.page-head, .banners)").forEach((element) => element.remove());
      placeIcons(content);
      actions?.remove();
      this.main.append(content);
      const { mount } = await module();
      if (this.signal.aborted) return;
      this.unblock();
      if (actions) this.actions.append(...actions.children);
      this.#unmount = mount(this);
    } catch (error) {
      if (this.signal.aborted) return;
      console.error(error);
      this.#blockUnread(error.message, () => this.mount(module));
    }
  }

  unmount() {
    this.#ending.abort();
    this.#unmount?.();
  }

  /** Reads everything again. */
  async reload(how = {}) {
    if (!this.#read) return this.mount(this.#module);
    await this.attempt(async () => {
      await Promise.all([this.#app.prepare({ must: true }), this.#read(how)]);
      if (this.signal.aborted) return;
      const isFirst = !this.loaded;
      this.loaded = true;
      this.main.removeAttribute("aria-busy");
      this.unblock();
      this.#app.pageLoaded();
      if (isFirst) this.#return();
    });
  }

  /** Handles a connection of the stream; `again` if it was connected before. */
  connected({ restarted, again }) {
    if (!this.#read) {
      if (this.isBlocked) this.mount(this.#module);
    } else if (!this.#first) {
      // A read requested before the connection may be outdated and is repeated after it ends. Later reads don't wait for one
      // that may hang.
      this.#begin();
    } else if (again) {
      this.reload({ restarted });
    } else {
      this.#first.then(() => this.reload({ restarted }));
    }
  }

  stepped() { for (const listener of this.#steps) listener(); }

  /** Whether the page's module was started. */
  get isMounted() { return this.#module !== undefined; }

  get isBlocked() { return this.main.dataset.blocked !== undefined; }

  /** Shows a state instead of the page's content. */
  block(what) {
    this.main.querySelector(":scope > .state")?.remove();
    this.main.dataset.blocked = "";
    this.main.removeAttribute("aria-busy");
    this.main.append(state(what));
  }

  unblock() {
    this.banner("error");
    if (!this.isBlocked) return;
    delete this.main.dataset.blocked;
    this.main.querySelector(":scope > .state")?.remove();
  }

  #blockUnread(text, again) {
    this.block({ symbol: "warning", failed: true, title: "Can’t load this page", text, buttons: [button("Try again", again)] });
  }

  /** Reads for the first time. */
  #begin() { this.#first ??= this.reload(); }

  /** Restores the earlier scroll positions and focus, unless the focus has moved since. */
  #return() {
    if (!this.#place) return;
    this.#place.scroll(this.main);
    if ([this.heading, document.body].includes(document.activeElement)) this.#place.focus(this.main);
  }
}
