// The actions on a group: assign, resolve, ignore, open, merge, split.

import { fill, h } from "../../kit/dom/dom.js";
import { button, loading } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";
import { choiceField, textField } from "../../kit/dom/field.js";
import { Form } from "../app/form.js";
import { count } from "../../kit/text/format.js";
import { groupPath, insightPath } from "../insight/insightAPI.js";
import { featureName, subtitle } from "../insight/groupText.js";

/** Performs an operation on a group. Returns the group of the answer. */
export const operate = async (program, id, body) => (await program.transport.post(groupPath(program, id), body)).group;

/** A dialog with a form, whose footer is the form’s own. */
function formDialog({ title, label = title, verb, fields, note, submit }) {
  const form = new Form({ label, verb, fields, cancel: () => dialog.close(), submit: async (values) => { await submit(values); dialog.close(); } });
  const dialog = openDialog({ title, body: [note && h("p", {}, note), form.element] });
  dialog.querySelector("footer").remove();
  fields[0].control.focus();
  return dialog;
}

/** Assigns a group to a person with a role in the program. */
export async function assign({ program, session, group, done }) {
  const { people } = await program.transport.get(`${program.path}/people`);
  const own = session.account, others = people.filter(({ id }) => id !== own.id);
  const choices = [...(people.some(({ id }) => id === own.id) ? [[own.id, `${own.name} (you)`]] : []), ...others.map(({ id, name }) => [id, name]), ...(group.assignee ? [["", "No one"]] : [])];
  formDialog({
    title: "Assign to whom?", verb: "Assign", fields: [choiceField({ name: "account", label: "Person", value: group.assignee?.id ?? choices[0]?.[0], choices, optional: true })],
    submit: async ({ account }) => {
      await operate(program, group.id, account ? { operation: "assign", account } : { operation: "unassign" });
      toast(account ? `Assigned to ${people.find(({ id }) => id === account)?.name ?? own.name}.` : "Assignee removed.");
      done();
    },
  });
}

/** Resolves a group, in a version that has the fix or from now on. */
export function resolve({ program, group, done }) {
  formDialog({
    title: "Resolve in which version?", verb: "Resolve", note: "The group opens again when it recurs in this version or a later one.",
    fields: [textField({ name: "version", label: "Version with the fix, empty for any from now on", value: "", optional: true, attributes: { placeholder: group.lastVersion || "3.4.2" } })],
    submit: async ({ version }) => {
      const fixed = version.trim();
      await operate(program, group.id, { operation: "resolve", ...(fixed ? { version: fixed } : {}) });
      toast(fixed ? `Resolved in ${fixed}.` : "Resolved.");
      done();
    },
  });
}

/** Ignores a group until a number of further reports. */
export function ignore({ program, group, done }) {
  formDialog({
    title: "Ignore until how many more?", verb: "Ignore", note: "The group leaves the list of open ones. Its reports are still counted.",
    fields: [textField({ name: "more", label: "Further reports", value: "20", attributes: { type: "number", min: "1", max: "1000000", inputmode: "numeric" }, check: (value) => (/^[1-9]\d{0,6}$/.test(value.trim()) ? undefined : "Enter a whole number from 1.") })],
    submit: async ({ more }) => {
      await operate(program, group.id, { operation: "ignore", more: Number(more) });
      toast(`Ignored until ${count(Number(more))} more.`);
      done();
    },
  });
}

/** Opens a resolved or ignored group again. */
export async function reopen({ program, group, done }) {
  await operate(program, group.id, { operation: "open" });
  toast("Opened again.");
  done();
}

/** Merges a group into another one, which is searched. */
export function merge({ program, group, done }) {
  const list = h("div", { class: "choices plain", role: "radiogroup", "aria-label": "Group to merge into" }), problem = h("p", { class: "field-error", role: "alert" });
  const search = textField({ name: "text", label: "Search groups", optional: true, value: "" });
  const go = h("button", { class: "button primary", type: "button", on: { click: () => send() } }, "Merge");
  const dialog = openDialog({ title: `Merge “${group.title}” into which group?`, className: "wide", body: [h("p", {}, "Its reports are counted there from now on. It can be split off again."), search.element, list, problem], footer: [button("Cancel", () => dialog.close()), go] });
  let asked = 0, timer;
  search.control.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(read, 250); });
  dialog.addEventListener("close", () => clearTimeout(timer));
  search.control.focus();
  read();

  async function read() {
    const number = ++asked;
    fill(list, loading("Reading groups", 2));
    try {
      const { groups } = await program.transport.get(insightPath(program, "groups"), { state: "all", text: search.value.trim(), order: "affected", limit: 12 });
      if (number !== asked) return;
      const others = groups.filter(({ id }) => id !== group.id);
      // Those of the same feature first.
      others.sort((one, other) => Number(featureName(other) === featureName(group)) - Number(featureName(one) === featureName(group)));
      fill(list, others.length === 0 ? h("p", { class: "muted" }, "No other group matches.") : others.map((one, index) => h("label", {}, h("input", { type: "radio", name: "into", value: one.id, checked: index === 0 }),
        h("span", {}, h("span", { class: "strong" }, one.title), h("br"), h("span", { class: "sub" }, subtitle(one))))));
    } catch (error) {
      if (number === asked) fill(list, h("p", { class: "muted" }, error.message));
    }
  }

  async function send() {
    const into = list.querySelector("input:checked")?.value;
    fill(problem, !into && "Select a group.");
    if (!into) return;
    go.disabled = true;
    try {
      const target = await operate(program, group.id, { operation: "merge", into });
      dialog.close();
      toast("Groups merged.");
      done(target);
    } catch (error) {
      fill(problem, error.message);
      go.disabled = false;
    }
  }
}

/** Splits a merged group off, or the reports that are like the current one. */
export function split({ program, group, merged, report, done }) {
  const choices = [
    ...merged.map(({ id, title }) => ({ body: { operation: "split", group: id }, title, text: "Was merged into this group" })),
    ...(report ? [{ body: { operation: "split", run: report.run, number: report.number }, title: "Reports like the one shown", text: "Those with the same error message, apart from numbers, and the same place" }] : []),
  ];
  const problem = h("p", { class: "field-error", role: "alert" });
  const list = h("div", { class: "choices plain", role: "radiogroup", "aria-label": "What to split off" }, choices.map(({ title, text }, index) =>
    h("label", {}, h("input", { type: "radio", name: "part", value: String(index), checked: index === 0 }), h("span", {}, h("span", { class: "strong" }, title), h("br"), h("span", { class: "sub" }, text)))));
  const go = h("button", { class: "button primary", type: "button", disabled: choices.length === 0, on: { click: async () => {
    go.disabled = true;
    try {
      const created = await operate(program, group.id, choices[Number(list.querySelector(":checked").value)].body);
      dialog.close();
      toast("Group split.");
      done(created);
    } catch (error) {
      fill(problem, error.message);
      go.disabled = false;
    }
  } } }, "Split");
  const dialog = openDialog({ title: `Split what off “${group.title}”?`, className: "wide", body: [choices.length === 0 ? h("p", {}, "There is nothing to split off: the group has no report.") : list, problem], footer: [button("Cancel", () => dialog.close()), go] });
  list.querySelector("input")?.focus();
}
