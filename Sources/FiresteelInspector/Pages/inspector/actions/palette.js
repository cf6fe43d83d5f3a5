// The command menu: performs actions and opens features and pages, from any page, with the keyboard.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { counted } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";
import { plainMark } from "../../kit/dom/marks.js";
import { findItems, makeItems, recordRecent } from "./paletteItems.js";
import { PerformForm } from "./performForm.js";
import { openReport } from "../runs/reportDialog.js";
import { button, loading, state } from "../../kit/dom/states.js";
import { about } from "../words.js";

const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform);
export const paletteKeys = isMac ? "⌘K" : "Ctrl K";

/**
 * The command menu of the document. `entries` are the pages, `go(address)` opens one, `failed(error)` is called when the
 * program doesn't respond.
 */
export class Palette {
  /** The selection of a session, which outlives the dialog. */
  #selection = { session: undefined };

  constructor(context) { this.context = context; }

  /** Opens the menu, or the form of the action at a path; `recorded` is the input of an earlier perform, see `withRecorded`. */
  open(action, { recorded } = {}) { new PaletteDialog(this.context, this.#selection).open(action, recorded); }

  /** Opens the menu with its keyboard shortcut. */
  listen() {
    addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey || !(isMac ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      if (!document.querySelector("dialog[open]")) this.open();
    });
  }

  /** The button in the navigation. */
  button() {
    return h("button", { class: "button quiet", type: "button", "aria-keyshortcuts": isMac ? "Meta+K" : "Control+K", on: { click: () => this.open() } },
      icon("command"), "Command menu", h("kbd", { class: "push" }, paletteKeys));
  }

  /** The button in the page's head on narrow screens. */
  headButton() {
    return h("button", { class: "button only only-narrow", type: "button", "aria-label": "Command menu", on: { click: () => this.open() } }, icon("command"));
  }
}

class PaletteDialog {
  #items = [];
  #options = [];
  #active = -1;
  #presents = false;

