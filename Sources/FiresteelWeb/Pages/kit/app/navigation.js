// One document for all pages: links to them become steps in the history, without another document.
//
// An entry of the history knows its visit, which is one mounted page. Steps within a visit are the page's own; a step to
// another visit mounts that page again, with the scroll positions and the focus that it was left with.

import { uniqueId } from "../dom/dom.js";
import { pageName } from "./address.js";
import { Place } from "./place.js";

/** Unlike that of any other entry, also of one that this tab got from another document. */
const unique = () => `${performance.timeOrigin}-${uniqueId("entry")}`;

export class Navigation {
  #entry;
  #places = new Map();          // An entry, and the place where the reader left it.

  /**
   * `names` are those of the pages, `first` that of the bare address. `leave()` returns the main element that is left;
   * `show(name, {place, moved})` mounts a page: at a `place` where the reader was before, `moved` unless it is the document's
   * first. `step()` is called after a step within the page.
   */
  constructor({ names, first, leave, show, step }) {
    Object.assign(this, { names, first, leave, show, step });
    this.folder = new URL(".", document.baseURI).pathname;
  }

  start() {
    history.scrollRestoration = "manual";
    if (location.pathname === this.folder) history.replaceState(history.state, "", this.first + location.search + location.hash);
    this.#begin(history.state?.inside);
    this.show(this.#name(location), { moved: false });
    document.addEventListener("click", (event) => this.#follow(event));
    addEventListener("popstate", (event) => this.#stepped(event));
  }

  /** Goes to an address, as by a link. */
  go(address) {
    const url = new URL(address, document.baseURI), name = this.#name(url);
    if (name === undefined) return location.assign(url);
    this.#keepPlace();
    if (url.href !== location.href) history.pushState(null, "", url);
    this.#begin();
    this.show(name, { moved: true });
  }

  /** Changes the address of the page that is shown. `push` makes a step to return from. */
  write(address, { push = false } = {}) {
    if (!push) return history.replaceState(history.state, "", address);
    this.#keepPlace();
    this.#entry = unique();
    history.pushState({ visit: this.visit, entry: this.#entry, inside: true }, "", address);
  }

  #name(url) { return url.origin === location.origin ? pageName(url.pathname, this.folder, this.names) : undefined; }

  /** The current entry begins a visit. */
  #begin(inside) {
    this.visit = unique();
    this.#entry = unique();
    history.replaceState({ visit: this.visit, entry: this.#entry, inside }, "");
  }

  #follow(event) {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if ((link.target && link.target !== "_self") || link.hasAttribute("download") || link.hash) return;
    if (this.#name(link) === undefined) return;
    event.preventDefault();
    this.go(link.href);
  }

  #stepped(event) {
    // A link to a part of the page made an entry, which belongs to the page.
    if (!event.state) return history.replaceState({ visit: this.visit, entry: this.#entry }, "");
    this.#keepPlace();
    this.#entry = event.state.entry;
    if (event.state.visit === this.visit) return this.step();
    this.visit = event.state.visit;
    this.show(this.#name(location), { moved: true, place: this.#places.get(this.#entry) });
  }

  #keepPlace() { this.#places.set(this.#entry, Place.of(this.leave())); }
}
