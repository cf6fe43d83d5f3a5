// How long the server stores what programs send, and erasing what is stored of a person.

import { h } from "../../kit/dom/dom.js";
import { button } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { textField } from "../../kit/forms/field.js";
import { Form } from "../../kit/forms/form.js";
import { bytes, count, counted } from "../../kit/text/format.js";
import { environmentTag } from "../app/environments.js";
import { askToErase } from "../insight/erasePerson.js";

/** The card; `retention` is what the server does. */
export function retentionCard(program, retention) {
  const { sessionDays, reportDays, countDays, hourlyDays, reportBytes, reportsPerGroup } = retention, days = (number) => counted(number, "day");
  const row = (name, value, text) => h("div", { class: "setting" }, h("span", {}, name, text && [h("br"), h("span", { class: "sub" }, text)]), h("span", { class: "num" }, value));
  return h("section", { class: "card", id: "retention", "aria-labelledby": "retention-title" }, h("div", { class: "section" },
    h("div", { class: "section-head" }, h("h2", { id: "retention-title", tabIndex: -1 }, "Retention"), h("span", { class: "muted only-wide" }, "what programs send, in all programs of this server")),
    row("Sessions", days(sessionDays)),
    row("Reports", days(reportDays), "The first and last of each group, those of rare groups, and pinned ones remain as long as figures."),
    row("Figures", days(countDays), `By the hour for at most ${days(hourlyDays)}, then by the day.`),
    row("Storage limit", bytes(reportBytes), `For the reports of one environment, the oldest are deleted first. A group has at most ${count(reportsPerGroup)}.`),
    h("p", { class: "sub after" }, "Changes and the access log are never deleted. The options ", h("code", {}, "--session-days"), ", ", h("code", {}, "--report-days"), " and ", h("code", {}, "--count-days"), " set these times when the server starts."),
    program.hasRole("admin") && h("p", { class: "after buttons" }, button("Erase a person’s data…", () => choosePerson(program), "danger"))));
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
