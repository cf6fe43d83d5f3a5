// Signing in again on the page where the session ended, so that unsaved edits remain.

import { openDialog } from "../../kit/overlays/dialogs.js";
import { textField } from "../../kit/forms/field.js";
import { Form } from "../../kit/forms/form.js";

/** Returns a function that opens the dialog. Another account opens its own pages. */
export const signInAgain = (transport, session, app) => () => {
  const password = textField({ name: "password", label: "Password", attributes: { type: "password", autocomplete: "current-password" } });
  const email = textField({ name: "email", label: "Email", value: session.account.email, attributes: { type: "email", autocomplete: "username" } });
  const form = new Form({
    label: "Sign in", verb: "Sign in", fields: [email, password], cancel: () => dialog.close(),
    submit: async (values) => {
      const { account } = await transport.post("session", values);
      if (account.id !== session.account.id) return location.assign("/");
      dialog.close();
      app().live.reconnect();
      app().page.reload();
    },
  });
  const dialog = openDialog({ title: "Sign in", body: form.element, footer: [] });
  dialog.querySelector("footer").remove();
  password.control.focus();
};
