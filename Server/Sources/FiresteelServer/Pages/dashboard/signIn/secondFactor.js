// The second factor: the field for a code, setting up an authenticator app, recovery codes.

import { byId, fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";
import { textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { confirmed } from "../changes/submit.js";
import { showSecret } from "../settings/tokens.js";

/** The field for a code of the app, or a recovery code. */
export const codeField = () => textField({
  name: "code", label: "Code", hint: "From your authenticator app, or one of your recovery codes.",
  attributes: { class: "field mono", autocomplete: "one-time-code", spellcheck: "false", autocapitalize: "off" },
});

/** The form for the code that signing in needs after the password; `entered(session)` is called afterwards. */
export function codeForm(transport, credentials, { entered, cancel }) {
  const code = codeField();
  return new Form({
    label: "Enter the code", verb: "Sign in", pending: "Signing in…", fields: [code], cancel,
    submit: async (values) => {
      try {
        entered(await transport.post("session", { ...credentials, code: values.code.trim() }));
      } catch (error) {
        code.control.select();
        throw error;
      }
    },
  });
}

/** Opens the dialog in which an authenticator app is set up; `done()` is called once the recovery codes were shown. */
export async function setUpSecondFactor(transport, done) {
  const { secret, address } = await confirmed(transport, () => transport.post("session/second-factor"));
  const copy = button([icon("copy"), "Copy"], async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast("Key copied.");
    } catch {
      toast("The browser doesn’t allow copying here. Select the text and copy it.", { failed: true });
    }
  }, "small");
  const code = textField({ name: "code", label: "Code", hint: "The six digits that the app shows now.", attributes: { class: "field mono", autocomplete: "one-time-code", inputmode: "numeric" } });
  const form = new Form({
    label: "Set up a second factor", verb: "Turn on", fields: [code], cancel: () => dialog.close(),
    submit: async (values) => {
      const { recoveryCodes } = await transport.request("PUT", "session/second-factor", { body: { code: values.code.trim() } }).then((response) => response.json());
      dialog.close();
      showRecoveryCodes(recoveryCodes, done);
    },
  });
  const dialog = openDialog({ title: "Set up a second factor", body: [
    h("p", {}, "Add this key to an authenticator app. On the device with the app, the link opens it."),
    h("div", { class: "secret" }, h("code", {}, secret.match(/.{1,4}/g).join(" ")), copy),
    h("p", {}, h("a", { class: "button small", href: address }, "Open in the app")), form.element,
  ] });
  dialog.querySelector("footer").remove();
  code.control.focus();
}

/** Shows new recovery codes once; `done()` is called when the dialog closes. */
export const showRecoveryCodes = (codes, done) => showSecret({
  title: "Recovery codes", secret: codes.join("\n"), noun: "Recovery codes", closed: done,
  text: "Copy them now. They aren’t shown again; the server stores only their hashes.",
  note: "Each signs you in once without the app. Store them apart from your password.",
});

/** The page for a person who has to set up a second factor first. */
export function showSecondFactorNeeded(transport, { account }) {
  const main = h("main", { class: "door", id: "main", tabIndex: -1 });
  byId("shell").replaceWith(main);
  document.title = "Set up a second factor: Firesteel";
  const problem = h("p", { class: "field-error", role: "alert" });
  const start = button("Set up…", async () => {
    fill(problem);
    try {
      await setUpSecondFactor(transport, () => location.reload());
    } catch (error) {
      fill(problem, error.message);
    }
  }, "primary");
  const out = button("Sign out", async () => { await transport.request("DELETE", "session"); location.assign("/sign-in"); }, "quiet");
  fill(main, h("span", { class: "brand" }, icon("spark"), "Firesteel"),
    h("div", { class: "card" }, h("div", { class: "section" }, h("h1", {}, "Set up a second factor"),
      h("p", {}, "This server requires a code of an authenticator app after the password from everyone who may change flags."), problem,
      h("p", { class: "buttons" }, start))),
    h("p", { class: "foot" }, account.name, " ", out));
  start.focus();
}
