// A session by a token that comes in the address: it lives in this tab's session storage and leaves the address immediately.

const pattern = /^#token=([0-9a-f]{32})$/i;

/** The session of a tab. `key` is its name in the tab's storage. */
export class TokenSession {
  #taken;

  constructor(key) { this.key = key; }

  /** Takes the token out of the address, if it is there. Returns whether it was. */
  take() {
    const match = pattern.exec(location.hash);
    if (!match) return false;
    this.#taken = match[1];
    history.replaceState(history.state, "", location.pathname + location.search);
    try { sessionStorage.setItem(this.key, this.#taken); } catch { /* Without storage the token lasts as long as this document. */ }
    return true;
  }

  /** The token, or `undefined` in a tab that was opened without one. */
  get token() {
    if (this.#taken) return this.#taken;
    try { return sessionStorage.getItem(this.key) ?? undefined; } catch { return undefined; }
  }

  /** Whether there is anything to send with a request. */
  get isPresent() { return this.token !== undefined; }

  /** The headers of a request. */
  headers = () => ({ Authorization: `Bearer ${this.token ?? ""}` });

  /** Begins: takes the token, and follows the document. */
  start() {
    this.take();
    // Another address of the same page, with another token, was opened in this tab.
    addEventListener("hashchange", () => { if (this.take()) location.reload(); });
    for (const type of ["pointerdown", "contextmenu"]) addEventListener(type, (event) => this.#carry(event), { capture: true });
    addEventListener("keydown", (event) => { if (event.key === "Enter") this.#carry(event); }, { capture: true });
  }

  /** A link that is opened in another tab carries the token along, since that tab has a separate session storage. */
  #carry(event) {
    const link = event.target.closest?.("a[href]");
    const elsewhere = event.type === "contextmenu" || event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!link || !elsewhere || link.origin !== location.origin || link.hash || !this.token) return;
    link.hash = `token=${this.token}`;
    // By then the browser has taken the address; the link shows its plain one again.
    setTimeout(() => { link.href = link.href.replace(/#.*$/, ""); }, event.type === "contextmenu" ? 30_000 : 500);
  }
}
