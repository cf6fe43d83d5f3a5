// The page for a person without a program: the form for the first one, or the next step.

import { byId, fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { button } from "../../kit/dom/states.js";
import { addressOf } from "../app/routes.js";

/** An identifier made of a name: “My Documents” is “my-documents”. It begins with a letter and has at most 40 characters. */
export const identifierOf = (name) => name.trim().toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+/, "").slice(0, 40).replace(/-+$/, "");

export function showNoProgram(transport, { account }) {
  const main = h("main", { class: "door", id: "main", tabIndex: -1 });
  byId("shell").replaceWith(main);
  const title = account.isAdministrator ? "Create the first program" : "No program yet";
  document.title = `${title}: Firesteel`;
  const content = account.isAdministrator ? programForm(transport).element
    : h("p", {}, "You have no role in a program. Ask an admin of the program for one.");
  const out = button("Sign out", async () => { await transport.request("DELETE", "session"); location.assign("/sign-in"); }, "quiet");
  fill(main, h("span", { class: "brand" }, icon("spark"), "Firesteel"),
    h("div", { class: "card" }, h("div", { class: "section" }, h("h1", {}, title),
      account.isAdministrator && h("p", { class: "muted" }, "A program is everything that shares flags: an app on all platforms, or a service."), content)),
    h("p", { class: "foot" }, account.name, " ", out));
  main.querySelector("input")?.focus();
}

/** The form for a program, which opens it. */
export function programForm(transport, { cancel } = {}) {
  const name = textField({ name: "name", label: "Name" });
  const id = textField({ name: "id", label: "Identifier", hint: "It is part of addresses and can’t be changed later.", attributes: { class: "field mono", spellcheck: "false" } });
  let written = false;
  id.control.addEventListener("input", () => { written = true; });
  name.control.addEventListener("input", () => { if (!written) id.control.value = identifierOf(name.value); });
  return new Form({
    label: "New program", verb: "Create program", fields: [name, id], cancel,
    submit: async (values) => {
      const program = await transport.post("programs", values);
      // The first environment affects no user, and nothing there has to be approved.
      location.assign(addressOf("overview", { program: program.id, environment: program.environments[0].id }));
    },
  });
}
