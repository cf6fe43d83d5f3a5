// The dialog before a change: what it does, whether it needs a reason or an approval, and when it takes effect.

import { fill, h } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { icon } from "../../kit/dom/icons.js";
import { button, loading } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { counted, dayInSentence, toMinute } from "../../kit/text/format.js";
import { environmentTag, kindOf } from "../app/environments.js";
import { differenceOf, itemName } from "../text/itemLines.js";
import { approversNote } from "./approvers.js";
import { askAboutConflicts } from "./conflictDialog.js";
import { dueField } from "./dueField.js";
import { reasonField, requireReason } from "./reasonField.js";
import { report } from "./report.js";
import { previewChange, randomId, submitChange } from "./submit.js";
import { whoChanges } from "./whoChanges.js";

/** The number of items whose difference is shown. */
const maximumShown = 200;

/** The names of environments in a sentence. */
const names = (program, ids) => ids.map((id) => program.environmentNamed(id)?.name.toLowerCase() ?? id).join(" and ");
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A time in a sentence: “14:32 today”, “09:00 on Friday 1 January”. */
function timeInSentence(time) {
  const day = dayInSentence(time * 1_000, Date.now() * 1_000);
  return `${toMinute(time * 1_000)} ${day === "today" ? day : `on ${day}`}`;
}

/**
 * Opens the dialog for `edits`. `verb` is that of its button, `done` what the toast says; `environment` marks the dialog. Resolves
 * to whether the change was sent.
 *
 * `findings()` returns elements above the difference. `refuses(diagnostics)` ends the dialog by true, where the caller shows them at its fields. Where the server makes the edits, `preview()` and `submit({id, reason, due})` take
 * the place of the calls with edits, and `again()` is called before it is read once more.
 *
 * With a `chooser`, the user chooses the edits in the dialog: its `element` is at the top, and `follow(listener)` calls back with
 * `{edits, verb, done, title}` after each choice. `link`, `{text, suffix}`, says what the change is linked to; its suffix ends the reason.
 */
