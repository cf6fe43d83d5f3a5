// The signed-in person: the button in the navigation, and signing out.

import { h } from "../../kit/dom/dom.js";
import { ask } from "../../kit/overlays/dialogs.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { toast } from "../../kit/overlays/toasts.js";

/** “Mara Lindt” is “ML”. */
export const initialsOf = (name) => {
  const words = name.trim().split(/\s+/).filter(Boolean);
  return ((words[0]?.[0] ?? "?") + (words.length > 1 ? words.at(-1)[0] : "")).toUpperCase();
};

/** A person's or a program's initials. */
export const initials = (name, isMachine = false) => h("span", { class: isMachine ? "initials machine" : "initials", "aria-hidden": "true" }, initialsOf(name));

/** Ends the session, or all sessions of the account. */
async function signOut(transport, { everywhere = false } = {}) {
  await transport.request("DELETE", "session", { query: { everywhere } });
  location.assign("/sign-in");
}

/** Ends the session of this page, and says so if that fails. */
export const signOutHere = (transport) => signOut(transport).catch((error) => toast(error.message, { failed: true }));

/** Asks before all sessions of the account end. */
export const askToSignOutEverywhere = (transport) => ask({
  title: "Sign out everywhere?", body: ["All your sessions end, on this device and on others."], verb: "Sign out everywhere",
  act: () => signOut(transport, { everywhere: true }),
});

/** The items of the account's menu. */
export const accountItems = (transport, { account }) => [
  { heading: `${account.name}, ${account.email}` },
  { label: "Sign out", act: () => signOutHere(transport) },
  { label: "Sign out everywhere…", act: () => askToSignOutEverywhere(transport) },
];

/** The button with the menu. */
export function accountButton(transport, session, program) {
  const { name } = session.account, isViewer = !program.hasRole("editor");
  const button = h("button", { class: "button quiet", type: "button" }, initials(name), h("span", { class: "clip" }, isViewer ? `${name}, viewer` : name));
  const place = h("div", { class: "account" }, button);
  attachMenu(button, { label: "Account", items: () => accountItems(transport, session) });
  return [...place.childNodes];
}