  constructor({ transport, entries, go, failed }, selection) {
    Object.assign(this, { transport, entries, go, failed, selection });
    this.sessionPlace = h("div");
    this.list = h("div", { class: "matches", role: "listbox", id: "palette-list", "aria-label": "Matches" });
    this.input = h("input", {
      type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list", "aria-autocomplete": "list",
      "aria-label": "Action, feature or page", placeholder: "Action, feature or page", autocomplete: "off", spellcheck: "false",
      on: { input: () => this.#show(), keydown: (event) => this.#key(event) },
    });
    this.message = h("div", { class: "message" });
    this.said = h("p", { class: "said", role: "status" });
    this.finder = h("div", {},
      h("div", { class: "ask" }, icon("search"), this.input, h("button", { class: "esc", type: "button", "aria-label": "Close", on: { click: () => this.dialog.close() } }, h("kbd", {}, "esc"))),
      this.sessionPlace, this.list, this.message, this.said,
      h("footer", {}, h("span", {}, h("kbd", {}, "↑"), " ", h("kbd", {}, "↓"), " select"), h("span", {}, h("kbd", {}, "↵"), " perform or open")));
    this.dialog = h("dialog", { class: "palette", "aria-label": "Command menu", on: {
      close: () => this.dialog.remove(), click: (event) => { if (event.target === this.dialog) this.dialog.close(); },
      keydown: (event) => { if (event.key === "Escape" && this.form) { event.preventDefault(); this.#back(); } },
    } }, this.finder);
  }

  async open(path, recorded) {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.input.focus();
    fill(this.message, loading("Loading commands", 4));
    await this.#load();
    const action = path !== undefined && this.actions?.find((one) => one.path === path);
    if (action) this.#perform(action, recorded);
    else if (path !== undefined && this.actions) fill(this.message, h("p", { class: "note warning" }, icon("warning"), `No published action has the path ${path}.`));
  }

  /** The selected session, if it is open. */
  get #session() { return this.sessions?.find(({ id }) => id === this.selection.session); }

  /** Reads the actions as they can be performed in the selected session, or as the program chooses if that was closed. */
  async #readActions() {
    const { session } = this.selection;
    try {
      const found = await this.transport.get("actions", { session });
      if (session === undefined || found.sessions.some(({ id }) => id === session)) return found;
    } catch (error) {
      if (error.status !== 404 || session === undefined) throw error;
    }
    this.selection.session = undefined;
    return this.transport.get("actions");
  }

  async #choose(session) {
    this.selection.session = session;
    await this.#load();
    this.sessionPlace.querySelector(":checked")?.focus();
  }

  async #load() {
    try {
      const [{ actions, presents, sessions = [] }, { roots }] = await Promise.all([this.#readActions(), this.transport.get("features")]);
      Object.assign(this, { actions, sessions });
      this.#presents = presents;
      fill(this.sessionPlace, sessionChoice(sessions, this.selection.session, (session) => this.#choose(session)));
      this.#items = makeItems({ actions, presents, session: this.#session?.name, roots, entries: this.entries, perform: (action) => this.#perform(action), commands: [{
        key: "report", group: "Go to", symbol: "download", name: "Download report…", note: "This run as one file", words: ["Download report", "save run zip"],
        act: () => { this.dialog.close(); openReport({ transport: this.transport, failed: this.failed }); },
      }] });
      fill(this.message);
      this.#show();
    } catch (error) {
      fill(this.message, state({ symbol: "warning", failed: true, title: "Can’t load commands", text: error.message,
        buttons: [button("Try again", () => { fill(this.message, loading("Loading commands", 4)); this.#load(); })] }));
      if (error.status === 401) { this.dialog.close(); this.failed(error); }
    }
  }

  // ---------- The list

  #show() {
    const text = this.input.value.trim(), groups = findItems(this.#items, text);
    this.#options = groups.flatMap(({ items }) => items);
    let number = 0;
    fill(this.list, groups.map(({ title, items, more }, index) => h("div", { role: "group", "aria-labelledby": `palette-group-${index}` },
      h("div", { class: "group", id: `palette-group-${index}`, role: "presentation" }, title),
      items.map((item) => this.#option(item, number++)), more && h("div", { class: "group", role: "presentation" }, more))));
    this.list.hidden = this.#options.length === 0;
    if (this.actions) fill(this.message, this.#options.length === 0 && state({ symbol: "search", title: `No results for “${text}”`, text: "The search covers names, paths and descriptions." }),
      text === "" && this.actions.length === 0 && h("p", { class: "note" }, icon("play"), h("span", {}, "No published actions yet. To perform an action from here, bind it with .published in its feature.")));
    this.said.textContent = this.actions ? counted(this.#options.length, "match", "matches") : "";
    this.#activate(this.#options.length ? 0 : -1);
  }

  #option(item, index) {
    return h("div", { role: "option", id: `palette-${index}`, "aria-selected": "false", "aria-disabled": item.reason !== undefined ? "true" : undefined,
      on: { click: () => this.#select(index), pointermove: () => { if (this.#active !== index) this.#activate(index); } } },
    item.reason === undefined ? icon(item.symbol) : plainMark(item.state), h("span", { class: "name clip" }, item.name),
    item.reason === undefined ? h("span", { class: "muted clip push" }, item.note) : h("span", { class: "why push", title: item.reason }, item.reason));
  }

  #activate(index) {
    this.#active = index;
    for (const option of this.list.querySelectorAll("[aria-selected='true']")) option.setAttribute("aria-selected", "false");
    const option = index >= 0 && this.list.querySelector(`#palette-${index}`);
    if (!option) return this.input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    this.input.setAttribute("aria-activedescendant", option.id);
    (index === 0 ? this.list.firstElementChild : option).scrollIntoView({ block: "nearest" });
  }

  #key(event) {
    const { length } = this.#options;
    const to = { ArrowDown: this.#active + 1, ArrowUp: this.#active - 1, PageDown: Math.min(length - 1, this.#active + 8), PageUp: Math.max(0, this.#active - 8) }[event.key];
    if (to !== undefined && length) this.#activate((to + length) % length);
    else if (event.key === "Enter" && this.#active >= 0) this.#select(this.#active, event);
    else return;
    event.preventDefault();
  }

  #select(index, event) {
    const item = this.#options[index];
    if (item.reason !== undefined) {
      this.said.textContent = `${item.name} can’t be performed: ${item.reason}`;
      return;
    }
    recordRecent(item.key);
    if (item.act) return item.act(item);
    this.dialog.close();
    if (event?.ctrlKey || event?.metaKey) return;
    this.go(item.go);
  }

  // ---------- The form

  #perform(action, recorded) {
    recordRecent(action.path);
    this.form = new PerformForm(action, {
      transport: this.transport, presents: this.#presents, session: this.#session, recorded, back: () => this.#back(), performed: () => this.#load(),      // The perform may have changed availabilities.
      failed: (error) => { this.dialog.close(); this.failed(error); },
    });
    fill(this.dialog, this.form.element);
    this.form.focus();
    if (this.form.isReady) this.form.submit();
  }

  #back() {
    this.form = undefined;
    fill(this.dialog, this.finder);
    this.#show();
    this.input.focus();
    this.input.select();
  }
}

const maximumSegments = 4;

/** A control for one of `sessions`, or for the program's choice; `choose(id)` is called with a selection, `undefined` for the latter. */
function sessionChoice(sessions, selected, choose) {
  if (!sessions.length) return null;
  const choices = [{ id: undefined, name: "Any session" }, ...sessions], name = uniqueId("session");
  return h("fieldset", { class: "sessions" }, h("legend", { class: "said" }, "Session"), h("span", { class: "muted", "aria-hidden": "true" }, "Perform in"),
    choices.length > maximumSegments
      ? h("select", { class: "field small", "aria-label": "Session", on: { change: ({ currentTarget }) => choose(choices[currentTarget.selectedIndex].id) } },
        choices.map((choice) => h("option", { selected: choice.id === selected }, choice.name)))
      : h("span", { class: "segments" }, choices.map((choice) => h("label", {},
        h("input", { type: "radio", name, checked: choice.id === selected, on: { change: () => choose(choice.id) } }), choice.name))), about("session"));
}
