// The command menu: opens pages, flags and reports, and performs their operations, with the keyboard.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { state } from "../../kit/dom/states.js";
import { hasWords } from "../../kit/lists/searchField.js";
import { counted } from "../../kit/text/format.js";
import { askToSignOutEverywhere, signOutHere } from "./account.js";
import { exportFlags } from "../flags/importFlags.js";
import { groupCommands, reportCommands } from "../insight/reportCommands.js";
import { controlPlan, operations } from "../plans/controlPlan.js";
import { addressOf, experimentAddress, flagAddress, placeOf } from "./routes.js";

const isMac = /mac/i.test(navigator.platform);
export const menuKeys = isMac ? "⌘K" : "Ctrl K";
const most = 30;

export class CommandMenu {
  constructor(context) { this.context = context; }

  listen() {
    addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey || !(isMac ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      if (!document.querySelector("dialog[open]")) this.open();
    });
  }

  button() {
    return h("button", { class: "button quiet", type: "button", "aria-keyshortcuts": isMac ? "Meta+K" : "Control+K", on: { click: () => this.open() } },
      icon("command"), "Command menu", h("kbd", { class: "push" }, menuKeys));
  }

  headButton() {
    return h("button", { class: "button only only-narrow", type: "button", "aria-label": "Command menu", on: { click: () => this.open() } }, icon("command"));
  }

  open() { new MenuDialog(this.context).open(); }
}

const themes = { system: "System", light: "Light", dark: "Dark" };

/** The actions of the program’s pages that need no flag, as far as the person may perform them. */
function ownCommands({ program, complain }) {
  const open = (name, symbol, page, query) => ({ group: "Actions", symbol, name, note: page, words: [name], go: addressOf(page, { query: { open: query } }) });
  return [
    ...(program.mayEdit() ? [open("New flag…", "plus", "flags", "new"), open("New segment…", "plus", "segments", "new"), ...(program.mayEdit(program.environment.id) ? [open("New experiment…", "plus", "experiments", "new")] : []), open("Import flags…", "file", "flags", "import")] : []),
    { group: "Actions", symbol: "download", name: "Export flags", note: "flags", words: ["Export flags"], act: () => exportFlags(program).catch(complain) },
    ...(program.hasRole("admin") ? [open("Invite people…", "mail", "settings", "invite")] : []),
  ];
}

/** The themes other than the current one. */
function themeCommands({ themed }) {
  const theme = globalThis.firesteelTheme;
  return theme.names.filter((name) => name !== theme.current).map((name) => ({ group: "Account", symbol: "theme", name: `Theme: ${themes[name]}`, note: "this browser", words: [`Theme ${themes[name]}`],
    act: () => { theme.current = name; themed(); } }));
}

/** All commands: `{group, symbol, name, note, words, go}`, or `act` instead of `go`. */
function commandsOf(context) {
  const { program, session, entries } = context;
  const here = program.environment, flags = [...program.flags.values()].filter(({ value }) => !value.isArchived);
  const nameOf = ({ key, value }) => value.name ?? key;
  const place = placeOf(location.pathname);
  return [
    ...entries.map(({ name, label, symbol }) => ({ group: "Go to", symbol, name: label, note: "page", words: [label], go: addressOf(name) })),
    { group: "Go to", symbol: "link", name: "Connect a program", note: "page", words: ["Connect a program token"], go: addressOf("connect") },
    { group: "Go to", symbol: "compare", name: "Compare environments", note: "page", words: ["Compare environments promote"], go: addressOf("compare") },
    ...ownCommands(context),
    ...flags.map((flag) => ({ group: "Go to", symbol: "flags", name: nameOf(flag), note: flag.key, words: [nameOf(flag), flag.key, flag.value.owner], go: flagAddress(flag.key) })),
    ...[...program.segments.values()].map((segment) => ({ group: "Go to", symbol: "segments", name: nameOf(segment), note: "segment", words: [nameOf(segment), segment.key], go: addressOf("segments", { query: { segment: segment.key } }) })),
    ...program.experimentsIn(here.id).map(({ key, value }) => ({ group: "Go to", symbol: "flask", name: value.name ?? key, note: "experiment", words: [value.name, key, value.question], go: experimentAddress(key) })),
    ...(program.mayEdit(here.id) ? flags.flatMap((flag) => planCommands(program, flag, here)) : []),
    ...(program.mayEdit(here.id) ? flags.filter(({ targetings }) => targetings.has(here.id)).map((flag) => {
      const isOn = flag.targetings.get(here.id).value.isOn;
      return { group: `Actions in ${here.name.toLowerCase()}`, symbol: "power", name: `Switch ${isOn ? "off" : "on"} ${nameOf(flag)}…`, note: flag.key, words: [`Switch ${isOn ? "off" : "on"} ${nameOf(flag)}`, flag.key], go: flagAddress(flag.key, { query: { open: "switch" } }) };
    }) : []),
    ...flags.map((flag) => ({ group: `Actions in ${here.name.toLowerCase()}`, symbol: "play", name: `Try ${nameOf(flag)} with a context`, note: flag.key, words: [`Try ${nameOf(flag)}`, flag.key], go: flagAddress(flag.key, { query: { open: "try" } }) })),
    ...program.environments.filter((environment) => environment !== here).map((environment) => ({
      group: "Go to", symbol: "arrow", name: `Switch to ${environment.name.toLowerCase()}`, note: "environment", words: [`environment ${environment.name}`],
      go: addressOf(place.page, { key: place.key, environment: environment.id }),
    })),
    ...reportCommands(program),
    ...themeCommands(context),
    { group: "Account", symbol: "lock", name: "Sign out", note: session.account.name, words: ["Sign out"], act: () => signOutHere(program.transport) },
    { group: "Account", symbol: "lock", name: "Sign out everywhere…", note: session.account.name, words: ["Sign out everywhere"], act: () => askToSignOutEverywhere(program.transport) },
  ];
}

