// Settings of a program: environments, people, tokens, webhooks, retention, one's own sessions, its name.

import { fill, h } from "../../kit/dom/dom.js";
import { loading } from "../../kit/dom/states.js";
import { redraw } from "../app/redraw.js";
import { AccessLog, accessLogCard } from "../settings/accessLog.js";
import { accountsCard } from "../settings/accounts.js";
import { environmentsCard } from "../settings/environmentsCard.js";
import { invite, peopleCard } from "../settings/people.js";
import { programCard } from "../settings/programCard.js";
import { retentionCard } from "../settings/retentionCard.js";
import { signInCard } from "../settings/signInCard.js";
import { createToken, tokensCard } from "../settings/tokens.js";
import { webhooksCard } from "../settings/webhooks.js";

export function mount(page) {
  const { program, scope, session } = page.shared, { byId } = page, isAdmin = program.hasRole("admin");
  scope.mountHead(page);
  byId("facts").className = "facts only-wide";
  fill(byId("content"), loading("Loading the settings"));
  const { isAdministrator, hasPassword } = session.account;
  let people = [], tokens = [], invitations = [], webhooks = [], accounts = [], rules, retention, signIn, isRead = false;
  // The rows that can’t be read.
  const damaged = { people: [], accounts: [] };
  const log = new AccessLog({ transport: page.transport, path: program.path }, session.account.isAdministrator);
  page.load(read);
  program.onConnections(() => redraw(page, draw), page.signal);
  // A delivery takes as long as its receiver.
  page.every(() => { if (isRead && !document.hidden && webhooks.some(({ pending, failingSince }) => pending > 0 && !failingSince)) page.attempt(read); }, 3_000);

  async function read() {
    await program.read();
    const { get } = page.transport, ofProgram = (name, none) => (isAdmin ? get(`${program.path}/${name}`) : none);
    let own, factor;
    [own, retention, factor, { people, damaged: damaged.people = [] }, { tokens }, { invitations }, { webhooks }, { accounts, damaged: damaged.accounts = [] }, rules] = await Promise.all([
      get("sessions"), get(`${program.path}/retention`), hasPassword ? get("session/second-factor") : undefined,
      ofProgram("people", { people }), ofProgram("tokens", { tokens }), ofProgram("invitations", { invitations }),
      ofProgram("webhooks", { webhooks }), isAdministrator ? get("accounts") : { accounts },
      isAdministrator ? get("access-rules") : undefined, isAdmin ? log.read() : undefined,
    ]);
    signIn = { ...own, factor };
    isRead = true;
    redraw(page, draw);
    const { open } = page.readQuery();
    if ((open !== "token" && open !== "invite") || !isAdmin) return;
    page.writeQuery({ open: undefined });
    if (open === "token") createToken(program, changed); else invite(program, changed);
  }

  async function changed() {
    await program.refresh();
    scope.show();
    await page.attempt(read);
  }

  /** After an environment was removed. The page may be in it, or may have been left when the change was announced. */
  async function removed(id) {
    if (!page.signal.aborted && !scope.leaveRemoved(id)) await changed();
  }

  function draw() {
    if (!isRead) return;
    byId("facts").textContent = program.name;
    const sections = [["environments", "Environments"], ...(isAdmin ? [["people", "People and roles"], ...(isAdministrator ? [["accounts", "Accounts"]] : []), ["tokens", "Tokens"], ["webhooks", "Webhooks"], ["access", "Access log"]] : []), ["retention", "Retention"], ["signin", "Sign-in"], ...(isAdmin ? [["program", "Program"]] : [])];
    fill(byId("content"), h("div", { class: "settings" },
      h("nav", { "aria-label": "Settings sections" }, sections.map(([id, label]) => h("a", { href: `#${id}`, on: { click: (event) => {
        event.preventDefault();
        byId(id).scrollIntoView({ block: "start" });
        byId(`${id}-title`).focus({ preventScroll: true });
      } } }, label))),
      h("div", {}, environmentsCard(program, { tokens, changed, removed }), isAdmin && [peopleCard(program, session, people, damaged.people, invitations, changed), isAdministrator && accountsCard(program.transport, session, accounts, damaged.accounts, rules, changed), tokensCard(program, tokens, changed), webhooksCard(program, webhooks, changed), accessLogCard(log)],
        retentionCard(program, session, retention, changed), signInCard(program.transport, session, signIn, changed), isAdmin && programCard(program, session, changed))));
  }
}
