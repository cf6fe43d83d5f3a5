// One document for all pages: links between them become steps in the history, without loading another document.
//
// An entry of the history belongs to a visit, which is one mounted page. The page handles steps within a visit; a step to
// another visit mounts that page again and restores its scroll positions and focus.

import { uniqueId } from "../dom/dom.js";
import { pageName } from "./address.js";
import { Place } from "./place.js";

/** Unique among all entries, including those of earlier documents in this tab. */
const unique = () => `${performance.timeOrigin}-${uniqueId("entry")}`;

export class Navigation {
  #entry;
  #places = new Map();          // The scroll positions and focus by entry.

  /**
   * `names` are the names of the pages, `first` that of the bare address. `leave()` returns the main element of the page that
   * is left; `show(name, {place, moved})` mounts a page, at an earlier `place`, and `moved` unless it is the document's first.
   * `step()` is called after a step within the page. `nameOf(path)` returns the name of the page at a path; without it, pages
   * are in the document's folder and have their names as addresses.
   */
  constructor({ names, first, leave, show, step, nameOf }) {
    Object.assign(this, { names, first, leave, show, step });
    this.folder = new URL(".", document.baseURI).pathname;
    this.nameOf = nameOf ?? ((path) => pageName(path, this.folder, names));
  }

  start() {
    history.scrollRestoration = "manual";
    if (this.first !== undefined && location.pathname === this.folder) history.replaceState(history.state, "", this.first + location.search + location.hash);
    this.#begin(history.state?.inside);
    this.show(this.#name(location), { moved: false });
    document.addEventListener("click", (event) => this.#follow(event));
    addEventListener("popstate", (event) => this.#stepped(event));
  }

  /** Opens an address, like a link. */
  go(address) {
    const url = new URL(address, document.baseURI), name = this.#name(url);
    if (name === undefined) return location.assign(url);
    this.#keepPlace();
    if (url.href !== location.href) history.pushState(null, "", url);
    this.#begin();
    this.show(name, { moved: true });
  }

  /** Changes the address of the current page. `push` adds a step to the history. */
  write(address, { push = false } = {}) {
    if (!push) return history.replaceState(history.state, "", address);
    this.#keepPlace();
    this.#entry = unique();
    history.pushState({ visit: this.visit, entry: this.#entry, inside: true }, "", address);
  }

  #name(url) { return url.origin === location.origin ? this.nameOf(url.pathname) : undefined; }

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
    // An entry created by a link within the page belongs to the page.
    if (!event.state) return history.replaceState({ visit: this.visit, entry: this.#entry }, "");
    this.#keepPlace();
    this.#entry = event.state.entry;
    if (event.state.visit === this.visit) return this.step();
    this.visit = event.state.visit;
    this.show(this.#name(location), { moved: true, place: this.#places.get(this.#entry) });
  }

  #keepPlace() { this.#places.set(this.#entry, Place.of(this.leave())); }
}
