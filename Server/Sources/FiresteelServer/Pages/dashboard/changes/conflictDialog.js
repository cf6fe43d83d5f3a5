// Another person changed the same fields: whose values remain.

import { h } from "../../kit/dom/dom.js";
import { button } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { environmentTag, kindOf } from "../app/environments.js";
import { initials } from "../app/account.js";
import { differenceOf, itemName } from "../text/itemLines.js";
import { ago } from "../text/times.js";

const isOf = ({ kind, name, environment }) => (other) => other.kind === kind && other.name === name && (other.environment ?? "") === (environment ?? "");

/** An item of which only one field differs, for its lines. */
const only = (conflict, value) => {
  if (!conflict.field) return value ?? undefined;
  const base = conflict.kind === "targeting" ? { isOn: undefined } : {};
  return value === null ? base : { ...base, [conflict.field]: value };
};

/** The edits with the fields of a conflict based on the change that made it, so that they win, or without these fields. */
function resolve(edits, conflicts, keepMine) {
  return edits.flatMap((edit) => {
    const own = conflicts.filter(isOf(edit)), fields = own.map(({ field }) => field);
    if (own.length === 0) return [edit];
    const base = Math.max(...own.map(({ change }) => change));
    if (fields.includes("") || edit.remove || edit.create) return keepMine ? [{ ...edit, base }] : [];
    const pick = (keep) => {
      const set = Object.fromEntries(Object.entries(edit.set ?? {}).filter(([name]) => fields.includes(name) === keep));
      const clear = (edit.clear ?? []).filter((name) => fields.includes(name) === keep);
      return Object.keys(set).length || clear.length ? [{ ...edit, set, clear, ...(keep ? { base } : {}) }] : [];
    };
    return [...pick(false), ...(keepMine ? pick(true) : [])];
  });
}

/** Asks whose values remain. Resolves to the edits to send, or `undefined` to decide later. */
export async function askAboutConflicts(program, edits, conflicts, environment) {
  const number = Math.max(...conflicts.map(({ change }) => change));
  // Without the change, the dialog says so without a name.
  const change = await program.transport.get(`${program.path}/changes/${number}`).catch(() => undefined);
  const name = change?.author.name ?? "Another person";
  return new Promise((done) => {
    let chosen;
    const choice = (value, title, text, checked) => h("label", {}, h("input", { type: "radio", name: "merge", value, checked }),
      h("span", {}, h("span", { class: "strong" }, title), h("br"), h("span", { class: "sub" }, text)));
    const choices = h("div", { class: "choices plain", role: "radiogroup", "aria-label": "Whose values remain" },
      choice("mine", "Keep mine", `Replaces the values that ${name} saved`, true), choice("theirs", "Keep theirs", "Discards your edit of these fields"));
    const sides = conflicts.map((conflict) => h("div", {},
      h("h3", {}, itemName(conflict, program), conflict.field && `: ${conflict.field}`),
      h("div", { class: "two" },
        h("div", {}, h("h4", { class: "person" }, initials(name), "Saved"), differenceOf({ ...conflict, before: only(conflict, conflict.base), after: only(conflict, conflict.theirs) }, program)),
        h("div", {}, h("h4", { class: "person" }, "Yours, unsaved"), differenceOf({ ...conflict, before: only(conflict, conflict.base), after: only(conflict, conflict.mine) }, program)))));
    const dialog = openDialog({
      title: `${name} saved first`, className: "broad", data: environment ? { env: kindOf(environment) } : undefined, aside: environment && environmentTag(environment),
      body: [h("p", {}, `Change ${number}${change ? `, ${ago(change.time)}` : ""}${change?.reason ? `: “${change.reason}”` : ""}. You both edited the same fields; yours aren’t saved yet.`), sides, choices],
      footer: [button("Decide later", () => dialog.close()), button("Review merge…", () => {
        chosen = resolve(edits, conflicts, choices.querySelector(":checked").value === "mine");
        dialog.close();
      }, "primary")],
    });
    dialog.addEventListener("close", () => done(chosen));
    choices.querySelector("input").focus();
  });
}
