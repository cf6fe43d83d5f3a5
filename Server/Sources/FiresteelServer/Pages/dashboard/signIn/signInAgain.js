// Signing in again on the page where the session ended, so that unsaved edits remain.

import { h } from "../../kit/dom/dom.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { onAnnounced, otherTab } from "./provider.js";
import { codeForm } from "./secondFactor.js";

/** Returns a function that opens the dialog. Another account opens its own pages. */
export const signInAgain = (transport, session, app) => () => {
  const password = textField({ name: "password", label: "Password", attributes: { type: "password", autocomplete: "current-password" } });
  const email = textField({ name: "email", label: "Email", value: session.account.email, attributes: { type: "email", autocomplete: "username" } });
  const form = new Form({
    label: "Sign in", verb: "Sign in", pending: "Signing in…", fields: [email, password], cancel: () => dialog.close(),
    submit: async (values) => {
      try {
        const { account } = await transport.post("session", values);
        resume(account);
      } catch (error) {
        if (error.code !== "code-required") throw error;
        const step = codeForm(transport, values, { entered: ({ account }) => resume(account), cancel: () => dialog.close() });
        form.element.replaceWith(step.element);
        step.element.querySelector("input").focus();
      }
    },
  });
  const resume = (account) => {
    if (account.id !== session.account.id) return location.assign("/");
    dialog.close();
    app().live.reconnect();
    app().page.reload();
  };
  const provider = session.server.openID, closed = new AbortController();
  const link = provider && h("a", { class: "button", ...otherTab("sign-in") }, `Continue with ${provider} in another tab`);
  onAnnounced("sign-in", async () => { resume((await transport.get("session")).account); }, closed.signal);
  const dialog = openDialog({ title: "Sign in", body: [session.account.hasPassword && form.element, link], footer: [] });
  dialog.addEventListener("close", () => closed.abort());
  dialog.querySelector("footer").remove();
  if (session.account.hasPassword) password.control.focus(); else link?.focus();
};
