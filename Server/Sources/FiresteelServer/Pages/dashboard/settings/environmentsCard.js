// The environments of a program, and what their changes require.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";
import { choiceField, textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { table } from "../../kit/dom/table.js";
import { count } from "../../kit/text/format.js";
import { environmentTag } from "../app/environments.js";
import { confirmed } from "../changes/submit.js";
import { identifierOf } from "../signIn/noProgram.js";
import { askToRemove, whyItStays } from "./removeEnvironment.js";

const protections = { none: "None", reason: "Reason", approval: "Reason and approval. Switching off: reviewed afterwards" };

/** The card with the list; `tokens` are those of the program, `changed()` is called after a change, `removed(id)` after a removal. */
export function environmentsCard(program, { tokens, changed, removed }) {
  const isAdmin = program.hasRole("admin");
  return h("section", { class: "card", id: "environments", "aria-labelledby": "environments-title" }, h("div", { class: "section" },
    h("div", { class: "section-head" }, h("h2", { id: "environments-title", tabIndex: -1 }, "Environments"), isAdmin && h("button", { class: "button small push", type: "button", on: { click: () => add(program, changed) } }, icon("plus"), "Add…")),
    table({ label: "Environments", rows: [...program.environments].reverse(), columns: [
      { title: "Environment", cell: (environment) => [environmentTag(environment), h("span", { class: "sub only-narrow" }, protections[environment.protection])] },
      { title: "Required", className: "only-wide", cell: ({ protection }) => ({ className: "only-wide", content: protections[protection] }) },
      { title: "Revision", className: "only-wide", cell: ({ revision }) => ({ className: "only-wide", content: count(revision) }) },
      { title: "Connected", number: true, cell: ({ id, revision }) => ({ className: "num", content: count(program.having(id, revision).all) }) },
      { title: "Actions", said: true, number: true, cell: (environment) => ({ className: "num", content: isAdmin && h("button", { class: "button small", type: "button", "aria-label": `Edit ${environment.name}…`, on: { click: () => edit(program, environment, { tokens, changed, removed }) } }, "Edit…") }) },
    ] })));
}

const protectionField = (value) => choiceField({ name: "protection", label: "Changes require", value, choices: [["none", "Nothing"], ["reason", "A reason"], ["approval", "A reason and an approval"]] });

function edit(program, environment, { tokens, changed, removed }) {
  const form = new Form({ label: `Edit ${environment.name}`, verb: "Save", cancel: () => dialog.close(), fields: [textField({ name: "name", label: "Name", value: environment.name }), protectionField(environment.protection)], submit: async (values) => {
    await confirmed(program.transport, () => program.transport.request("PUT", `${program.path}/environments/${encodeURIComponent(environment.id)}`, { body: values }));
    dialog.close();
    toast("Environment saved.");
    changed();
  } });
  const why = whyItStays(program, environment), note = why && h("p", { class: "why-not", id: "why-environment-stays" }, why);
  form.element.querySelector(".buttons").prepend(h("button", { class: "button danger", type: "button", "aria-disabled": why && "true", "aria-describedby": note?.id, on: { click: () => {
    if (why) return;
    dialog.close();
    askToRemove(program, environment, { tokens, removed });
  } } }, "Remove…"));
  if (note) form.element.append(note);
  const dialog = openDialog({ title: `Edit ${environment.name}`, body: form.element, aside: environmentTag(environment) });
  dialog.querySelector("footer").remove();
}

function add(program, changed) {
  const name = textField({ name: "name", label: "Name" }), id = textField({ name: "id", label: "Identifier", hint: "It can’t be changed later.", attributes: { class: "field mono", spellcheck: "false" } });
  let written = false;
  id.control.addEventListener("input", () => { written = true; });
  name.control.addEventListener("input", () => { if (!written) id.control.value = identifierOf(name.value); });
  const form = new Form({ label: "Add an environment", verb: "Add environment", cancel: () => dialog.close(), fields: [name, id, protectionField("none")], submit: async (values) => {
    await program.transport.request("POST", `${program.path}/environments`, { body: values });
    dialog.close();
    toast("Environment added.");
    changed();
  } });
  const dialog = openDialog({ title: "Add an environment", body: form.element });
  dialog.querySelector("footer").remove();
  name.control.focus();
}
