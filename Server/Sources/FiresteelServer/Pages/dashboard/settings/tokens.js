// Tokens of programs and scripts: their list, creating and revoking.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { ask, openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";
import { choiceField, textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { table } from "../../kit/dom/table.js";
import { span } from "../../kit/text/format.js";
import { environmentTag, kindOf } from "../app/environments.js";
import { confirmed } from "../changes/submit.js";
import { ago, momentOf } from "../text/times.js";

const kinds = { client: "client, receives values", server: "server, receives definitions", ingest: "ingest only", admin: "admin, for scripts" };

const day = 86_400_000, stale = (text) => h("span", { class: "stale" }, text);
/** A token that expires within two weeks is marked, and one that wasn’t used for two months. */
const expiry = (expires) => (expires - Date.now() < 14 * day ? stale(`in ${span((expires - Date.now()) * 1_000)}`) : momentOf(expires));
const lastUse = (lastUsed) => (Date.now() - lastUsed > 60 * day ? stale(ago(lastUsed)) : ago(lastUsed));

/** The card with the list; `changed()` is called after a change. */
export function tokensCard(program, tokens, changed) {
  const current = tokens.filter(({ revoked, expires }) => !revoked && !(expires && expires < Date.now()));
  const revoke = (token) => ask({ title: `Revoke ${token.name}?`, body: ["Programs with this token are refused from now on. They keep the values that they have stored."], verb: "Revoke", act: async () => {
    await program.transport.remove(`${program.path}/tokens/${encodeURIComponent(token.id)}`);
    toast("Token revoked.");
    changed();
  } });
  return h("section", { class: "card", id: "tokens", "aria-labelledby": "tokens-title" }, h("div", { class: "section" },
    h("div", { class: "section-head" }, h("h2", { id: "tokens-title", tabIndex: -1 }, "Tokens"), h("span", { class: "muted only-wide" }, "stored as hashes"),
      h("button", { class: "button small push", type: "button", on: { click: () => createToken(program, changed) } }, icon("key"), "Create token…")),
    table({ label: "Tokens", rows: current, empty: "No tokens yet. A program needs one to receive flags.", columns: [
      { title: "Token", cell: ({ name, kind, role, hint }) => [name, h("span", { class: "sub" }, `${kinds[kind]}${role ? `, ${role}` : ""}${hint ? `, ${hint}…` : ""}`)] },
      { title: "For", cell: ({ environment }) => tag(program, environment) },
      { title: "Last used", className: "only-wide", cell: ({ lastUsed }) => ({ content: lastUsed ? lastUse(lastUsed) : "never", className: "only-wide" }) },
      { title: "Expires", className: "only-wide", cell: ({ expires }) => ({ content: expires ? expiry(expires) : "never", className: "only-wide" }) },
      { title: "Actions", said: true, number: true, cell: (token) => ({ className: "num", content: h("button", { class: "button small danger", type: "button", "aria-label": `Revoke ${token.name}…`, on: { click: () => revoke(token) } }, "Revoke…") }) },
    ] })));
}

const tag = (program, id) => { const environment = program.environmentNamed(id); return environment ? environmentTag(environment) : id; };

/** Opens the dialog for a token; `created(token)` is called with the token, which is shown once. */
export function createToken(program, created, { name = "", kind = "client" } = {}) {
  const roles = ["viewer", "editor", "approver", "admin"].filter((role) => program.hasRole(role));
  const fields = {
    name: textField({ name: "name", label: "Name", value: name }),
    kind: choiceField({ name: "kind", label: "For", value: kind, choices: [["client", "Apps: receives values, never rules"], ["server", "Servers: receives definitions"], ["ingest", "Sending data only"], ["admin", "Scripts: a role in this program"]] }),
    role: choiceField({ name: "role", label: "Role", choices: roles.map((role) => [role, role.charAt(0).toUpperCase() + role.slice(1)]) }),
    environment: choiceField({ name: "environment", label: "Environment", value: program.environment.id, choices: program.environments.map(({ id, name: label }) => [id, label]) }),
    expires: textField({ name: "expires", label: "Expires, empty for never", optional: true, attributes: { type: "date" } }),
  };
  const showRole = () => { fields.role.element.hidden = fields.kind.value !== "admin"; };
  fields.kind.control.addEventListener("change", showRole);
  showRole();
  const form = new Form({
    label: "Create a token", verb: "Create token", cancel: () => dialog.close(), fields: Object.values(fields),
    submit: async (values) => {
      const { kind: chosen, role, expires, ...rest } = values;
      const token = await confirmed(program.transport, () => program.transport.post(`${program.path}/tokens`, { ...rest, name: rest.name.trim(), kind: chosen, ...(chosen === "admin" ? { role } : {}), ...(expires ? { expires: new Date(`${expires}T23:59:59`).getTime() } : {}) }));
      dialog.close();
      showSecret({ title: `“${rest.name.trim()}” created`, secret: token.token, environment: program.environmentNamed(rest.environment), noun: "Token",
        note: chosen === "client" ? "A client token may be part of an app that anyone can inspect. It grants no other access." : "Store it like a password." });
      created(token);
    },
  });
  const dialog = openDialog({ title: "Create a token", body: form.element });
  dialog.querySelector("footer").remove();
  fields.name.control.focus();
}

/** Shows a secret once; the dialog closes after the user confirms the copy, and calls `closed()`. `text` says what the server has of it. */
export function showSecret({ title, secret, environment, note, noun, closed = () => {}, text = "Copy it now. It isn’t shown again; the server stores only its hash." }) {
  const close = h("button", { class: "button", type: "button", "aria-disabled": "true", on: { click: () => { if (isCopied.checked) dialog.close(); else isCopied.focus(); } } }, "Close");
  const isCopied = h("input", { type: "checkbox", on: { change: () => { if (isCopied.checked) close.removeAttribute("aria-disabled"); else close.setAttribute("aria-disabled", "true"); } } });
  const copy = h("button", { class: "button small", type: "button", on: { click: async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast(`${noun} copied.`);
    } catch {
      toast("The browser doesn’t allow copying here. Select the text and copy it.", { failed: true });
    }
  } } }, icon("copy"), "Copy");
  const dialog = openDialog({
    title, data: environment && { env: kindOf(environment) }, aside: environment && environmentTag(environment),
    body: [h("p", {}, text), h("div", { class: "secret" }, h("code", {}, secret), copy), h("p", { class: "note" }, icon("lock"), h("span", {}, note))],
    footer: [h("label", { class: "check" }, isCopied, h("span", {}, "I copied it")), close],
  });
  // A click beside the dialog would lose the secret.
  dialog.addEventListener("click", (event) => { if (event.target === dialog && !isCopied.checked) event.stopImmediatePropagation(); }, { capture: true });
  dialog.addEventListener("cancel", (event) => { if (!isCopied.checked) { event.preventDefault(); isCopied.focus(); } });
  dialog.addEventListener("close", () => closed());
  copy.focus();
}

