// Settings of a program: environments, people, tokens, one's own sessions.

import { fill, h } from "../../kit/dom/dom.js";
import { button, loading } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { askToSignOutEverywhere } from "../app/account.js";
import { redraw } from "../app/redraw.js";
import { environmentsCard } from "../settings/environmentsCard.js";
import { peopleCard } from "../settings/people.js";
import { createToken, tokensCard } from "../settings/tokens.js";
import { programForm } from "../signIn/noProgram.js";

export function mount(page) {
  const { program, scope, session } = page.shared, { byId } = page, isAdmin = program.hasRole("admin");
  scope.mountHead(page);
  byId("facts").className = "facts only-wide";
  byId("facts").textContent = program.name;
  fill(byId("content"), loading("Loading the settings"));
  let people = [], tokens = [], isRead = false;
  page.load(read);
  program.onConnections(() => redraw(page, draw), page.signal);

  async function read() {
    await program.read();
    if (isAdmin) {
      [{ people }, { tokens }] = await Promise.all([page.transport.get(`${program.path}/people`), page.transport.get(`${program.path}/tokens`)]);
    }
    isRead = true;
    redraw(page, draw);
    if (page.readQuery().open === "token" && isAdmin) { page.writeQuery({ open: undefined }); createToken(program, changed); }
  }

  async function changed() {
    await program.refresh();
    scope.show();
    await page.attempt(read);
  }

  function draw() {
    if (!isRead) return;
    const sections = [["environments", "Environments"], ...(isAdmin ? [["people", "People and roles"], ["tokens", "Tokens"]] : []), ["signin", "Sign-in"], ...(session.account.isAdministrator ? [["programs", "Programs"]] : [])];
    fill(byId("content"), h("div", { class: "settings" },
      h("nav", { "aria-label": "Settings sections" }, sections.map(([id, label]) => h("a", { href: `#${id}`, on: { click: (event) => {
        event.preventDefault();
        byId(id).scrollIntoView({ block: "start" });
        byId(`${id}-title`).focus({ preventScroll: true });
      } } }, label))),
      h("div", {}, environmentsCard(program, changed), isAdmin && [peopleCard(program, session, people, changed), tokensCard(program, tokens, changed)], signIn(), session.account.isAdministrator && programs())));
  }

  const signIn = () => h("section", { class: "card", id: "signin", "aria-labelledby": "signin-title" }, h("div", { class: "section" }, h("h2", { id: "signin-title", tabIndex: -1 }, "Sign-in"),
    h("div", { class: "setting" }, h("span", {}, "Your sessions", h("br"), h("span", { class: "sub" }, "Ends all of them, on this device and on others.")), button("Sign out everywhere…", () => askToSignOutEverywhere(program.transport), "small"))));

  const programs = () => h("section", { class: "card", id: "programs", "aria-labelledby": "programs-title" }, h("div", { class: "section" }, h("h2", { id: "programs-title", tabIndex: -1 }, "Programs"),
    h("div", { class: "setting" }, h("span", {}, session.programs.map(({ name }) => name).join(", ")), button("New program…", () => {
      const form = programForm(program.transport, { cancel: () => dialog.close() }), dialog = openDialog({ title: "New program", body: form.element });
      dialog.querySelector("footer").remove();
      dialog.querySelector("input").focus();
    }, "small"))));
}
