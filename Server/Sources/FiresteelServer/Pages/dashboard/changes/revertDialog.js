// Reverts a change, after showing what that does and which later changes it would undo.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button, loading } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { differenceOf, itemName } from "../text/itemLines.js";
import { approversNote } from "./approvers.js";
import { reasonField, requireReason } from "./reasonField.js";
import { report } from "./report.js";
import { revertChange } from "./submit.js";

export function openRevert(program, change) {
  let preview;
  const body = h("div", { class: "stack-v" }, loading("Reading what the reversal does", 3)), problem = h("div", { role: "alert" });
  const reason = reasonField();
  const overrides = h("input", { type: "checkbox", on: { change: () => read() } });
  const go = h("button", { class: "button primary", type: "button", disabled: true, on: { click: () => send() } }, "Revert");
  const dialog = openDialog({ title: `Revert change ${change.number}?`, className: "wide", body, footer: [button("Cancel", () => dialog.close()), go] });
  read();

  async function read() {
    go.disabled = true;
    try {
      preview = await revertChange(program, change.number, { overridesLater: overrides.checked, preview: true });
    } catch (error) {
      fill(body, h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message)), button("Try again", read));
      return;
    }
    show();
  }

  function show() {
    const { preview: { differences, diagnostics, needsApproval, needsReason, isReviewed }, later } = preview;
    requireReason(reason, needsReason.length > 0);
    fill(body,
      differences.map((difference) => h("div", {}, h("h3", {}, itemName(difference, program)), differenceOf(difference, program))),
      differences.length === 0 && h("p", {}, "Nothing to revert: the earlier values are in effect."),
      (later.length > 0 || overrides.checked) && h("div", { class: "stack-v" },
        later.length > 0 && h("p", { class: "note warning" }, icon("warning"), h("span", {}, `Later changes set the same fields: ${later.map((one) => `${itemName(one, program)}${one.field ? `, ${one.field}` : ""} in change ${one.change}`).join("; ")}.`)),
        h("label", { class: "check" }, overrides, h("span", {}, "Restore the earlier values there as well"))),
      diagnostics.map((one) => h("p", { class: "note failure" }, icon("warning"), h("span", {}, one.message))),
      needsApproval.length > 0 && h("p", { class: "note" }, icon("lock"), h("span", {}, "Another person approves the reversal before it takes effect.")),
      needsApproval.length > 0 && approversNote(program, needsApproval, preview.preview, { leave: () => dialog.close() }),
      isReviewed.length > 0 && needsApproval.length === 0 && h("p", { class: "note" }, icon("lock"), h("span", {}, "Takes effect immediately and is reviewed afterwards.")),
      reason.element, problem);
    go.textContent = needsApproval.length ? "Request approval" : "Revert";
    go.disabled = differences.length === 0 || diagnostics.length > 0;
    reason.control.focus();
  }

  async function send() {
    if (!reason.isValid()) return reason.control.focus();
    go.disabled = true;
    fill(problem);
    try {
      const { result } = await revertChange(program, change.number, { reason: reason.value.trim(), overridesLater: overrides.checked });
      dialog.close();
      await report(program, result ?? { result: "unchanged" }, `Change ${change.number} reverted.`);
    } catch (error) {
      fill(problem, h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message)));
      go.disabled = false;
    }
  }
}
