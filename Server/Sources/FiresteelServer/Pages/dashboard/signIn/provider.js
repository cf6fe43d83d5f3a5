// Signing in at the OpenID Connect provider: leaving for its page, and returning from it.

const memory = "firesteel.return";
const done = new BroadcastChannel("firesteel.sign-in");

/** Opens the provider's page. After signing in, the browser returns to `next`, an address of this server. */
export async function leaveForProvider(transport, { purpose = "sign-in", next = location.pathname + location.search } = {}) {
  const { address } = await transport.post("session/openid/start", { purpose });
  try { sessionStorage.setItem(memory, JSON.stringify({ purpose, next })); } catch { /* Without storage the start page opens. */ }
  location.assign(address);
}

/** The parameters that the browser was sent back with, removed from the address, which the history stores. */
export function returned() {
  const query = new URLSearchParams(location.search);
  history.replaceState(null, "", location.pathname);
  let stored = {};
  try {
    stored = JSON.parse(sessionStorage.getItem(memory) ?? "{}");
    sessionStorage.removeItem(memory);
  } catch { /* As without storage. */ }
  const value = (name) => query.get(name) ?? undefined;
  return { body: { state: value("state") ?? "", code: value("code"), iss: value("iss"), error: value("error") }, purpose: stored.purpose ?? "sign-in", next: ownAddress(stored.next) };
}

/** An address of this server, or that of the start page. */
const ownAddress = (address) => {
  try {
    const url = new URL(address, location.origin);
    return url.origin === location.origin && !url.pathname.startsWith("/sign-in") ? url.pathname + url.search : "/";
  } catch {
    return "/";
  }
};

/** Notifies other tabs that the person signed in or confirmed in this one. */
export const announce = (purpose) => done.postMessage({ purpose });

/** Calls back once another tab has announced a purpose, until `signal`. */
export function onAnnounced(purpose, act, signal) {
  const listener = ({ data }) => { if (data.purpose === purpose) act(); };
  done.addEventListener("message", listener, { signal });
}

/** A link that opens the provider's page in another tab, so that unsaved edits of this one remain. */
export const otherTab = (purpose) => ({ href: `/sign-in?provider=${purpose}`, target: "_blank", rel: "noopener" });

/** The purpose of a tab that such a link opened, or `undefined`. */
export function purposeOfTab() {
  const purpose = new URLSearchParams(location.search).get("provider");
  return ["sign-in", "confirm"].includes(purpose) && location.pathname === "/sign-in" ? purpose : undefined;
}
