// Settings of a program: environments, people, tokens, one's own sessions.

import { fill, h } from "../../kit/dom/dom.js";
import { button, loading } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { redraw } from "../app/redraw.js";
import { AccessLog, accessLogCard } from "../settings/accessLog.js";
import { accountsCard } from "../settings/accounts.js";
import { environmentsCard } from "../settings/environmentsCard.js";
import { invite, peopleCard } from "../settings/people.js";
import { signInCard } from "../settings/signInCard.js";
import { createToken, tokensCard } from "../settings/tokens.js";
import { webhooksCard } from "../settings/webhooks.js";
import { programForm } from "../signIn/noProgram.js";

export function mount(page) {
  const { program, scope, session } = page.shared, { byId } = page, isAdmin = program.hasRole("admin");
  scope.mountHead(page);
  byId("facts").className = "facts only-wide";
  byId("facts").textContent = program.name;
  fill(byId("content"), loading("Loading the settings"));
  const { isAdministrator, hasPassword } = session.account;
  let people = [], tokens = [], invitations = [], webhooks = [], accounts = [], rules, signIn, isRead = false;
  const log = new AccessLog({ transport: page.transport, path: program.path }, session.account.isAdministrator);
  page.load(read);
  program.onConnections(() => redraw(page, draw), page.signal);
  // A delivery takes as long as its receiver.
  page.every(() => { if (isRead && !document.hidden && webhooks.some(({ pending, failingSince }) => pending > 0 && !failingSince)) page.attempt(read); }, 3_000);

  async function read() {
    await program.read();
    const { get } = page.transport, ofProgram = (name, none) => (isAdmin ? get(`${program.path}/${name}`) : none);
    let own, factor;
    [own, factor, { people }, { tokens }, { invitations }, { webhooks }, { accounts }, rules] = await Promise.all([
      get("sessions"), hasPassword ? get("session/second-factor") : undefined,
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

  function draw() {
    if (!isRead) return;
    const sections = [["environments", "Environments"], ...(isAdmin ? [["people", "People and roles"], ...(isAdministrator ? [["accounts", "Accounts"]] : []), ["tokens", "Tokens"], ["webhooks", "Webhooks"], ["access", "Access log"]] : []), ["signin", "Sign-in"], ...(isAdministrator ? [["programs", "Programs"]] : [])];
    fill(byId("content"), h("div", { class: "settings" },
      h("nav", { "aria-label": "Settings sections" }, sections.map(([id, label]) => h("a", { href: `#${id}`, on: { click: (event) => {
        event.preventDefault();
        byId(id).scrollIntoView({ block: "start" });
        byId(`${id}-title`).focus({ preventScroll: true });
      } } }, label))),
      h("div", {}, environmentsCard(program, changed), isAdmin && [peopleCard(program, session, people, invitations, changed), isAdministrator && accountsCard(program.transport, session, accounts, rules, changed), tokensCard(program, tokens, changed), webhooksCard(program, webhooks, changed), accessLogCard(log)], signInCard(program.transport, session, signIn, changed), isAdministrator && programs())));
  }

  const programs = () => h("section", { class: "card", id: "programs", "aria-labelledby": "programs-title" }, h("div", { class: "section" }, h("h2", { id: "programs-title", tabIndex: -1 }, "Programs"),
    h("div", { class: "setting" }, h("span", {}, session.programs.map(({ name }) => name).join(", ")), button("New program…", () => {
      const form = programForm(program.transport, { cancel: () => dialog.close() }), dialog = openDialog({ title: "New program", body: form.element });
      dialog.querySelector("footer").remove();
      dialog.querySelector("input").focus();
    }, "small"))));
}
