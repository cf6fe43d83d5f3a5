// A session with a token from the address, which moves to the storage of this tab, or of the browser, immediately.

const pattern = /^#token=([0-9a-f]{32})$/i;
const entered = /^(?:\S*#token=)?([0-9a-f]{32})$/i;

/** The session of a tab. `key` is its name in the storage, which is the tab's unless `storage()` returns another. */
export class TokenSession {
  /** Whether the address had something else than a token after `#token=`. */
  isMalformed = false;
  #taken;

  constructor(key, storage = () => sessionStorage) { Object.assign(this, { key, storage }); }

  /** Moves a token out of the address. Returns whether there was one. */
  take() {
    if (!location.hash.startsWith("#token=")) return false;
    const match = pattern.exec(location.hash);
    this.isMalformed = !match;
    history.replaceState(history.state, "", location.pathname + location.search);
    if (match) this.#store(match[1]);
    return Boolean(match);
  }

  /** Uses an entered token, or that of an entered address. Returns whether there was one. */
  accept(text) {
    const match = entered.exec(text.trim());
    if (match) this.#store(match[1]);
    this.isMalformed &&= !match;
    return Boolean(match);
  }

  /** The token, or `undefined` in a tab that was opened without one. */
  get token() {
    if (this.#taken) return this.#taken;
    try { return this.storage().getItem(this.key) ?? undefined; } catch { return undefined; }
  }

  /** Whether the tab has a token. */
  get isPresent() { return this.token !== undefined; }

  /** The headers of a request. */
  headers = () => ({ Authorization: `Bearer ${this.token ?? ""}` });

  /** Reads the token and observes the document. */
  start() {
    this.take();
    // The same page was opened in this tab with another token.
    addEventListener("hashchange", () => { if (this.take()) location.reload(); });
    for (const type of ["pointerdown", "contextmenu"]) addEventListener(type, (event) => this.#carry(event), { capture: true });
    addEventListener("keydown", (event) => { if (event.key === "Enter") this.#carry(event); }, { capture: true });
  }

  #store(token) {
    this.#taken = token;
    try { this.storage().setItem(this.key, token); } catch { /* Without storage the token lasts as long as this document. */ }
  }

  /** Adds the token to a link opened in another tab, which has a separate session storage. */
  #carry(event) {
    const link = event.target.closest?.("a[href]");
    const elsewhere = event.type === "contextmenu" || event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!link || !elsewhere || link.origin !== location.origin || link.hash || !this.token) return;
    link.hash = `token=${this.token}`;
    // The browser has read the address by then; the link shows its plain address again.
    setTimeout(() => { link.href = link.href.replace(/#.*$/, ""); }, event.type === "contextmenu" ? 30_000 : 500);
  }
}
