// People and roles of a program, and invitations.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";
import { choiceField, textField } from "../../kit/forms/field.js";
import { Form } from "../../kit/forms/form.js";
import { table } from "../../kit/tables/table.js";
import { initials } from "../app/account.js";
import { ago } from "../text/times.js";
import { showSecret } from "./tokens.js";

const roles = { viewer: "Viewer", editor: "Editor", approver: "Approver", admin: "Admin" };

/** The card with the list; `changed()` is called after a change. */
export function peopleCard(program, session, people, changed) {
  return h("section", { class: "card", id: "people", "aria-labelledby": "people-title" }, h("div", { class: "section" },
    h("div", { class: "section-head" }, h("h2", { id: "people-title", tabIndex: -1 }, "People and roles"), h("span", { class: "muted" }, String(people.length)),
      h("button", { class: "button small push", type: "button", on: { click: () => invite(program) } }, icon("mail"), "Invite…")),
    table({ label: "People", rows: people, columns: [
      { title: "Person", cell: ({ name, email }) => [h("span", { class: "person" }, initials(name), name), h("span", { class: "sub" }, email)] },
      { title: "Role", cell: ({ role }) => roles[role] },
      { title: "Can edit", className: "only-wide", cell: ({ environments, role }) => ({ className: "only-wide", content: role === "viewer" ? "nothing" : environments ? environments.map((id) => program.environmentNamed(id)?.name.toLowerCase() ?? id).join(", ") : "all" }) },
      { title: "Last seen", className: "only-wide", cell: ({ lastSeen }) => ({ className: "sub only-wide", content: lastSeen ? ago(lastSeen) : "never" }) },
      { title: "Actions", said: true, number: true, cell: (person) => ({ className: "num", content: person.id !== session.account.id && !person.isAdministrator && h("button", { class: "button small", type: "button", "aria-label": `Edit ${person.name}…`, on: { click: () => editPerson(program, person, changed) } }, "Edit…") }) },
    ] }),
    h("p", { class: "sub after" }, "Viewers can read. Editors can change the environments listed. Approvers can also approve requests. Admins can also edit these settings.")));
}

/** The fields for a role and its environments. */
function rightsFields(program, { role = "editor", environments } = {}) {
  const field = choiceField({ name: "role", label: "Role", value: role, choices: Object.entries(roles) });
  const boxes = program.environments.map((environment) => ({ environment, box: h("input", { type: "checkbox", checked: !environments || environments.includes(environment.id) }) }));
  const place = h("fieldset", { class: "stack-v" }, h("legend", { class: "field-label" }, "Can edit"), boxes.map(({ environment, box }) => h("label", { class: "check" }, box, h("span", {}, environment.name))));
  const show = () => { place.hidden = field.value === "viewer" || field.value === "admin"; };
  field.control.addEventListener("change", show);
  show();
  return { field, place, get value() {
    const chosen = boxes.filter(({ box }) => box.checked).map(({ environment }) => environment.id);
    return { role: field.value, environments: place.hidden || chosen.length === boxes.length ? null : chosen };
  } };
}

function invite(program) {
  const rights = rightsFields(program);
  const email = textField({ name: "email", label: "Email", attributes: { type: "email", autocomplete: "off" } });
  const form = new Form({
    label: "Invite a person", verb: "Create invitation", cancel: () => dialog.close(), fields: [email, rights.field],
    submit: async (values) => {
      const { code } = await program.transport.post(`${program.path}/invitations`, { email: values.email.trim(), ...rights.value });
      dialog.close();
      showSecret({ title: `Invitation of ${values.email.trim()}`, secret: `${location.origin}/sign-in#invitation=${code}`, noun: "Link", note: "Send the link to this person. It works once, for seven days." });
    },
  });
  rights.field.element.after(rights.place);
  const dialog = openDialog({ title: "Invite a person", body: form.element });
  dialog.querySelector("footer").remove();
  email.control.focus();
}

function editPerson(program, person, changed) {
  const rights = rightsFields(program, { role: person.role, environments: person.environments ?? undefined });
  const put = (body) => program.transport.request("PUT", `${program.path}/people/${encodeURIComponent(person.id)}`, { body });
  const form = new Form({ label: `Role of ${person.name}`, verb: "Save", cancel: () => dialog.close(), fields: [rights.field], submit: async () => {
    await put(rights.value);
    dialog.close();
    toast("Role saved.");
    changed();
  } });
  rights.field.element.after(rights.place);
  form.element.querySelector(".buttons").prepend(h("button", { class: "button danger", type: "button", on: { click: async () => {
    try {
      await put({ role: null });
      dialog.close();
      toast(`${person.name} removed from the program.`);
      changed();
    } catch (error) {
      toast(error.message, { failed: true });
    }
  } } }, "Remove"));
  const dialog = openDialog({ title: `Role of ${person.name}`, body: form.element });
  dialog.querySelector("footer").remove();
}
