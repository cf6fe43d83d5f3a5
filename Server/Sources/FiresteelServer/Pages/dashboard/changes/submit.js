// Sends a change, and requests the password where the server wants it confirmed.

import { h } from "../../kit/dom/dom.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { onAnnounced, otherTab } from "../signIn/provider.js";

/** A random identifier: the same change sent twice has one result. */
export const randomId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The user didn't confirm the password. */
export class NotConfirmed extends Error {
  constructor() { super("The password is needed for this change. Nothing was changed."); }
}

/** Requests the password, or signing in at the OpenID Connect provider again. Resolves to whether the person did. */
async function confirmPerson(transport) {
  const { account, server, secondFactor } = await transport.get("session");
  return new Promise((resolve) => {
    let isConfirmed = false;
    const confirm = () => {
      isConfirmed = true;
      dialog.close();
    };
    const label = secondFactor.isOn ? "Password, or a code of your authenticator app" : "Password";
    const password = textField({ name: "password", label, attributes: { type: "password", autocomplete: "current-password" } });
    const form = new Form({
      label: "Confirm your password", verb: "Confirm", fields: [password], cancel: () => dialog.close(),
      submit: async (values) => {
        // No password has six digits.
        const code = secondFactor.isOn && /^\d{6}$/.test(values.password.trim()) && values.password.trim();
        await transport.post("session/confirmation", code ? { code } : values);
        confirm();
      },
    });
    const link = server.openID && h("a", { class: "button", ...otherTab("confirm") }, `Continue with ${server.openID} in another tab`);
    const title = account.hasPassword ? "Confirm your password" : "Confirm who you are";
    const text = account.hasPassword ? "Changes of a protected environment need your password again after a while." : "Changes of a protected environment need you to sign in again after a while.";
    const dialog = openDialog({ title, body: [h("p", {}, text), account.hasPassword ? form.element : link] });
    const closed = new AbortController();
    onAnnounced("confirm", confirm, closed.signal);
    dialog.querySelector("footer").remove();
    dialog.addEventListener("close", () => { closed.abort(); resolve(isConfirmed); });
    if (account.hasPassword) password.control.focus(); else link?.focus();
  });
}

/** Runs a call, and once more after the password was confirmed, if the server requires that. */
export async function confirmed(transport, call) {
  try {
    return await call();
  } catch (error) {
    if (error.code !== "confirmation-required") throw error;
    if (!await confirmPerson(transport)) throw new NotConfirmed();
    return call();
  }
}

/** Proposes a change. Returns what became of it: `applied`, `requested`, `scheduled` or `unchanged`. */
export const submitChange = (program, { id = randomId(), edits, reason = "", due }) =>
  confirmed(program.transport, () => program.transport.post(`${program.path}/changes`, { id, edits, reason, ...(due ? { due } : {}) }));

/** The effect that a change would have. */
export const previewChange = (program, edits) =>
  program.transport.post(`${program.path}/changes/preview`, { id: randomId(), edits });

/** Reverts a change; with `preview`, returns what that would do. */
export const revertChange = (program, number, { reason = "", overridesLater = false, preview = false } = {}) =>
  confirmed(program.transport, () => program.transport.post(`${program.path}/changes/${number}/reversal`, { id: randomId(), reason, overridesLater, preview }));
