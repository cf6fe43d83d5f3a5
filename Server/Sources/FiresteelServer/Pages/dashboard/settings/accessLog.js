// The access log: who got which right from whom, and who signed in.

import { fill, h } from "../../kit/dom/dom.js";
import { table } from "../../kit/dom/table.js";
import { momentOf } from "../text/times.js";

const events = {
  firstAccountCreated: "Created the first account", accountCreated: "Account created", signedIn: "Signed in", signedOut: "Signed out",
  signedOutEverywhere: "Signed out everywhere", sessionEnded: "Ended a session", passwordChanged: "Changed the password",
  identityLinked: "Linked with a provider", invited: "Invited", invitationAccepted: "Accepted an invitation", invitationRevoked: "Revoked an invitation",
  roleSet: "Set a role", tokenCreated: "Created a token", tokenRevoked: "Revoked a token", environmentAdded: "Added an environment",
  secondFactorTurnedOn: "Turned on a second factor", secondFactorTurnedOff: "Turned off the second factor", secondFactorRemoved: "Removed a second factor",
  recoveryCodesRenewed: "Replaced recovery codes", recoveryCodeUsed: "Used a recovery code", wrongCode: "Entered a wrong code",
  passwordResetCreated: "Created a password link", passwordReset: "Reset the password", accountDisabled: "Disabled an account", accountEnabled: "Enabled an account", accountRemoved: "Removed a damaged account",
  sessionsEnded: "Ended all sessions", administratorAdded: "Added an administrator", secondFactorRequired: "Required a second factor", secondFactorOptional: "Made the second factor optional",
  environmentChanged: "Changed an environment", environmentRemoved: "Removed an environment", programCreated: "Created a program", programRenamed: "Renamed a program",
  personErased: "Erased a person’s data", retentionSet: "Set the retention",
  webhookCreated: "Created a webhook", webhookChanged: "Changed a webhook", webhookSecretRotated: "Rotated a secret", webhookEnabled: "Enabled a webhook",
  webhookDisabled: "Disabled a webhook", webhookDeleted: "Deleted a webhook",
};

/** The entries that were read, and how to read more; it outlives the drawing of the page. */
export class AccessLog {
  entries = [];
  next = 0;

  constructor(program, isWhole) {
    Object.assign(this, { program, isWhole });
  }

  /** Reads the newest entries, as many as are shown. */
  async read() {
    await this.#load({ limit: Math.min(Math.max(this.entries.length, 20), 200) }, []);
  }

  /** Reads the entries before those that are shown. */
  async readMore() {
    await this.#load({ limit: 50, before: this.next }, this.entries);
  }

  async #load(query, shown) {
    const { entries, next } = await this.program.transport.get(this.isWhole ? "access-log" : `${this.program.path}/access-log`, query);
    this.entries = [...shown, ...entries];
    this.next = next;
  }
}

/** The card with the entries. */
export function accessLogCard(log) {
  const error = h("p", { class: "field-error", role: "alert", hidden: true });
  const place = h("div", {});
  const more = h("button", { class: "button small", type: "button", on: { click: async () => {
    more.disabled = true;
    error.hidden = true;
    const count = log.entries.length;
    try {
      await log.readMore();
      draw();
      place.querySelectorAll("tbody tr")[count]?.focus();
    } catch (failure) {
      fill(error, failure.message);
      error.hidden = false;
    } finally {
      more.disabled = false;
    }
  } } }, "Show earlier entries");
  function draw() {
    more.hidden = !log.next;
    fill(place, table({ label: "Access log", rows: log.entries, empty: "No entries yet.", columns: [
      { title: "Time", cell: ({ time }) => momentOf(time) },
      { title: "Person", cell: ({ actorName, program }) => [actorName, log.isWhole && program && h("span", { class: "sub" }, program)] },
      { title: "Event", cell: ({ event, details }) => [events[event] ?? event, h("span", { class: "sub" }, details)] },
    ] }));
    for (const row of place.querySelectorAll("tbody tr")) row.tabIndex = -1;
  }
  draw();
  return h("section", { class: "card", id: "access", "aria-labelledby": "access-title" }, h("div", { class: "section" },
    h("div", { class: "section-head" }, h("h2", { id: "access-title", tabIndex: -1 }, "Access log"), h("span", { class: "muted only-wide" }, log.isWhole ? "all programs, and signing in" : "this program")),
    place, error, h("p", { class: "after buttons" }, more)));
}
