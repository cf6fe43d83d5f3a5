// The navigation beside the page, with the program's card, the theme and the shortcuts.

import { token } from "./api.js";
import { append, fill, h } from "./dom.js";
import { count, counted, span, toSecond } from "./format.js";
import { icon } from "./icons.js";
import { plainMark } from "./marks.js";
import { attachMenu } from "./menu.js";
import { listenForPalette, openPalette } from "./palette.js";
import { isMac, paletteKeys } from "./paletteKeys.js";
import { tellShortcuts } from "./shortcuts.js";

/** A narrow screen has room for the first six; the others are behind “More”. */
const pages = [
  ["features", "Features"], ["timeline", "Timeline"], ["stacks", "Stacks"], ["logs", "Logs"], ["flags", "Flags"],
  ["runs", "Runs"], ["access", "Access"], ["routes", "Routes"], ["activities", "Activities"],
];
const withRoom = 6;

/** Fills the page's navigation. `failed(error)` is told when the program doesn't answer. Answers functions that keep it up to date. */
export function buildShell(current, { failed }) {
  const context = { pages, failed };
  const card = h("div", { class: "program" });
  const counts = new Map();
  const items = pages.map(([name, label], index) => {
    const number = h("span", { class: "count" });
    counts.set(name, number);
    return h("li", { class: index < withRoom ? undefined : "only-wide" }, h("a", { href: name, "aria-current": name === current ? "page" : undefined, "aria-label": label },
      icon(name), h("span", {}, label), number));
  });
  const list = h("ul", {}, items);
  append(document.getElementById("nav"), [
    h("a", { class: "brand", href: "features" }, icon("spark"), "Firesteel"),
    card,
    h("nav", { class: "nav-list", "aria-label": "Pages" }, list),
    h("div", { class: "nav-foot" }, paletteButton(context), shortcutsButton(), themeButton()),
  ]);
  list.append(h("li", { class: "only-narrow" }, moreButton(current)));
  placePaletteButton(context);
  listenForPalette(context);
  carryToken();
  return {
    perform: (action) => openPalette(context, action),
    showProgram: (program, reach) => fill(card, programLines(program, reach)),
    showCounts: (program) => showCounts(counts, program.counts ?? {}),
  };
}

function programLines(program, { state, since, offset }) {
  const name = program ? `${program.name} ${program.version ?? ""}${program.build ? ` (${program.build})` : ""}` : "Program";
  const lost = state === "lost" || state === "refused";
  const word = lost ? `Out of reach${since ? ` since ${toSecond(since)}` : ""}`
    : program ? `Running for ${span(Date.now() * 1000 + offset - program.started)}` : "Connecting";
  return [
    h("strong", { class: "clip" }, name),
    program?.host && h("span", { class: "clip" }, program.host),
    h("span", { class: "live" }, plainMark(lost ? "failure" : program ? "success" : "undetermined"), word),
  ];
}

function showCounts(counts, { features, stacks, flags, crashes }) {
  const show = (name, number, words) => {
    const element = counts.get(name);
    element.textContent = number ? count(number) : "";
    element.title = number ? words : "";
    element.closest("a").setAttribute("aria-label", number ? `${element.previousSibling.textContent}, ${words}`
      : element.previousSibling.textContent);
  };
  show("features", features, counted(features ?? 0, "feature"));
  show("stacks", stacks, `${count(stacks ?? 0)} open`);
  show("flags", flags, `${counted(flags ?? 0, "flag")} ${flags === 1 ? "differs" : "differ"} from the default`);
  show("runs", crashes, counted(crashes ?? 0, "crash", "crashes"));
}

function themeButton() {
  const theme = globalThis.firesteelTheme, word = h("span", {}, `Theme: ${theme.current}`);
  const next = () => {
    theme.current = theme.names[(theme.names.indexOf(theme.current) + 1) % theme.names.length];
    word.textContent = `Theme: ${theme.current}`;
  };
  return h("button", { class: "button quiet", type: "button", on: { click: next } }, icon("theme"), word);
}

function shortcutsButton() {
  return h("button", { class: "button quiet", type: "button", on: { click: tellShortcuts } },
    icon("help"), "Shortcuts", h("kbd", { class: "push" }, "?"));
}

function paletteButton(context) {
  return h("button", { class: "button quiet", type: "button", "aria-keyshortcuts": isMac ? "Meta+K" : "Control+K", on: { click: () => openPalette(context) } },
    icon("command"), "Do something", h("kbd", { class: "push" }, paletteKeys));
}

/** On a narrow screen the palette is opened from the page's head. */
function placePaletteButton(context) {
  const head = document.querySelector(".page-head");
  const actions = head.querySelector(".actions") ?? head.appendChild(h("div", { class: "actions" }));
  actions.prepend(h("button", { class: "button only only-narrow", type: "button", "aria-label": "Do something", on: { click: () => openPalette(context) } }, icon("command")));
}

/** On a narrow screen the pages without room and the theme are one tap away. */
function moreButton(current) {
  const theme = globalThis.firesteelTheme, others = pages.slice(withRoom);
  const button = h("button", { class: "nav-more", type: "button", "data-current": others.some(([name]) => name === current) }, icon("more"), h("span", {}, "More"));
  queueMicrotask(() => attachMenu(button, {
    label: "More",
    items: () => [
      ...others.map(([name, label]) => ({ label, kind: "one", checked: name === current, act: () => { location.assign(new URL(name, document.baseURI)); } })),
      { heading: "Theme" },
      ...theme.names.map((name) => ({
        label: { system: "As the system", light: "Light", dark: "Dark" }[name],
        kind: "one", checked: theme.current === name, act: () => { theme.current = name; },
      })),
    ],
  }));
  return button;
}

/** A link that is opened in another tab carries the token along, since that tab has a session storage of its own. */
function carryToken() {
  const carry = (event) => {
    const link = event.target.closest?.("a[href]");
    const elsewhere = event.type === "contextmenu" || event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!link || !elsewhere || link.origin !== location.origin || link.hash || !token()) return;
    link.hash = `token=${token()}`;
    // By then the browser has taken the address; the link shows its plain one again.
    setTimeout(() => { link.href = link.href.replace(/#.*$/, ""); }, event.type === "contextmenu" ? 30_000 : 500);
  };
  addEventListener("pointerdown", carry, { capture: true });
  addEventListener("contextmenu", carry, { capture: true });
  addEventListener("keydown", (event) => { if (event.key === "Enter") carry(event); }, { capture: true });
}
