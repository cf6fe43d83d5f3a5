// Webhooks of a program: their list, and creating, editing, rotating, disabling and deleting them.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { plainMark } from "../../kit/dom/marks.js";
import { ask, openDialog } from "../../kit/overlays/dialogs.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { toast } from "../../kit/overlays/toasts.js";
import { textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { table } from "../../kit/dom/table.js";
import { count } from "../../kit/text/format.js";
import { addressOf } from "../app/routes.js";
import { confirmed } from "../changes/submit.js";
import { ago, momentOf } from "../text/times.js";
import { showSecret } from "./tokens.js";

/** The display names of event types. */
export const eventNames = {
  "change.applied": "Change of a protected environment", "approval.requested": "Approval or review requested", "guard.paused": "Guard acted",
  "experiment.started": "Experiment started", "experiment.ended": "Experiment ended", "experiment.conclusive": "Experiment has a result",
  "experiment.harmed": "Experiment ended by its guard", "experiment.mismatched": "Experiment misses people",
  "report.opened": "New group of reports", "report.reopened": "Group of reports reopened", test: "Test",
};
const selectable = Object.keys(eventNames).filter((type) => type !== "test");

const states = { enabled: ["success", "On"], disabled: ["unavailable", "Disabled"], gone: ["failure", "Gone"], failing: ["failure", "Failing"] };
const reasons = {
  gone: "The receiver no longer exists: it answered with 410, so the webhook was disabled.",
  failing: "No delivery succeeded for five days, so the webhook was disabled.",
};

/** The mark and word of a webhook's state, and why it is so. */
export function webhookState({ state, failingSince, pausedUntil, lastSuccess }) {
  const [mark, word] = state === "enabled" && failingSince ? ["failure", "Fails"] : states[state];
  const why = reasons[state] ?? (state === "enabled" && failingSince ? `since ${momentOf(failingSince)}` : lastSuccess ? `last delivered ${ago(lastSuccess)}` : "nothing delivered yet");
  const pause = state === "enabled" && pausedUntil > Date.now() && `paused by the receiver until ${momentOf(pausedUntil)}`;
  return [h("span", { class: "person" }, plainMark(mark), word), h("span", { class: "sub" }, pause || why)];
}

const pathOf = (program, webhook) => `${program.path}/webhooks/${encodeURIComponent(webhook.id)}`;

/** The address of the page with a webhook's deliveries. */
export const deliveriesAddress = (id) => addressOf("webhooks", { query: { webhook: id } });

/** The card with the list; `changed()` is called after a change. */
export function webhooksCard(program, webhooks, changed) {
  return h("section", { class: "card", id: "webhooks", "aria-labelledby": "webhooks-title" }, h("div", { class: "section" },
    h("div", { class: "section-head" }, h("h2", { id: "webhooks-title", tabIndex: -1 }, "Webhooks"), h("span", { class: "muted only-wide" }, "signed messages to other systems"),
      h("button", { class: "button small push", type: "button", on: { click: () => createWebhook(program, changed) } }, icon("plus"), "New…")),
    table({ label: "Webhooks", rows: webhooks, empty: "No webhooks yet. One sends a message when a protected environment changes, for example.", columns: [
      { title: "Webhook", cell: ({ id, name, address }) => [h("a", { href: deliveriesAddress(id) }, name), h("span", { class: "sub wrap" }, hostOf(address))] },
      { title: "State", cell: webhookState },
      { title: "Environments", className: "only-wide", cell: ({ environments }) => ({ className: "only-wide", content: environments ? program.environments.filter(({ id }) => environments.includes(id)).map(({ name }) => name).join(", ") : "all" }) },
      { title: "Pending", number: true, className: "only-wide", cell: ({ pending }) => ({ className: "num only-wide", content: count(pending) }) },
      { title: "Actions", said: true, number: true, cell: (webhook) => ({ className: "num", content: actions(program, webhook, changed) }) },
    ] })));
}

function hostOf(address) {
  try { return new URL(address).host; } catch { return address; }
}

function actions(program, webhook, changed) {
  const button = h("button", { class: "button small", type: "button", "aria-label": `Actions for ${webhook.name}` }, icon("more"));
  const place = h("span", {}, button);
  attachMenu(button, { label: `Actions for ${webhook.name}`, items: () => webhookItems(program, webhook, changed) });
  return place;
}

/** Runs work and shows its error. */
async function attempt(work) {
  try { await work(); } catch (error) { toast(error.message, { failed: true }); }
}

/** Sends a test event. */
export const sendTest = (program, webhook, changed) => attempt(async () => {
  await program.transport.post(`${pathOf(program, webhook)}/tests`);
  toast("Test event sent. Its delivery shows the result.");
  changed();
});

/** The actions on a webhook, as items of a menu. */
export function webhookItems(program, webhook, changed, { deleted = changed } = {}) {
  const isOn = webhook.state === "enabled";
  return [
    { label: "Send test", disabled: !isOn, act: () => sendTest(program, webhook, changed) },
    { label: "Edit…", act: () => editWebhook(program, webhook, changed) },
    { label: "Rotate secret…", act: () => rotate(program, webhook, changed) },
    { label: isOn ? "Disable" : "Enable", act: () => attempt(async () => {
      await program.transport.request("PUT", `${pathOf(program, webhook)}/state`, { body: { isEnabled: !isOn } });
      toast(isOn ? "Webhook disabled." : "Webhook enabled.");
      changed();
    }) },
    { label: "Delete…", act: () => ask({ title: `Delete ${webhook.name}?`, body: ["Pending events are not sent, and its deliveries are deleted."], verb: "Delete", act: async () => {
      await program.transport.remove(pathOf(program, webhook));
      toast("Webhook deleted.");
      deleted();
    } }) },
  ];
}

/** A group of checkboxes; `value` are the chosen ones. */
function boxesOf(legend, choices, chosen) {
  const boxes = choices.map(([value, label]) => ({ value, label, box: h("input", { type: "checkbox", checked: chosen.includes(value), on: { change: () => complain() } }) }));
  const error = h("p", { class: "field-error", role: "alert", hidden: true });
  const complain = (text) => { fill(error, text); error.hidden = !text; };
  const element = h("fieldset", { class: "stack-v" }, h("legend", { class: "field-label" }, legend), boxes.map(({ label, box }) => h("label", { class: "check" }, box, h("span", {}, label))), error);
  return { element, get value() { return boxes.filter(({ box }) => box.checked).map(({ value }) => value); }, require(text) {
    complain(this.value.length ? undefined : text);
    if (!this.value.length) boxes[0].box.focus();
    return this.value.length > 0;
  } };
}

/** The fields of a webhook. */
function fieldsOf(program, { name = "", address = "", events = ["change.applied", "approval.requested"], environments } = {}) {
  const places = program.environments.map(({ id, name: label }) => [id, label]);
  return {
    name: textField({ name: "name", label: "Name", value: name }),
    address: textField({ name: "address", label: "Address", value: address, hint: "With https. Redirects aren’t followed.", attributes: { type: "url", inputmode: "url", spellcheck: "false", placeholder: "https://example.com/hooks/firesteel" } }),
    events: boxesOf("Events", selectable.map((type) => [type, eventNames[type]]), events),
    environments: boxesOf("Environments", places, environments ?? places.map(([id]) => id)),
  };
}

function openForm(program, { title, verb, fields, submit }) {
  const form = new Form({ label: title, verb, cancel: () => dialog.close(), fields: [fields.name, fields.address], submit: async ({ name, address }) => {
    if (!fields.events.require("Select at least one event.") || !fields.environments.require("Select at least one environment.")) return;
    const chosen = fields.environments.value;
    await submit({ name: name.trim(), address: address.trim(), events: fields.events.value, environments: chosen.length === program.environments.length ? null : chosen });
  } });
  fields.address.element.after(fields.events.element, fields.environments.element);
  const dialog = openDialog({ title, body: form.element });
  dialog.querySelector("footer").remove();
  fields.name.control.focus();
  return dialog;
}

const stored = "Copy it now. It isn’t shown again.";

function createWebhook(program, changed) {
  const fields = fieldsOf(program);
  const dialog = openForm(program, { title: "New webhook", verb: "Create webhook", fields, submit: async (body) => {
    const { secret } = await confirmed(program.transport, () => program.transport.post(`${program.path}/webhooks`, body));
    dialog.close();
    changed();
    showSecret({ title: `“${body.name}” created`, secret, noun: "Secret", text: stored, note: "The receiver checks with it that messages are from this server, with any library for Standard Webhooks." });
  } });
}

function editWebhook(program, webhook, changed) {
  const fields = fieldsOf(program, { ...webhook, environments: webhook.environments ?? undefined });
  const dialog = openForm(program, { title: `Edit ${webhook.name}`, verb: "Save", fields, submit: async (body) => {
    await confirmed(program.transport, () => program.transport.request("PUT", pathOf(program, webhook), { body }));
    dialog.close();
    toast("Webhook saved.");
    changed();
  } });
}

function rotate(program, webhook, changed) {
  ask({ title: `Rotate the secret of ${webhook.name}?`, body: ["Messages are signed with both secrets for 24 hours, then with the new one only."], verb: "Rotate", act: async () => {
    const { secret } = await confirmed(program.transport, () => program.transport.post(`${pathOf(program, webhook)}/secret`));
    changed();
    // Once the question is closed, so that the focus stays in the dialog with the secret.
    setTimeout(() => showSecret({ title: `New secret of ${webhook.name}`, secret, noun: "Secret", text: stored, note: "Add it to the receiver within 24 hours." }));
  } });
}
