// The application of a program: navigation, pages, connection.

import { byId } from "../../kit/dom/dom.js";
import { button } from "../../kit/dom/states.js";
import { createApp } from "../../kit/app/app.js";
import { themeButton, themeItems } from "../../kit/app/shell.js";
import { shortcutsButton } from "../../kit/app/shortcuts.js";
import { toast } from "../../kit/overlays/toasts.js";
import { counted, toSecond } from "../../kit/text/format.js";
import { showPending } from "../changes/pending.js";
import { showReportCounts } from "../insight/reportCounts.js";
import { itemName } from "../text/itemLines.js";
import { signInAgain } from "../signIn/signInAgain.js";
import { accountButton, accountItems } from "./account.js";
import { CommandMenu, menuKeys } from "./commandMenu.js";
import { eventsOf } from "./events.js";
import { Program } from "./program.js";
import { addressOf, nameOf, placeOf } from "./routes.js";
import { Scope } from "./scope.js";

const pages = {
  overview: { title: "Overview", module: () => import("../pages/overview.js") },
  reports: { title: "Reports", module: () => import("../pages/reports.js") },
  report: { title: "Report", within: "reports", module: () => import("../pages/report.js") },
  flags: { title: "Flags", module: () => import("../pages/flags.js") },
  flag: { title: "Flag", within: "flags", module: () => import("../pages/flag.js") },
  compare: { title: "Compare", within: "flags", module: () => import("../pages/compare.js") },
  segments: { title: "Segments", onlyWide: true, module: () => import("../pages/segments.js") },
  behaviour: { title: "Behaviour", onlyWide: true, module: () => import("../pages/behaviour.js") },
  experiments: { title: "Experiments", symbol: "flask", onlyWide: true, module: () => import("../pages/experiments.js") },
  experiment: { title: "Experiment", within: "experiments", module: () => import("../pages/experiment.js") },
  changes: { title: "Changes", module: () => import("../pages/changes.js") },
  settings: { title: "Settings", module: () => import("../pages/settings.js") },
  webhooks: { title: "Webhook", within: "settings", module: () => import("../pages/webhooks.js") },
  connect: { title: "Connect a program", within: "overview", module: () => import("../pages/connect.js") },
};
const entries = Object.entries(pages).filter(([, { within }]) => !within).map(([name, { title, symbol = name, onlyWide }]) => ({ name, label: title, symbol, onlyWide }));
const ownShortcuts = [[[menuKeys], "Open the command menu"], [["x"], "Select a flag in the list"]];

/** Starts the dashboard of a program. */
export function openProgram(transport, session, facts) {
  byId("shell").hidden = false;
  const program = new Program(transport, session, facts);
  const scope = new Scope(program, session, { go: (address) => app.go(address) });
  // The button names the theme, which the command menu changes as well.
  let theme = themeButton();
  const themed = () => {
    const next = themeButton();
    theme.replaceWith(next);
    theme = next;
  };
  const menu = new CommandMenu({ program, session, entries, go: (address) => app.go(address), themed,
    complain: (error) => { if (!app.failed(error)) toast(error.message, { failed: true }); } });
  const again = signInAgain(transport, session, () => app);
  const app = createApp({
    session: { isPresent: true, start() {} },
    transport, stream: eventsOf(facts.id), pages,
    shared: { program, session, scope, transport },
    prepare: async () => { await program.read(); scope.show(); showDiagnostics(); counts.placed(); },
    navigation: {
      nameOf,
      addressOf: (name) => addressOf(name),
      brand: { name: "Firesteel", href: addressOf("overview") },
      card: scope.card,
      entries,
      room: 4,
      shortcuts: ownShortcuts,
      foot: [menu.button(), shortcutsButton(ownShortcuts), theme, accountButton(transport, session, program)],
      more: () => [...themeItems(), ...accountItems(transport, session)],
      headAction: () => menu.headButton(),
    },
    text: {
      lost: (since) => `The server hasn’t responded since ${toSecond(since)}. This page shows its last known state and reconnects automatically.`,
      unreachable: { symbol: "warning", failed: true, title: "Can’t reach the server", text: "It has stopped or is unreachable. This page reconnects automatically." },
      refused: { symbol: "lock", title: "You were signed out", text: "Your session ended, here or on another device. Unsaved edits are still on this page.",
        buttons: [button("Sign in…", again, "primary")] },
      missing: { symbol: "lock", title: "You are signed out" },
    },
  });
  const counts = showReportCounts(app, program);
  function showDiagnostics() {
    const { diagnostics: [first, ...others] } = program;
    app.banner("diagnostics", first && { kind: "failure",
      text: `${first.name ? `${itemName(first, program)} isn’t sent to programs. ` : ""}${first.message}${others.length ? ` ${counted(others.length, "more item")} can’t be used either.` : ""}` });
  }
  program.onChange(showDiagnostics, new AbortController().signal);
  // Another person removed the environment of this page. One’s own removal has its own message.
  program.onChange(() => {
    const isOwn = program.removing === placeOf(location.pathname)?.environment;
    if (scope.leaveRemoved() && !isOwn) toast(`The environment of this page was removed. This is ${program.environments[0].name}.`);
  }, new AbortController().signal);
  menu.listen();
  app.start();
  app.name(program.name);
  program.follow(app);
  scope.follow(app);
  showPending(app, program);
}
