// The dialog before a change: what it does, whether it needs a reason or an approval, and when it takes effect.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button, loading } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { longField, textField } from "../../kit/forms/field.js";
import { environmentTag, kindOf } from "../app/environments.js";
import { differenceOf, itemName } from "../text/itemLines.js";
import { askAboutConflicts } from "./conflictDialog.js";
import { report } from "./report.js";
import { previewChange, submitChange } from "./submit.js";

/** The names of environments in a sentence. */
const names = (program, ids) => ids.map((id) => program.environmentNamed(id)?.name.toLowerCase() ?? id).join(" and ");
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Opens the dialog for `edits`. `verb` is that of its button, `done` what the toast says; `environment` marks the dialog. Resolves
 * to whether the change was sent.
 */
export function openChange({ program, title, edits, verb = "Save", done = "Saved.", environment, reason: given = "", schedules = true, cancel = "Cancel" }) {
  return new Promise((resolve) => {
    let isSent = false, preview, sent = edits;
    const body = h("div", { class: "body stack-v" }, loading("Reading what the change does", 3));
    const reason = longField({ name: "reason", label: "Reason", value: given, optional: true });
    const time = textField({ name: "due", label: "Takes effect at", attributes: { type: "datetime-local" }, check: (value) => (new Date(value) > new Date() ? undefined : "Choose a later time.") });
    time.element.hidden = true;
    const problem = h("div", { role: "alert" });
    const go = h("button", { class: "button primary", type: "button", disabled: true, on: { click: () => send() } }, verb);
    const later = h("button", { class: "button", type: "button", hidden: true, on: { click: () => { time.element.hidden = !time.element.hidden; label(); if (!time.element.hidden) time.control.focus(); } } }, "Schedule…");
    const dialog = openDialog({
      title, body, className: "wide", footer: [button(cancel, () => dialog.close()), later, go],
      data: environment ? { env: kindOf(environment) } : undefined, aside: environment && environmentTag(environment),
    });
    // The body of the dialog is the element above.
    dialog.querySelector(".body").replaceWith(body);
    dialog.addEventListener("close", () => resolve(isSent));
    reason.control.addEventListener("input", () => label());
    read();

    async function read() {
      try {
        preview = await previewChange(program, sent);
      } catch (error) {
        fill(body, h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message)), button("Try again", read));
        return;
      }
      if (preview.conflicts.length) return conflict(preview.conflicts);
      show();
    }

    function show() {
      const { differences, problems } = preview;
      fill(body,
        differences.map((difference) => h("div", {}, h("h3", {}, itemName(difference, program)), differenceOf(difference, program))),
        differences.length === 0 && h("p", {}, "Nothing changes: the stored values are the same."),
        problems.map((one) => h("p", { class: "note failure" }, icon("warning"), h("span", {}, one.name ? `${itemName(one, program)}: ` : "", one.message))),
        notes(), reason.element, time.element, problem);
      later.hidden = !schedules || preview.needsApproval.length > 0;
      label();
      reason.control.focus();
    }

    function notes() {
      const { needsApproval, isReviewed, needsReason } = preview;
      const note = (text) => h("p", { class: "note" }, icon("lock"), h("span", {}, text));
      if (needsApproval.length) return note(`${capital(names(program, needsApproval))} is protected: another person approves the change before it takes effect.`);
      if (isReviewed.length) return note("Takes effect immediately and is reviewed afterwards.");
      if (needsReason.length) return note(`Changes of ${names(program, needsReason)} need a reason.`);
      return undefined;
    }

    function label() {
      if (!preview) return;
      const isLater = !time.element.hidden;
      go.textContent = preview.needsApproval.length ? "Request approval" : isLater ? "Schedule" : verb;
      later.textContent = isLater ? "Now instead" : "Schedule…";
      go.disabled = preview.problems.length > 0 || preview.differences.length === 0;
    }

    async function send() {
      reason.optional = preview.needsReason.length === 0;
      if (!reason.isValid()) return reason.control.focus();
      if (!time.element.hidden && !time.isValid()) return time.control.focus();
      go.disabled = true;
      fill(problem);
      try {
        const due = time.element.hidden ? undefined : new Date(time.value).getTime();
        const result = await submitChange(program, { edits: sent, reason: reason.value.trim(), due });
        isSent = true;
        dialog.close();
        await report(program, result, done);
      } catch (error) {
        if (isSent) throw error;
        if (error.code === "conflict") return conflict(error.details.conflicts);
        fill(problem, h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message)));
        go.disabled = false;
        go.focus();
      }
    }

    async function conflict(conflicts) {
      const resolved = await askAboutConflicts(program, sent, conflicts, environment);
      if (!resolved) return dialog.close();
      sent = resolved;
      fill(body, loading("Reading what the change does", 3));
      await program.refresh();
      read();
    }
  });
}
