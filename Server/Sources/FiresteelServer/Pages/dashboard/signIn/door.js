// The pages before signing in: signing in, the first account, an invitation.

import { byId, fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button } from "../../kit/dom/states.js";
import { textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { span } from "../../kit/text/format.js";
import { leaveForProvider } from "./provider.js";
import { codeForm } from "./secondFactor.js";

const code = (name) => new RegExp(`^#${name}=([\\w-]+)$`).exec(location.hash)?.[1];
const shortest = 12;

/** Shows the form that fits the address; `isFirst` if the server has no account yet, `provider` is the name of the OpenID Connect provider. */
export function showDoor(transport, { isFirst, provider }) {
  const first = code("first"), invitation = code("invitation"), reset = code("reset");
  // The code is a secret, which the history must not store.
  if (first || invitation || reset) history.replaceState(null, "", location.pathname);
  const main = h("main", { class: "door", id: "main", tabIndex: -1 });
  byId("shell").replaceWith(main);
  const brand = h("span", { class: "brand" }, icon("spark"), "Firesteel");
  if (isFirst) fill(main, brand, accountCard(transport, firstAccount(first)), h("p", { class: "foot" }, "No one else can use this server until then."));
  else if (first) fill(main, brand, usedCard());
  else if (reset) fill(main, brand, resetCard(transport, reset));
  else if (invitation) fill(main, brand, accountCard(transport, invited(invitation), provider));
  else fill(main, brand, signInCard(transport, provider), h("p", { class: "foot" }, "No account? Ask an admin for an invitation link."));
  [...main.querySelectorAll("input")].find((input) => !input.value)?.focus();
}

/** The address to open after signing in: that of the page that required it. */
function enter() {
  location.replace(location.pathname === "/sign-in" ? "/" : location.pathname + location.search);
  // The same address with a removed fragment isn't a navigation.
  if (location.pathname !== "/sign-in") location.reload();
}

function card(title, ...content) {
  document.title = `${title}: Firesteel`;
  return h("div", { class: "card" }, h("div", { class: "section" }, h("h1", {}, title), content));
}

export const emailField = () => textField({ name: "email", label: "Email", attributes: { type: "email", autocomplete: "username" } });

/** The way to sign in at the OpenID Connect provider, below a form; `note` shows its errors. */
const providerButton = (transport, provider, note) => provider && [h("p", { class: "or" }, "or"), button([icon("key"), `Continue with ${provider}`], async () => {
  fill(note);
  try {
    await leaveForProvider(transport);
  } catch (error) {
    fill(note, failure(error.message));
  }
})];

const failure = (text) => h("p", { class: "note failure" }, icon("warning"), h("span", {}, text));

function signInCard(transport, provider) {
  const note = h("div", { role: "alert" });
  const password = textField({ name: "password", label: "Password", attributes: { type: "password", autocomplete: "current-password" } });
  const form = new Form({
    label: "Sign in", verb: "Sign in", pending: "Signing in…", fields: [emailField(), password],
    submit: async (values) => {
      fill(note);
      try {
        await transport.post("session", values);
      } catch (error) {
        if (error.code === "code-required") return askForCode(values);
        if (error.status === 401) password.complain("");
        show(error);
        return;
      }
      enter();
    },
  });
  function show(error) {
    const { code: kind, wait } = error.details ?? {};
    fill(note, h("p", { class: `note ${kind === "too-many" ? "warning" : "failure"}` }, icon(kind === "too-many" ? "changes" : "warning"),
      h("span", {}, kind === "too-many" && wait ? `Too many attempts. Try again in ${span(wait * 1_000_000)}.` : error.message)));
    if (kind === "wrong-password") { password.control.setAttribute("aria-invalid", "true"); password.control.select(); password.control.focus(); }
  }
  const element = card("Sign in", note, form.element, providerButton(transport, provider, note));
  function askForCode(values) {
    const step = codeForm(transport, values, { entered: enter, cancel: () => location.reload() });
    element.replaceWith(card("Enter the code", h("p", { class: "muted" }, `The password of ${values.email.trim()} is right.`), step.element));
    step.element.querySelector("input").focus();
  }
  return element;
}

const newPassword = () => textField({
  name: "password", label: "Password", hint: `At least ${shortest} characters of any kind. A passphrase works well.`,
  attributes: { type: "password", autocomplete: "new-password" },
  check: (value) => (value.length < shortest ? `Enter at least ${shortest} characters.` : undefined),
});

const firstAccount = (value = "") => ({
  title: "Create the first account", text: "The server printed a code when it started. It works once, for an hour.", path: "first-account",
  code: textField({ name: "code", label: "Code", value, attributes: { class: "field code-field", autocomplete: "one-time-code", spellcheck: "false" } }),
});

const invited = (value) => ({
  title: "Accept the invitation", text: "Use the email address that was invited.", path: "invitations",
  code: textField({ name: "code", label: "Code", value, attributes: { autocomplete: "one-time-code", spellcheck: "false" } }),
});

function accountCard(transport, { title, text, path, code: field }, provider) {
  const note = h("div", { role: "alert" });
  const form = new Form({
    label: title, verb: "Create account", pending: "Creating account…",
    fields: [field, textField({ name: "name", label: "Name", attributes: { autocomplete: "name" } }), emailField(), newPassword()],
    submit: async (values) => {
      await transport.post(path, { ...values, code: values.code.trim() });
      enter();
    },
  });
  return card(title, h("p", { class: "muted" }, text), note, form.element, providerButton(transport, provider, note));
}

function resetCard(transport, value) {
  const form = new Form({
    label: "Choose a new password", verb: "Save password", pending: "Saving password…", fields: [newPassword()],
    submit: async ({ password }) => {
      await transport.post("password-resets", { code: value, password });
      const link = h("a", { class: "button primary", href: "/sign-in" }, "Sign in");
      element.replaceWith(card("Password saved", h("p", { role: "status" }, "All sessions of the account ended."), link));
      link.focus();
    },
  });
  const element = card("Choose a new password", h("p", { class: "muted" }, "An administrator created this link for your account. It works once."), form.element);
  return element;
}

const usedCard = () => card("This code was already used",
  h("p", {}, "The first account exists. If you didn’t create it, stop the server and check who can reach it."),
  h("a", { class: "button", href: "/sign-in" }, "Sign in"));