/** Pausing, resuming and stopping the plan of a flag. */
function planCommands(program, flag, environment) {
  const stored = flag.targetings.get(environment.id), name = flag.value.name ?? flag.key;
  return (operations[stored?.value.plan?.state] ?? []).map(([operation, verb]) => {
    const title = `${verb} the plan of ${name}`;
    return { group: `Actions in ${environment.name.toLowerCase()}`, symbol: "clock", name: operation === "pause" ? title : `${title}…`, note: flag.key, words: [title, flag.key],
      act: () => controlPlan(operation, { program, flag, environment, stored }) };
  });
}

class MenuDialog {
  #options = [];
  #active = -1;
  #reports = [];

  constructor(context) {
    Object.assign(this, { context, go: context.go, commands: commandsOf(context) });
    this.list = h("div", { class: "matches", role: "listbox", id: "palette-list", "aria-label": "Matches" });
    this.input = h("input", {
      type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list", "aria-autocomplete": "list",
      "aria-label": "Action, flag, report or page", placeholder: "Action, flag, report or page", autocomplete: "off", spellcheck: "false",
      on: { input: () => this.#show(), keydown: (event) => this.#key(event) },
    });
    this.message = h("div", { class: "message" });
    this.said = h("p", { class: "said", role: "status" });
    this.dialog = h("dialog", { class: "palette", "aria-label": "Command menu", on: {
      close: () => this.dialog.remove(), click: (event) => { if (event.target === this.dialog) this.dialog.close(); },
    } },
    h("div", { class: "ask" }, icon("search"), this.input, h("button", { class: "esc", type: "button", "aria-label": "Close", on: { click: () => this.dialog.close() } }, h("kbd", {}, "esc"))),
    this.list, this.message, this.said,
    h("footer", {}, h("span", {}, h("kbd", {}, "↑"), " ", h("kbd", {}, "↓"), " select"), h("span", {}, h("kbd", {}, "↵"), " open")));
  }

  open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.input.focus();
    this.#show();
    // Before the first read of the page, there are no flags.
    const ending = new AbortController();
    this.dialog.addEventListener("close", () => ending.abort());
    this.context.program.onChange(() => { this.commands = commandsOf(this.context); this.#show(); }, ending.signal);
    this.#readReports();
  }

  /** Adds the reports once they are read; without them the menu has the other commands. */
  async #readReports() {
    try { this.#reports = await groupCommands(this.context.program); } catch (error) { this.context.failed?.(error); }
    if (this.dialog.open && this.#reports.length) this.#show();
  }

  #show() {
    const text = this.input.value.trim().toLowerCase();
    const commands = [...this.commands, ...this.#reports], found = text ? commands.filter(({ words }) => hasWords(words, text)) : commands;
    const groups = Map.groupBy(found.slice(0, most), ({ group }) => group);
    this.#options = [...groups.values()].flat();
    let number = 0;
    fill(this.list, [...groups].map(([title, items], index) => h("div", { role: "group", "aria-labelledby": `palette-group-${index}` },
      h("div", { class: "group", id: `palette-group-${index}`, role: "presentation" }, title),
      items.map((item) => this.#option(item, number++)))));
    this.list.hidden = this.#options.length === 0;
    fill(this.message, this.#options.length === 0 && state({ symbol: "search", title: `No results for “${this.input.value.trim()}”`, text: "The search covers pages, flags, segments, experiments and reports." }));
    this.said.textContent = counted(found.length, "match", "matches");
    this.#activate(this.#options.length ? 0 : -1);
  }

  #option(item, index) {
    return h("div", { role: "option", id: `palette-${index}`, "aria-selected": "false",
      on: { click: () => this.#select(index), pointermove: () => { if (this.#active !== index) this.#activate(index); } } },
    icon(item.symbol), h("span", { class: "name clip" }, item.name), h("span", { class: "muted clip push" }, item.note));
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
    const to = { ArrowDown: this.#active + 1, ArrowUp: this.#active - 1 }[event.key];
    if (to !== undefined && length) this.#activate((to + length) % length);
    else if (event.key === "Enter" && this.#active >= 0) this.#select(this.#active);
    else return;
    event.preventDefault();
  }

  #select(index) {
    const item = this.#options[index];
    this.dialog.close();
    if (item.act) item.act(); else this.go(item.go);
  }
}