export function openChange({ program, title, edits, verb = "Save", done = "Saved.", environment, reason: given = "", schedules = true, cancel = "Cancel", chooser, link, ...calls }) {
  return new Promise((resolve) => {
    let isSending = false, isSent = false, preview, approval, sent = edits, reads = 0, attempted, id;
    const content = h("div", { class: "stack-v" }, loading("Reading what the change does", 3)), body = h("div", { class: "body stack-v" }, chooser?.element, content);
    const reason = reasonField({ value: given, hint: link?.text });
    const time = dueField();
    time.element.hidden = true;
    const noted = h("div", { role: "status" });
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
    time.control.addEventListener("input", () => label());
    chooser?.follow((choice) => {
      ({ edits: sent, verb = verb, done = done } = choice);
      if (choice.title) dialog.querySelector("h2").textContent = choice.title;
      go.textContent = verb;
      read();
    });
    if (!chooser) read();

    async function read() {
      const number = ++reads;
      // What is sent has been shown.
      preview = undefined;
      go.disabled = true;
      try {
        const found = await (calls.preview?.() ?? previewChange(program, sent));
        // Another choice was read meanwhile.
        if (number !== reads) return;
        preview = found;
      } catch (error) {
        if (number !== reads) return;
        fill(content, h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message)), button("Try again", () => { calls.again?.(); read(); }));
        return;
      }
      if (number === 1 && calls.refuses?.(preview.diagnostics)) return dialog.close();
      if (preview.conflicts.length && !calls.preview) return conflict(preview.conflicts);
      show();
    }

    function show() {
      const { differences, diagnostics, needsReason } = preview;
      requireReason(reason, needsReason.length > 0);
      fill(content,
        calls.findings?.(),
        differences.slice(0, maximumShown).map((difference) => h("div", {}, h("h3", {}, itemName(difference, program)), differenceOf(difference, program))),
        differences.length > maximumShown && h("p", { class: "muted" }, `And ${counted(differences.length - maximumShown, "more item")}.`),
        differences.length === 0 && h("p", {}, "Nothing changes: the stored values are the same."),
        diagnostics.map((one) => h("p", { class: "note failure" }, icon("warning"), h("span", {}, one.name ? `${itemName(one, program)}: ` : "", one.message))),
        who(), noted, approvers(), reason.element, time.element, problem);
      later.hidden = !schedules;
      label();
      if (!chooser) reason.control.focus();
    }

    /** Creating flags changes no one’s result before they are on, and comparing needs valid items. */
    function who() {
      const { differences, diagnostics } = preview, compared = environment ?? program.environment;
      const isCompared = diagnostics.length === 0 && differences.some(({ kind, before, environment: own }) => kind === "segment" || (before && (kind === "flag" || own === compared.id)));
      return isCompared && sent.length > 0 && whoChanges(program, sent, compared);
    }

    /** The parts that another person approves: off takes effect immediately, but no schedule does. */
    function approved() {
      const { needsApproval, isReviewed } = preview;
      return time.element.hidden ? needsApproval : [...new Set([...needsApproval, ...isReviewed])];
    }

    function approvers() {
      const ids = [...new Set([...preview.needsApproval, ...preview.isReviewed])];
      approval = ids.length > 0 ? approversNote(program, ids, preview, { leave: () => dialog.close() }) : undefined;
      return approval;
    }

    function notes() {
      const { needsApproval, isReviewed, needsReason } = preview, due = new Date(time.value).getTime();
      const note = (text) => h("p", { class: "note" }, icon("lock"), h("span", {}, text));
      if (!time.element.hidden && approved().length) return note(`Takes effect ${due ? `at ${timeInSentence(due)}` : "at that time"} once another person has approved it.`);
      if (needsApproval.length) return note(`${capital(names(program, needsApproval))} is protected: another person approves the change before it takes effect.`);
      if (isReviewed.length) return note("Takes effect immediately and is reviewed afterwards.");
      if (needsReason.length) return note(`Changes of ${names(program, needsReason)} need a reason.`);
      return undefined;
    }

    function label() {
      if (!preview) return;
      const isLater = !time.element.hidden, note = notes();
      // What was read aloud isn’t repeated while a reason is typed.
      if ((note?.textContent ?? "") !== noted.textContent) fill(noted, note);
      noted.hidden = !note;
      if (approval) approval.hidden = approved().length === 0;
      go.textContent = approved().length ? "Request approval" : isLater ? "Schedule" : verb;
      later.textContent = isLater ? "Now instead" : "Schedule…";
      go.disabled = isSending || preview.diagnostics.length > 0 || preview.differences.length === 0;
    }

    async function send() {
      if (!reason.isValid()) return reason.control.focus();
      if (!time.element.hidden && !time.isValid()) return time.control.focus();
      isSending = go.disabled = true;
      fill(problem);
      try {
        const due = time.element.hidden ? undefined : new Date(time.value).getTime();
        const text = [reason.value.trim(), link?.suffix].filter(Boolean).join(" "), attempt = textOf([sent, text, due]);
        // What may have arrived although its response was lost is repeated, not added.
        if (attempt !== attempted) [attempted, id] = [attempt, randomId()];
        const content = { id, reason: text, due };
        const result = await (calls.submit?.(content) ?? submitChange(program, { edits: sent, ...content }));
        isSent = true;
        dialog.close();
        await report(program, result, done);
      } catch (error) {
        isSending = false;
        if (error.code === "conflict" && !calls.submit) return conflict(error.details.conflicts);
        fill(problem, h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message)));
        label();
        go.focus();
      }
    }

    async function conflict(conflicts) {
      preview = undefined;
      const resolved = await askAboutConflicts(program, sent, conflicts, environment);
      if (!resolved) return dialog.close();
      sent = resolved;
      fill(content, loading("Reading what the change does", 3));
      await program.refresh();
      read();
    }
  });
}
