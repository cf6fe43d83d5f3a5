// The page to which the OpenID Connect provider sends the browser back.

import { byId, fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button } from "../../kit/dom/states.js";
import { announce, leaveForProvider, purposeOfTab, returned } from "./provider.js";

/** Whether the address is that of this page. */
export const isReturning = () => location.pathname === "/sign-in/callback";

/** Finishes signing in, and opens the page that required it. */
export async function showReturning(transport) {
  const { body, purpose, next } = returned();
  const main = begin("Signing in", h("p", { role: "status" }, "Signing in…"));
  try {
    await transport.post("session/openid", body);
  } catch (error) {
    show(main, "Not signed in", error.message, [
      button("Try again", () => leaveForProvider(transport, { purpose, next }).catch((again) => show(main, "Not signed in", again.message, [])), "primary"),
      h("a", { class: "button", href: purpose === "confirm" ? next : "/sign-in" }, purpose === "confirm" ? "Back" : "Other ways to sign in"),
    ]);
    return;
  }
  announce(purpose);
  // A tab that was opened for this has no page to return to.
  if (next === "/" && purpose === "confirm") return show(main, "Confirmed", "Close this tab, and continue in the other one.", [h("a", { class: "button", href: "/" }, "Open the dashboard")], false);
  location.replace(next);
}

/** Whether this tab was opened to leave for the provider. */
export const isLeaving = () => purposeOfTab() !== undefined;

/** Leaves for the provider. */
export async function showLeaving(transport) {
  const purpose = purposeOfTab();
  const main = begin("Signing in", h("p", { role: "status" }, "Opening the sign-in page…"));
  try {
    await leaveForProvider(transport, { purpose, next: "/" });
  } catch (error) {
    show(main, "Not signed in", error.message, [button("Try again", () => location.reload(), "primary")]);
  }
}

function begin(title, content) {
  const main = h("main", { class: "door", id: "main", tabIndex: -1 });
  byId("shell").replaceWith(main);
  document.title = `${title}: Firesteel`;
  fill(main, h("span", { class: "brand" }, icon("spark"), "Firesteel"), h("div", { class: "card" }, h("div", { class: "section" }, h("h1", {}, title), content)));
  return main;
}

function show(main, title, text, actions, isFailed = true) {
  document.title = `${title}: Firesteel`;
  const heading = h("h1", { tabIndex: -1 }, title);
  fill(main.querySelector(".section"), heading,
    h("p", { class: isFailed ? "note failure" : "note", role: isFailed ? "alert" : "status" }, icon(isFailed ? "warning" : "check"), h("span", {}, text)), actions);
  heading.focus();
}
