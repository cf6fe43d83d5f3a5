// People and roles of a program, and invitations.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { ask, openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";
import { choiceField, textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { table } from "../../kit/dom/table.js";
import { initials } from "../app/account.js";
import { confirmed } from "../changes/submit.js";
import { ago, momentOf } from "../text/times.js";
import { showSecret } from "./tokens.js";
import { unreadNote } from "./unreadNote.js";

const roles = { viewer: "Viewer", editor: "Editor", approver: "Approver", admin: "Admin" };

/** The card with the lists of people and invitations; `damaged` are the rows that can’t be read, `changed()` is called after a change. */
export function peopleCard(program, session, people, damaged, invitations, changed) {
  return h("section", { class: "card", id: "people", "aria-labelledby": "people-title" }, h("div", { class: "section" },
    h("div", { class: "section-head" }, h("h2", { id: "people-title", tabIndex: -1 }, "People and roles"), h("span", { class: "muted" }, [String(people.length), invitations.length && `${invitations.length} invited`].filter(Boolean).join(", ")),
      h("button", { class: "button small push", type: "button", on: { click: () => invite(program, changed) } }, icon("mail"), "Invite…")),
    unreadNote(damaged, "account or role", "They give no rights."),
    table({ label: "People", rows: people, columns: [
      { title: "Person", cell: ({ name, email, isDisabled }) => [h("span", { class: "person" }, initials(name), name), h("span", { class: "sub" }, [email, isDisabled && "disabled"].filter(Boolean).join(", "))] },
      { title: "Role", cell: ({ role }) => roles[role] },
      { title: "Can edit", className: "only-wide", cell: ({ environments, role }) => ({ className: "only-wide", content: role === "viewer" ? "nothing" : environments ? environments.map((id) => program.environmentNamed(id)?.name.toLowerCase() ?? id).join(", ") : "all" }) },
      { title: "Last seen", className: "only-wide", cell: ({ lastSeen }) => ({ className: "sub only-wide", content: lastSeen ? ago(lastSeen) : "never" }) },
      { title: "Actions", said: true, number: true, cell: (person) => ({ className: "num", content: person.id !== session.account.id && !person.isAdministrator && h("button", { class: "button small", type: "button", "aria-label": `Edit ${person.name}…`, on: { click: () => editPerson(program, person, changed) } }, "Edit…") }) },
    ] }),
    invitations.length > 0 && invitationsTable(program, invitations, changed),
    h("p", { class: "sub after" }, "Viewers can read. Editors can change the environments listed. Approvers can also approve requests. Admins can also edit these settings.")));
}

function invitationsTable(program, invitations, changed) {
  const revoke = ({ id, email }) => ask({ title: `Revoke the invitation of ${email}?`, body: ["Its link no longer works."], verb: "Revoke", act: async () => {
    await program.transport.remove(`${program.path}/invitations/${encodeURIComponent(id)}`);
    toast("Invitation revoked.");
    changed();
  } });
  return table({ label: "Invitations", rows: invitations, columns: [
    { title: "Invited", cell: ({ email, createdBy }) => [email, h("span", { class: "sub" }, `by ${createdBy}`)] },
    { title: "Role", cell: ({ role }) => roles[role] },
    { title: "Expires", className: "only-wide", cell: ({ expires }) => ({ className: "sub only-wide", content: momentOf(expires) }) },
    { title: "Actions", said: true, number: true, cell: (invitation) => ({ className: "num", content: h("button", { class: "button small danger", type: "button", "aria-label": `Revoke the invitation of ${invitation.email}…`, on: { click: () => revoke(invitation) } }, "Revoke…") }) },
  ] });
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

/** Opens the dialog for an invitation, whose link is shown once; `changed()` is called after that. */
export function invite(program, changed) {
  const rights = rightsFields(program);
  const email = textField({ name: "email", label: "Email", attributes: { type: "email", autocomplete: "off" } });
  const form = new Form({
    label: "Invite a person", verb: "Create invitation", cancel: () => dialog.close(), fields: [email, rights.field],
    submit: async (values) => {
      const { code } = await confirmed(program.transport, () => program.transport.post(`${program.path}/invitations`, { email: values.email.trim(), ...rights.value }));
      dialog.close();
      changed();
      showSecret({ title: `Invitation for ${values.email.trim()}`, secret: `${location.origin}/sign-in#invitation=${code}`, noun: "Link", note: "Send the link to this person. It works once, for seven days." });
    },
  });
  rights.field.element.after(rights.place);
  const dialog = openDialog({ title: "Invite a person", body: form.element });
  dialog.querySelector("footer").remove();
  email.control.focus();
}

function editPerson(program, person, changed) {
  const rights = rightsFields(program, { role: person.role, environments: person.environments ?? undefined });
  const put = (body) => confirmed(program.transport, () => program.transport.request("PUT", `${program.path}/people/${encodeURIComponent(person.id)}`, { body }));
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
