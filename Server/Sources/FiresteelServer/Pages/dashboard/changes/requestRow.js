// A request or a schedule: what it would do, and who decides.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button, loading } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { longField } from "../../kit/forms/field.js";
import { toast } from "../../kit/overlays/toasts.js";
import { initials } from "../app/account.js";
import { reasonText } from "../insight/reportLink.js";
import { itemName } from "../text/itemLines.js";
import { ago, momentOf } from "../text/times.js";
import { differences, environmentTags } from "./changeRow.js";
import { requestsChanged } from "./pending.js";
import { confirmed, previewChange } from "./submit.js";

const states = { pending: "Pending", done: "Done", declined: "Declined", withdrawn: "Withdrawn", failed: "Failed" };
const verbs = { approval: "asks to change", review: "changed", schedule: "scheduled a change of" };

/** The row. `changed()` is called after a decision. */
export function requestRow(program, session, request, changed) {
  const { kind, state, author, reason, environments, created, due, decidedBy, comment, change } = request;
  let { edits, isShortened } = request;
  const isOwn = author.id === session.account.id, isPending = state === "pending";
  const names = [...new Set(edits.map((edit) => itemName(edit, program)))];
  return h("li", { class: "change", data: { request: request.id } }, initials(author.name, kind === "schedule"),
    h("div", { class: "body" },
      h("p", { class: "head" }, h("span", {}, h("strong", {}, author.name), ` ${verbs[kind]} ${isShortened ? "many items" : names.slice(0, 2).join(", ")}${names.length > 2 ? ` and ${names.length - 2} more` : ""}`)),
      reason && h("p", { class: "why" }, reasonText(reason)),
      h("p", { class: "meta" }, environmentTags(environments, program),
        kind === "review" && h("span", {}, `in effect since change ${change}`), due ? h("span", {}, `due ${momentOf(due)}`) : h("span", {}, ago(created)),
        !isPending && h("span", { class: state === "failed" ? "bad" : undefined }, [states[state], decidedBy && `by ${decidedBy}`].filter(Boolean).join(" ")), comment && h("span", {}, `“${comment}”`),
        isPending && isOwn && kind !== "schedule" && h("span", {}, "Yours: another person decides"))),
    h("div", { class: "side free" }, isPending && buttons()));

  function buttons() {
    const mayDecide = program.hasRole("approver");
    const decide = (label, title, verb, path, done, isPrimary) => h("button", { class: `button small ${isPrimary ? "primary" : ""}`.trim(), type: "button", on: { click: () => openDecision(title, verb, path, done) } }, label);
    const withdraw = (label, done) => button(label, () => send("DELETE", "", undefined, done).catch((error) => toast(error.message, { failed: true })), "small");
    if (kind === "schedule") return (isOwn || mayDecide) && program.mayEdit() && withdraw("Remove", "Schedule removed.");
    if (isOwn) return kind === "approval" && withdraw("Withdraw", "Request withdrawn.");
    if (!mayDecide) return undefined;
    return kind === "review" ? decide("Mark reviewed", "Mark the change as reviewed?", "Mark reviewed", "/approval", "Change marked as reviewed.", true)
      : [decide("Decline…", "Decline the request?", "Decline", "/rejection", "Request declined."), decide("Approve…", "Approve the change?", "Approve", "/approval", "Change approved.", true)];
  }

  async function send(method, path, body, done) {
    const response = await confirmed(program.transport, () => program.transport.request(method, `${program.path}/requests/${encodeURIComponent(request.id)}${path}`, { body }));
    const result = await response.json();
    toast(result.state === "failed" ? "The change no longer applies and failed." : done);
    requestsChanged();
    await program.refresh();
    changed();
  }

  function openDecision(title, verb, path, done) {
    // The last change of the program that the preview shows: the decision covers no later one.
    let seen;
    const effect = h("div", { class: "stack-v" }, kind === "approval" && path === "/approval" ? loading("Reading what the change does", 3) : []);
    const comment = longField({ name: "comment", label: "Comment", optional: true }), problem = h("div", { role: "alert" });
    const go = button(verb, act, "primary"), dialog = openDialog({ title, className: "wide", body: [effect, comment.element, problem], footer: [button("Cancel", () => dialog.close()), go] });
    comment.control.focus();
    if (effect.childElementCount) {
      const ending = new AbortController();
      dialog.addEventListener("close", () => ending.abort());
      program.onChange(() => showAgain(), ending.signal);
      preview();
    }

    /** Another change may have changed the effect: it is shown again, and says so. */
    function showAgain() {
      if (seen === undefined || seen >= program.change) return;
      fill(problem, h("p", { class: "note warning" }, icon("warning"), h("span", {}, "The program changed since you opened this. The effect above is up to date: review it again.")));
      preview();
    }

    async function preview() {
      try {
        go.disabled = true;
        if (isShortened) {
          ({ edits } = await program.transport.get(`${program.path}/requests/${encodeURIComponent(request.id)}`));
          isShortened = false;
        }
        const { change: read, differences: list, conflicts, diagnostics } = await previewChange(program, edits);
        seen = read;
        go.disabled = false;
        fill(effect, differences(list, program), list.length === 0 && h("p", {}, "Nothing changes: the stored values are the same."), [...conflicts.map((one) => `${itemName(one, program)} was changed since.`), ...diagnostics.map(({ message }) => message)].map((text) => h("p", { class: "note warning" }, icon("warning"), h("span", {}, text))));
      } catch (error) {
        fill(effect, h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message)), button("Try again", preview));
      }
    }

    async function act() {
      go.disabled = true;
      fill(problem);
      try {
        await send("POST", path, { comment: comment.value.trim(), ...(seen === undefined ? {} : { change: seen }) }, done);
        dialog.close();
      } catch (error) {
        if (error.code === "changed-since" && seen !== undefined) {
          await program.refresh();
          return showAgain();
        }
        fill(problem, h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message)));
        go.disabled = false;
      }
    }
  }
}
