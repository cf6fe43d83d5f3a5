// A request or a schedule: what it would do, and who decides.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button, loading } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { longField } from "../../kit/dom/field.js";
import { toast } from "../../kit/overlays/toasts.js";
import { initials } from "../app/account.js";
import { flagAddress } from "../app/routes.js";
import { reasonText } from "../insight/reportLink.js";
import { itemName } from "../text/itemLines.js";
import { ago, momentInSentence } from "../text/times.js";
import { environmentTags } from "./changeRow.js";
import { openMove } from "./moveSchedule.js";
import { requestsChanged } from "./pending.js";
import { effectOf, readEffect, readPreview } from "./requestEffect.js";
import { confirmed } from "./submit.js";

const states = { pending: "Pending", done: "Done", declined: "Declined", withdrawn: "Withdrawn", failed: "Failed" };
const nouns = { approval: "request", review: "change", schedule: "schedule" };
const verbs = { approval: "asks to change", review: "changed", schedule: "scheduled a change of" };

/** The comment of a schedule that was moved, by the server. */
const movedComment = /^Moved to another time by the request /;

/** The key of the flag that all edits change, if it is one that exists. */
function flagOf(edits, program) {
  const keys = new Set(edits.map(({ kind, name }) => (kind === "segment" ? undefined : name))), [key] = keys;
  return keys.size === 1 && program.flags.has(key) ? key : undefined;
}

/** The row. `changed()` is called after a decision; `shown` are the identifiers of the requests whose difference is shown. */
export function requestRow(program, session, request, { changed, shown }) {
  const { id, kind, state, author, reason, environments, created, due, decidedBy, comment, change, edits, isShortened } = request;
  const isOwn = author.id === session.account.id, isPending = state === "pending";
  const names = [...new Set(edits.map((edit) => itemName(edit, program)))];
  const what = isShortened ? "many items" : `${names.slice(0, 2).join(", ")}${names.length > 2 ? ` and ${names.length - 2} more` : ""}`;
  const flag = flagOf(edits, program), isMoved = state === "withdrawn" && movedComment.test(comment ?? "");
  const details = h("div", { hidden: !shown.has(id) });
  const toggle = h("button", { class: "button small quiet", type: "button", "aria-expanded": String(shown.has(id)), "aria-label": `Difference of the ${nouns[kind]} of ${author.name}: ${what}`, data: { focus: `request-${id}` }, on: { click: () => {
    if (!shown.delete(id)) shown.add(id);
    showDetails();
  } } }, "Diff");
  showDetails();

  return h("li", { class: "change", data: { request: id } }, initials(author.name, kind === "schedule"),
    h("div", { class: "body" },
      h("p", { class: "head" }, h("span", {}, h("strong", {}, author.name), ` ${verbs[kind]} `, flag && !isShortened ? h("a", { href: flagAddress(flag, environments.length === 1 && program.environmentNamed(environments[0]) ? { environment: environments[0] } : {}), data: { focus: `flag-${id}` } }, what) : what)),
      reason && h("p", { class: "why" }, reasonText(reason)),
      h("p", { class: "meta" }, environmentTags(environments, program),
        kind === "review" && h("span", {}, `in effect since change ${change}`), due ? h("span", {}, `${isMoved ? "was due" : "due"} ${momentInSentence(due)}`) : h("span", {}, ago(created)),
        isMoved ? h("span", {}, ["moved to another time", decidedBy && `by ${decidedBy}`].filter(Boolean).join(" ")) : !isPending && h("span", { class: state === "failed" ? "bad" : undefined }, [states[state], decidedBy && `by ${decidedBy}`].filter(Boolean).join(" ")), comment && !isMoved && h("span", {}, `“${comment}”`),
        isPending && decidedBy && h("span", {}, `approved by ${decidedBy}`), isPending && isOwn && kind !== "schedule" && h("span", {}, "Yours: another person decides")),
      details),
    h("div", { class: "side free" }, !isMoved && toggle, isPending && buttons()));

  /** Shows what the request does, or did, below it. */
  async function showDetails() {
    // What was moved is in the new schedule.
    details.hidden = isMoved || !shown.has(id);
    toggle.setAttribute("aria-expanded", String(!details.hidden));
    if (details.hidden) return fill(details);
    fill(details, loading("Loading the difference", 2));
    try {
      const effect = await readEffect(program, request);
      // It was closed, and perhaps opened again, meanwhile.
      if (details.hidden) return undefined;
      return fill(details, !isPending && !change && h("p", { class: "sub" }, "It made no change. Compared with the current values:"), effectOf(effect, program));
    } catch (error) {
      return fill(details, h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message)), button("Try again", showDetails, "small"));
    }
  }

  function buttons() {
    const mayDecide = program.hasRole("approver");
    const decide = (label, title, verb, path, done, isPrimary) => h("button", { class: `button small ${isPrimary ? "primary" : ""}`.trim(), type: "button", on: { click: () => openDecision(title, verb, path, done) } }, label);
    const withdraw = (label, done) => button(label, () => send("DELETE", "", undefined, done).catch((error) => toast(error.message, { failed: true })), "small");
    if (kind === "schedule") return (isOwn || mayDecide) && program.mayEdit() && [button("Move…", () => openMove(program, request, { changed }), "small"), withdraw("Remove", "Schedule removed.")];
    if (isOwn) return kind === "approval" && withdraw("Withdraw", "Request withdrawn.");
    if (!mayDecide) return undefined;
    return kind === "review" ? decide("Mark reviewed", "Mark the change as reviewed?", "Mark reviewed", "/approval", "Change marked as reviewed.", true)
      : [decide("Decline…", "Decline the request?", "Decline", "/rejection", "Request declined."), decide("Approve…", "Approve the change?", "Approve", "/approval", "Change approved.", true)];
  }

  async function send(method, path, body, done) {
    const response = await confirmed(program.transport, () => program.transport.request(method, `${program.path}/requests/${encodeURIComponent(id)}${path}`, { body }));
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
    const go = button(verb, act, "primary"), dialog = openDialog({ title, className: "wide", body: [reason && h("p", {}, h("span", { class: "muted" }, `${author.name}: `), reasonText(reason)), effect, comment.element, problem], footer: [button("Cancel", () => dialog.close()), go] });
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
      sayChanged();
      preview();
    }

    function sayChanged() {
      fill(problem, h("p", { class: "note warning" }, icon("warning"), h("span", {}, "The program changed since you opened this. The effect above is up to date: review it again.")));
    }

    async function preview() {
      try {
        go.disabled = true;
        const read = await readPreview(program, request);
        seen = read.change;
        go.disabled = false;
        fill(effect, effectOf(read, program));
      } catch (error) {
        fill(effect, h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message)), button("Try again", preview));
      }
    }

    async function act() {
      go.disabled = true;
      fill(problem);
      try {
        await send("POST", path, { comment: comment.value.trim(), ...(path === "/approval" ? { change: seen ?? program.change } : {}) }, done);
        dialog.close();
      } catch (error) {
        if (error.code === "changed-since" && seen !== undefined) {
          await program.refresh();
          sayChanged();
          return preview();
        }
        fill(problem, h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message)));
        go.disabled = false;
      }
    }
  }
}
