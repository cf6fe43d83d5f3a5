// The retention of what programs send, and erasing the data of a person.

import { h } from "../../kit/dom/dom.js";
import { button } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { toast } from "../../kit/overlays/toasts.js";
import { bytes, count, counted } from "../../kit/text/format.js";
import { environmentTag } from "../app/environments.js";
import { confirmed } from "../changes/submit.js";
import { askToErase } from "../insight/erasePerson.js";

/** The card; `retention` is what the server does. Administrators of the server set it, after which `changed()` is called. */
export function retentionCard(program, session, retention, changed) {
  const { sessionDays, reportDays, countDays, hourlyDays, reportBytes, reportsPerGroup } = retention, days = (number) => counted(number, "day");
  const row = (name, value, text) => h("div", { class: "setting" }, h("span", {}, name, text && [h("br"), h("span", { class: "sub" }, text)]), h("span", { class: "num" }, value));
  return h("section", { class: "card", id: "retention", "aria-labelledby": "retention-title" }, h("div", { class: "section" },
    h("div", { class: "section-head" }, h("h2", { id: "retention-title", tabIndex: -1 }, "Retention"), h("span", { class: "muted only-wide" }, "what programs send, in all programs of this server")),
    row("Sessions", days(sessionDays)),
    row("Reports", days(reportDays), "The first and last of each group, those of rare groups, and pinned ones remain as long as figures."),
    row("Figures", days(countDays), `By the hour for at most ${days(hourlyDays)}, then by the day.`),
    row("Storage limit", bytes(reportBytes), `For the reports of one environment, the oldest are deleted first. A group has at most ${count(reportsPerGroup)}.`),
    h("p", { class: "sub after" }, "Changes and the access log are never deleted. The options ", h("code", {}, "--session-days"), ", ", h("code", {}, "--report-days"), " and ", h("code", {}, "--count-days"), " set these times when the server starts, unless an administrator sets them here."),
    h("p", { class: "after buttons" }, session.account.isAdministrator && button("Set days…", () => setDays(program, retention, changed)),
      program.hasRole("admin") && button("Erase a person’s data…", () => choosePerson(program), "danger"))));
}

/** Opens the dialog that sets the days. */
function setDays({ transport }, retention, changed) {
  const days = (name, label) => textField({ name, label, value: String(retention[name]), attributes: { type: "number", min: "1", max: "3650", inputmode: "numeric" },
    check: (value) => (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 3_650 ? undefined : "A whole number from 1 to 3,650.") });
  const fields = [days("sessionDays", "Days for sessions"), days("reportDays", "Days for reports"), days("countDays", "Days for figures")];
  const form = new Form({ label: "Set the retention", verb: "Set days", cancel: () => dialog.close(), fields, submit: async (values) => {
    await confirmed(transport, () => transport.request("PUT", "retention", { body: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)])) }));
    dialog.close();
    toast("Retention set.");
    changed();
  } });
  const dialog = openDialog({ title: "Set the retention of all programs", body: [h("p", { class: "sub" }, "Older data is deleted within an hour."), form.element] });
  dialog.querySelector("footer").remove();
  fields[0].control.focus();
}

/** Asks whose data is erased in the current environment. */
function choosePerson(program) {
  const person = textField({ name: "person", label: "Pseudonym", hint: "A report names the pseudonym of its person among its facts.", attributes: { class: "field mono", spellcheck: "false" } });
  const form = new Form({ label: "Erase a person’s data", verb: "Continue…", cancel: () => dialog.close(), fields: [person], submit: async (values) => {
    await askToErase(program, values.person.trim(), { found: () => dialog.close() });
  } });
  const dialog = openDialog({ title: "Erase a person’s data", body: form.element, aside: environmentTag(program.environment) });
  dialog.querySelector("footer").remove();
  person.control.focus();
}
