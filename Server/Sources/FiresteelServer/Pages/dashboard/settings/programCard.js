// The program itself: its name, and for administrators the other programs of the server.

import { h } from "../../kit/dom/dom.js";
import { button } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";
import { textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { programForm } from "../signIn/noProgram.js";

/** The card; `changed()` is called after a change. */
export function programCard(program, session, changed) {
  const isAdministrator = session.account.isAdministrator;
  return h("section", { class: "card", id: "program", "aria-labelledby": "program-title" }, h("div", { class: "section" }, h("h2", { id: "program-title", tabIndex: -1 }, "Program"),
    h("div", { class: "setting" }, h("span", {}, "Name", h("br"), h("span", { class: "sub" }, program.name)), button("Rename…", () => rename(program, session, changed), "small")),
    h("div", { class: "setting" }, h("span", {}, "Identifier", h("br"), h("span", { class: "sub" }, "Part of addresses; it can’t be changed.")), h("code", { class: "wrap" }, program.id)),
    isAdministrator && h("div", { class: "setting" }, h("span", {}, "All programs", h("br"), h("span", { class: "sub wrap" }, session.programs.map(({ name }) => name).join(", "))), button("New program…", () => create(program), "small"))));
}

function rename(program, session, changed) {
  const name = textField({ name: "name", label: "Name", value: program.name, attributes: { maxlength: 100 } });
  const form = new Form({ label: "Rename the program", verb: "Rename", cancel: () => dialog.close(), fields: [name], submit: async (values) => {
    const body = { name: values.name.trim() };
    await program.transport.request("PUT", program.path, { body });
    dialog.close();
    for (const own of session.programs) if (own.id === program.id) own.name = body.name;
    toast(`Renamed to “${body.name}”.`);
    await changed();
  } });
  const dialog = openDialog({ title: "Rename the program", body: form.element });
  dialog.querySelector("footer").remove();
  name.control.select();
}

function create(program) {
  const form = programForm(program.transport, { cancel: () => dialog.close() }), dialog = openDialog({ title: "New program", body: form.element });
  dialog.querySelector("footer").remove();
  dialog.querySelector("input").focus();
}
