// The sessions and the password of the signed-in person.

import { h } from "../../kit/dom/dom.js";
import { button } from "../../kit/dom/states.js";
import { ask, openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";
import { textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { table } from "../../kit/dom/table.js";
import { askToSignOutEverywhere } from "../app/account.js";
import { span } from "../../kit/text/format.js";
import { ago, momentOf } from "../text/times.js";
import { secondFactorRow } from "./secondFactorRow.js";

const systems = [["iPhone", "iPhone"], ["iPad", "iPad"], ["Android", "Android"], ["Mac OS", "Mac"], ["Windows", "Windows"], ["Linux", "Linux"]];
const browsers = [["Edg/", "Edge"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], ["Safari/", "Safari"]];

/** “Firefox, Linux”, or the beginning of what the program says about itself. */
export function browserOf(device) {
  const find = (names) => names.find(([part]) => device.includes(part))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(", ") || device.slice(0, 40) || "Unknown";
}

/** The card; `idle` is how long a session lasts without use, in milliseconds, `changed()` is called after a change. */
export function signInCard(transport, session, { sessions, idle, factor }, changed) {
  const end = ({ id, device }) => ask({ title: `End the session in ${browserOf(device)}?`, body: ["Pages open there need to sign in again."], verb: "End session", act: async () => {
    await transport.remove(`sessions/${encodeURIComponent(id)}`);
    toast("Session ended.");
    changed();
  } });
  return h("section", { class: "card", id: "signin", "aria-labelledby": "signin-title" }, h("div", { class: "section" }, h("h2", { id: "signin-title", tabIndex: -1 }, "Sign-in"),
    session.account.hasPassword && h("div", { class: "setting" }, h("span", {}, "Password"), button("Change password…", () => changePassword(transport), "small")),
    session.account.hasPassword && factor && secondFactorRow(transport, factor, changed),
    session.account.isAdministrator && h("div", { class: "setting" }, h("span", {}, "OpenID Connect", h("br"), h("span", { class: "sub" }, session.server.openID ? `People can sign in with ${session.server.openID}.` : "Not set up. The options --oidc-issuer and --oidc-client-id add a provider when the server starts."))),
    h("div", { class: "setting" }, h("span", {}, "Your sessions", h("br"), h("span", { class: "sub" }, `Each ends 14 days after signing in, or after ${span(idle * 1_000)} without use.`)), button("Sign out everywhere…", () => askToSignOutEverywhere(transport), "small")),
    table({ label: "Your sessions", rows: sessions, columns: [
      { title: "Browser", cell: ({ device, isCurrent }) => [browserOf(device), isCurrent && h("span", { class: "sub" }, "this session")] },
      { title: "Signed in", className: "only-wide", cell: ({ created }) => ({ className: "only-wide", content: momentOf(created) }) },
      { title: "Last used", cell: ({ lastSeen }) => ago(lastSeen) },
      { title: "Actions", said: true, number: true, cell: (row) => ({ className: "num", content: !row.isCurrent && h("button", { class: "button small danger", type: "button", "aria-label": `End the session in ${browserOf(row.device)}…`, on: { click: () => end(row) } }, "End…") }) },
    ] })));
}

function changePassword(transport) {
  const current = textField({ name: "current", label: "Current password", attributes: { type: "password", autocomplete: "current-password" } });
  const password = textField({ name: "password", label: "New password", hint: "At least 12 characters of any kind. A passphrase works well.", attributes: { type: "password", autocomplete: "new-password" } });
  const form = new Form({
    label: "Change password", verb: "Change password", fields: [current, password], cancel: () => dialog.close(),
    submit: async (body) => {
      await transport.request("PUT", "session/password", { body });
      dialog.close();
      toast("Password changed. Other sessions ended.");
    },
  });
  const dialog = openDialog({ title: "Change password", body: form.element });
  dialog.querySelector("footer").remove();
  current.control.focus();
}
