// The switch of program and environment, in the navigation and in the head of each page.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { plainMark } from "../../kit/dom/marks.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { counted, toMinute } from "../../kit/text/format.js";
import { kindOf } from "./environments.js";
import { addressOf, placeOf } from "./routes.js";

export class Scope {
  #app;

  constructor(program, session, { go }) {
    Object.assign(this, { program, session, go });
    this.programButton = h("button", { type: "button" });
    this.environmentButton = h("button", { type: "button" });
    this.live = h("p", { class: "live" });
    this.card = h("div", { class: "scope" }, this.programButton, this.environmentButton, this.live);
    attachMenu(this.programButton, { label: "Program", items: () => this.#programs() });
    attachMenu(this.environmentButton, { label: "Environment", items: () => this.environmentItems() });
    this.show();
  }

  /** Follows address and connection as long as the document exists. */
  follow(app) {
    this.#app = app;
    app.live.onState(() => this.show());
    this.program.onConnections(() => this.show(), new AbortController().signal);
    this.program.onChange(() => this.#takeNames(), new AbortController().signal);
  }

  /** The environments as items of a menu; each opens the current page in it. */
  environmentItems() {
    const place = placeOf(location.pathname);
    return this.program.environments.map((environment) => ({
      label: environment.name, mark: kindOf(environment), kind: "one", checked: environment.id === place.environment,
      act: () => this.go(addressOf(place.page, { key: place.key, environment: environment.id, query: Object.fromEntries(new URLSearchParams(location.search)) })),
    }));
  }

  #programs() {
    return this.session.programs.map((program) => ({
      label: program.name, kind: "one", checked: program.id === this.program.id,
      act: () => {
        const environment = program.environments.find(({ id }) => id === placeOf(location.pathname).environment) ?? program.environments[0];
        location.assign(addressOf("overview", { program: program.id, environment: environment.id }));
      },
    }));
  }

  /** Takes over what another person changed: names, and which environments there are. */
  #takeNames() {
    const { id, name, environments } = this.program, own = this.session.programs.find((program) => program.id === id);
    if (own) Object.assign(own, { name, environments });
    this.show();
  }

  show() {
    // Without one that can be read, what was last shown remains.
    if (!this.program.environment) return;
    this.#app?.name(this.program.name);
    const { environment, name } = this.program, kind = kindOf(environment), lost = this.#app?.live.state === "lost";
    this.programButton.setAttribute("aria-label", `Program: ${name}`);
    fill(this.programButton, h("strong", { class: "strong clip" }, name), icon("down"));
    this.environmentButton.className = `scope-env ${kind}`;
    this.environmentButton.setAttribute("aria-label", `Environment: ${environment.name}`);
    fill(this.environmentButton, plainMark(kind), h("span", { class: "clip" }, environment.name), icon("down"));
    const connected = this.program.connections?.filter((one) => one.environment === environment.id).reduce((sum, { instances }) => sum + instances, 0);
    fill(this.live, plainMark(lost ? "failure" : connected ? "success" : "undetermined"), h("span", { class: "clip" },
      lost ? `Unreachable${this.#app.lostSince ? ` since ${toMinute(this.#app.lostSince)}` : ""}`
        : connected === undefined ? "Connecting" : connected ? `${counted(connected, "program")} connected` : "No programs connected"));
  }

  /**
   * Opens a page of another environment if that of the address was removed, and returns whether it did. `removed` is an environment
   * that may still be listed, because the program wasn’t read since.
   */
  leaveRemoved(removed) {
    const place = placeOf(location.pathname), others = this.program.environments.filter(({ id }) => id !== removed);
    if (!place || others.length === 0 || others.some(({ id }) => id === place.environment)) return false;
    this.go(addressOf(place.page === "settings" ? "settings" : "overview", { environment: others[0].id }));
    return true;
  }

  /** Marks a page with its environment, and adds the switch to its head for narrow screens. */
  mountHead(page) {
    const { environment } = this.program, kind = kindOf(environment);
    page.main.dataset.env = kind;
    const button = h("button", { class: `env ${kind} only-narrow`, type: "button", "aria-label": `${this.program.name}, ${environment.name}. Switch environment` },
      plainMark(kind), environment.name);
    page.actions.before(button);
    attachMenu(button, { label: "Environment", items: () => this.environmentItems() });
    // The menu is between the button and the actions, which the styles expect side by side.
    const menu = button.nextElementSibling;
    page.actions.after(menu);
    if (!this.program.hasRole("editor")) {
      page.banner("viewer", { text: `You have view-only access to ${this.program.name}. Ask an admin for another role.` });
    }
    this.show();
  }
}
