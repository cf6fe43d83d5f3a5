// Whether another person can approve a change.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { addressOf } from "../app/routes.js";

/** The number of other people who can approve changes of environments, or `undefined` if that can’t be known. */
async function otherApprovers(program, environments, preview) {
  if (Number.isInteger(preview.approvers)) return preview.approvers;
  if (!program.hasRole("admin")) return undefined;
  const { people } = await program.transport.get(`${program.path}/people`);
  return people.filter(({ id, role, isDisabled, environments: own }) => id !== program.session.account.id && !isDisabled
    && (role === "approver" || role === "admin") && environments.every((environment) => !own || own.includes(environment))).length;
}

/** A place for a note, which appears if no other person can approve a change; `leave()` is called before its link opens. */
export function approversNote(program, environments, preview, { leave }) {
  const place = h("div", { role: "status" });
  read();
  return place;

  async function read() {
    // Without the number, requests can be made nevertheless.
    if (await otherApprovers(program, environments, preview).catch(() => undefined) !== 0) return;
    place.append(h("p", { class: "note warning" }, icon("warning"), h("span", {}, "No other person can approve this yet. ",
      program.hasRole("admin") ? h("a", { href: addressOf("settings", { query: { open: "invite" } }), on: { click: leave } }, "Invite someone in Settings.") : "An admin of the program can invite someone.")));
  }
}
