// Pending changes of flags: requests for an approval, and schedules.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { badge } from "../../kit/dom/marks.js";
import { counted } from "../../kit/text/format.js";
import { addressOf } from "../app/routes.js";
import { reasonText } from "../insight/reportLink.js";
import { momentInSentence } from "../text/times.js";
import { editDeed } from "./editDeed.js";

/** The number of requests in a part, and of parts that are read: more than a program may have pending. */
const partSize = 200, maximumParts = 10;
/** The number of notices on the page of a flag. */
const maximumShown = 4;

/** Reads the requests and schedules that are pending, all or those of a flag. Large ones are listed without their edits, so no flag has them. */
export async function readPendingChanges(page, program, item) {
  const found = [];
  let after;
  for (let part = 0; part < maximumParts; part += 1) {
    const { requests, next } = await page.transport.get(`${program.path}/requests`, { state: "pending", item, after, limit: partSize });
    found.push(...requests.filter(({ kind }) => kind !== "review"));
    if (!next) break;
    after = next;
  }
  return found;
}

const isOf = (key) => ({ kind, name }) => name === key && (kind === "flag" || kind === "targeting");

/** The pending changes of a flag’s targeting in an environment. */
export const pendingIn = (requests, key, environment) =>
  requests.filter(({ edits }) => edits.some((edit) => edit.kind === "targeting" && edit.name === key && edit.environment === environment));

/** The address of a request or schedule in its list. */
const addressOfRequest = ({ id, kind }) => addressOf("changes", { query: { view: kind === "schedule" ? "scheduled" : "requests", request: id } });

const textOf = ({ kind, due }) => (kind === "schedule" ? `Scheduled for ${momentInSentence(due)}` : "Pending approval");

/** The pending changes in an environment, in a few words; `undefined` without one. */
export function pendingText(requests, key, environment) {
  const own = pendingIn(requests, key, environment);
  return own.length === 0 ? undefined : own.length === 1 ? textOf(own[0]) : `${counted(own.length, "change")} pending`;
}

/** The mark of pending changes beside a state, which leads to the first of them. */
export function pendingMark(requests, key, environment) {
  const own = pendingIn(requests, key, environment);
  if (own.length === 0) return undefined;
  const text = own.length > 1 ? `${own.length} pending` : own[0].kind === "schedule" ? "Scheduled" : "Pending";
  const lower = (one) => textOf(one).replace(/^./, (letter) => letter.toLowerCase());
  const label = own.length === 1 ? textOf(own[0]) : `${text}: ${own.map(lower).join(", ")}`;
  return h("a", { class: "bare", href: addressOfRequest(own[0]), title: label, "aria-label": label }, badge("closing", text));
}

/** A notice for each pending change of a flag, those of the current environment first. */
export function pendingNotes(program, requests, key) {
  const here = program.environment.id, own = requests.filter(({ edits }) => edits.some(isOf(key)));
  const isHere = ({ edits }) => edits.some((edit) => isOf(key)(edit) && (edit.kind === "flag" || edit.environment === here));
  const list = [...own.filter(isHere), ...own.filter((one) => !isHere(one))];
  return [...list.slice(0, maximumShown).map((request) => note(program, request, key)),
    list.length > maximumShown && h("p", { class: "sub" }, h("a", { href: addressOf("changes", { query: { view: "requests" } }) }, `${counted(list.length - maximumShown, "more pending change")} of this flag`))];
}

function note(program, request, key) {
  const { kind, author, reason, due, decidedBy } = request, edits = request.edits.filter(isOf(key));
  const names = edits.filter(({ environment }) => environment).map(({ environment }) => program.environmentNamed(environment)?.name.toLowerCase() ?? environment);
  const place = names.length > 0 && edits.length === names.length ? new Intl.ListFormat("en-GB").format(names) : "all environments";
  const deed = [...new Set(edits.map((edit) => editDeed(edit, program)))].join(", ");
  const text = kind === "schedule" ? `Scheduled for ${momentInSentence(due)} in ${place}: ${deed}.` : `A change of ${place} is pending approval: ${deed}${due ? `, ${momentInSentence(due)}` : ""}.`;
  return h("p", { class: "note" }, icon(kind === "schedule" ? "changes" : "lock"),
    h("span", { class: "grow" }, h("span", { class: "strong" }, text), " ", author.name, reason && [": ", reasonText(reason)], kind === "schedule" && decidedBy && ` (approved by ${decidedBy})`),
    h("a", { class: "button small", href: addressOfRequest(request), "aria-label": `Show the ${kind === "schedule" ? "schedule" : "request"} of ${author.name}` }, "Show"));
}
