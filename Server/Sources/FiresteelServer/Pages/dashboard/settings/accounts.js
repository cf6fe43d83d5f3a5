// All accounts of the server, for administrators: who can sign in, and what signing in requires.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button } from "../../kit/dom/states.js";
import { ask } from "../../kit/overlays/dialogs.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { toast } from "../../kit/overlays/toasts.js";
import { table } from "../../kit/dom/table.js";
import { counted } from "../../kit/text/format.js";
import { initials } from "../app/account.js";
import { confirmed } from "../changes/submit.js";
import { ago } from "../text/times.js";
import { showSecret } from "./tokens.js";
import { unreadNote } from "./unreadNote.js";

/** The card; `damaged` are the accounts that can’t be read, `rules` is what signing in requires, `changed()` is called after a change. */
export function accountsCard(transport, session, accounts, damaged, rules, changed) {
  return h("section", { class: "card", id: "accounts", "aria-labelledby": "accounts-title" }, h("div", { class: "section" },
    h("div", { class: "section-head" }, h("h2", { id: "accounts-title", tabIndex: -1 }, "Accounts"), h("span", { class: "muted" }, `${accounts.length}, all programs`)),
    h("div", { class: "setting" }, h("span", { id: "require-label" }, "Require a second factor", h("br"), h("span", { class: "sub" }, "From everyone with a password and more than the role of a viewer.")), requirement(transport, rules, changed)),
    unreadNote(damaged, "account", "They can’t sign in."),
    damaged.length > 0 && h("p", { class: "buttons" }, damaged.map((id) => button(`Remove ${id}…`, () => removeDamaged(transport, id, changed), "small"))),
    table({ label: "Accounts", rows: accounts, columns: [
      { title: "Person", cell: ({ name, email }) => [h("span", { class: "person" }, initials(name), name), h("span", { class: "sub" }, email)] },
      { title: "State", cell: (account) => [account.isDisabled ? "Disabled" : account.isAdministrator ? "Administrator" : "Enabled", h("span", { class: "sub" }, factsOf(account))] },
      { title: "Last seen", className: "only-wide", cell: ({ lastSeen }) => ({ className: "sub only-wide", content: lastSeen ? ago(lastSeen) : "never" }) },
      { title: "Actions", said: true, number: true, cell: (account) => ({ className: "num", content: menu(transport, session, account, changed) }) },
    ] })));
}

const factsOf = ({ hasPassword, hasSecondFactor, tokens }) => [
  !hasPassword ? "signs in at the provider" : hasSecondFactor ? "second factor" : "password only", tokens.length && counted(tokens.length, "token"),
].filter(Boolean).join(", ");

function requirement(transport, { requiresSecondFactor }, changed) {
  return h("button", { class: "switch", type: "button", role: "switch", "aria-checked": String(requiresSecondFactor), "aria-labelledby": "require-label", on: { click: async () => {
    try {
      await confirmed(transport, () => transport.request("PUT", "access-rules", { body: { requiresSecondFactor: !requiresSecondFactor } }));
      toast(requiresSecondFactor ? "A second factor is optional." : "A second factor is required.");
      changed();
    } catch (error) {
      toast(error.message, { failed: true });
    }
  } } });
}

const removeDamaged = (transport, id, changed) => ask({
  title: `Remove the damaged account ${id}?`, body: ["Its roles and sessions are deleted, and the person can be invited again. Tokens that it created continue to work."], verb: "Remove",
  act: async () => {
    await confirmed(transport, () => transport.remove(`accounts/${encodeURIComponent(id)}`));
    toast("Account removed.");
    changed();
  },
});

function menu(transport, session, account, changed) {
  const path = `accounts/${encodeURIComponent(account.id)}`, isOwn = account.id === session.account.id;
  const opener = h("button", { class: "button only small", type: "button", "aria-label": `Manage the account of ${account.name}` }, icon("more"));
  const place = h("span", {}, opener);
  const end = () => ask({ title: `End all sessions of ${account.name}?`, body: ["Pages that are open need to sign in again."], verb: "End sessions", act: async () => {
    await confirmed(transport, () => transport.remove(`${path}/sessions`));
    toast("Sessions ended.");
    changed();
  } });
  attachMenu(opener, { label: `Account of ${account.name}`, items: () => [
    account.hasPassword && !account.isDisabled && { label: "Create password link…", act: () => createLink(transport, path, account) },
    account.hasSecondFactor && !isOwn && { label: "Remove second factor…", act: () => removeFactor(transport, path, account, changed) },
    !isOwn && { label: "End all sessions…", act: end },
    !isOwn && { label: account.isDisabled ? "Enable…" : "Disable…", act: () => setState(transport, path, account, changed) },
    isOwn && { heading: "Other administrators manage your account" },
  ].filter(Boolean) });
  return place;
}

const createLink = (transport, path, { name }) => ask({
  title: `Create a password link for ${name}?`, body: ["With the link, a new password can be chosen within an hour. All sessions of the account end then."], verb: "Create link",
  act: async () => {
    const { code } = await confirmed(transport, () => transport.post(`${path}/password-reset`));
    showSecret({ title: `Password link for ${name}`, secret: `${location.origin}/sign-in#reset=${code}`, noun: "Link", note: "Send the link to this person only. It works once, for an hour." });
  },
});

const removeFactor = (transport, path, { name }, changed) => ask({
  title: `Remove the second factor of ${name}?`, body: ["Make sure that it is this person who asks. All sessions of the account end."], verb: "Remove",
  act: async () => {
    await confirmed(transport, () => transport.remove(`${path}/second-factor`));
    toast("Second factor removed.");
    changed();
  },
});

const setState = (transport, path, { name, isDisabled, tokens }, changed) => ask({
  title: `${isDisabled ? "Enable" : "Disable"} the account of ${name}?`,
  body: [isDisabled ? "The person can sign in again, with the same roles." : "All sessions end, and signing in is refused.",
    !isDisabled && tokens.length > 0 && `These tokens continue to work: ${tokens.map((token) => `${token.name} (${token.program}, ${token.environment})`).join(", ")}. Revoke those that only this person used.`].filter(Boolean),
  verb: isDisabled ? "Enable" : "Disable",
  act: async () => {
    await confirmed(transport, () => transport.request("PUT", `${path}/state`, { body: { isDisabled: !isDisabled } }));
    toast(isDisabled ? "Account enabled." : "Account disabled.");
    changed();
  },
});
