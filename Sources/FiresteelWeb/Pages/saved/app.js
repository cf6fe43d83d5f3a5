// A page that is one file: the run or the report in its data, with the inspector's pages. The address's fragment names the
// page: `#timeline?outcome=failure`.

import { buildShell, themeButton, themeItems } from "../kit/app/shell.js";
import { parametersOf } from "../kit/app/address.js";
import { byId, fill, h } from "../kit/dom/dom.js";
import { icon } from "../kit/dom/icons.js";
import { listenForShortcuts, shortcutsButton } from "../kit/app/shortcuts.js";
import { state } from "../kit/dom/states.js";
import { mount as mountTimeline } from "../run/timeline/timelinePage.js";
import { endedAbnormally } from "../run/end/runText.js";
import { readDocument } from "../run/data/data.js";
import { mountFlags, mountReport, mountRun } from "./pages.js";
import { mountLogs } from "./logsPage.js";
import { SavedPage, fragment } from "./savedPage.js";

const modules = { run: mountRun, timeline: mountTimeline, logs: mountLogs, flags: mountFlags, report: mountReport };
const titles = { run: "Run", timeline: "Timeline", logs: "Logs", flags: "Flags", report: "Report" };

class SavedApp {
  live = { state: "ended", on() {}, onState() {} };
  opened = Promise.resolve();
  prepare = async () => {};

  constructor({ runs, report }) {
    Object.assign(this, { runs, report });
    this.main = runs.find(({ name }) => name !== "crashed-run") ?? runs[0];
    const crashed = runs.find(({ name }) => name === "crashed-run"), { main } = this, entries = [];
    if (report) entries.push({ name: "report", label: "Report", symbol: "file", href: "#report" });
    if (main && !report) entries.push({ name: "run", label: endedAbnormally(main) ? "Crash" : "Run", symbol: "runs", href: "#run" });
    if (crashed) entries.push({ name: "run", label: "Crash", symbol: "warning", href: `#run?run=${encodeURIComponent(crashed.id)}` });
    if (main) entries.push({ name: "timeline", label: "Timeline", href: "#timeline" });
    if (main || report) entries.push({ name: "logs", label: "Logs", href: "#logs" }, { name: "flags", label: "Flags", href: "#flags" });
    this.entries = entries;
    this.crashed = crashed;
    Object.assign(document.documentElement.dataset, { pages: entries.map(({ name }) => name).join(" "), file: "" });
    const app = this;
    this.transport = {
      within() { return this; },
      get: async (path, query = {}) => app.runOf(path, query).get(path, query),
    };
    this.shared = {
      isFile: true, report, app: this,
      program: { get now() { return (app.runOf("", app.page?.readQuery() ?? {}) ?? {}).lastTime ?? Date.now() * 1000; }, facts: undefined },
    };
  }

  /** The run that a call is about. */
  runOf(path, { run }) {
    const id = path.startsWith("runs/") ? decodeURIComponent(path.slice(5)) : run;
    return this.runs.find((one) => one.id === id) ?? this.main;
  }

  start() {
    const shortcuts = [[["Space", "Shift ↓"], "Select several rows of the timeline"]];
    const title = this.report?.title ?? document.title;
    document.title = title;
    this.title = title;
    const first = this.entries[0];
    this.shell = buildShell(byId("nav"), {
      brand: { name: "Firesteel", href: first?.href ?? "#" },
      card: h("div", { class: "program" }, h("strong", { class: "wrap" }, title), this.report?.scope && h("span", {}, this.report.scope)),
      entries: this.entries, room: 5, foot: [shortcutsButton(shortcuts), themeButton()], more: themeItems,
    }, { go: (name) => { location.hash = this.entries.find((entry) => entry.name === name)?.href ?? `#${name}`; } });
    listenForShortcuts(shortcuts);
    for (const link of byId("timeline-page").content.querySelectorAll("a[href]")) link.setAttribute("href", `#${link.getAttribute("href")}`);
    addEventListener("hashchange", () => this.#step());
    this.#step();
  }

  #step() {
    const { name = this.#first, query } = fragment(), run = parametersOf(query).run, known = this.entries.some((entry) => entry.name === name) ? name : this.#first;
    if (known === this.page?.name && run === this.run) return this.page.stepped();
    this.page?.unmount();
    const moved = this.page !== undefined;
    this.run = run;
    this.page = new SavedPage(this, { name: known, title: titles[known] ?? "Firesteel", moved });
    document.title = `${titles[known] ?? "Firesteel"}: ${this.title}`;
    if (!known) return this.page.block({ symbol: "warning", failed: true, title: "Can’t read this file", text: "It contains no data." });
    this.shell.showCurrent(known);
    this.page.mount(async () => ({ mount: modules[known] }));
  }

  get #first() { return this.entries[0]?.name; }

  go(address) { location.hash = address.startsWith("#") ? address : `#${address}`; }
  showBanners() {
    fill(this.page.bannerPlace, [...this.page.banners].filter(([key]) => key !== "run" || this.page.readQuery().run !== this.main.id).map(([, { kind = "", text }]) =>
      h("div", { class: `note ${kind}` }, icon(kind ? "warning" : "runs"), h("span", {}, text))));
  }
  pageLoaded() {}
  failed(error) {
    if (error.name === "AbortError") return true;
    console.error(error);
    return false;
  }
}

try {
  new SavedApp(readDocument()).start();
} catch (error) {
  fill(byId("main"), state({ symbol: "warning", failed: true, title: "Can’t read this file", text: `It may be damaged or incomplete: ${error.message}` }));
  throw error;
}
