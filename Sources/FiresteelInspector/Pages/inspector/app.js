// The inspector: one document for all of its pages.

import { createApp } from "../kit/app/app.js";
import { themeButton, themeItems } from "../kit/app/shell.js";
import { shortcutsButton } from "../kit/app/shortcuts.js";
import { TokenSession } from "../kit/app/tokenSession.js";
import { toSecond } from "../kit/text/format.js";
import { Palette, paletteKeys } from "./actions/palette.js";
import { Program } from "./program.js";
import { OpenedReports, OpeningTransport } from "./runs/openedReports.js";

/** A narrow screen shows the first six in its bar, without Stacks. */
const allPages = {
  home: { title: "Home", module: () => import("./pages/home.js") },
  features: { title: "Features", module: () => import("./pages/features.js") },
  timeline: { title: "Timeline", module: () => import("../run/timeline/timelinePage.js") },
  stacks: { title: "Stacks", module: () => import("./pages/stacks.js") },
  logs: { title: "Logs", module: () => import("./pages/logs.js") },
  flags: { title: "Flags", module: () => import("./pages/flags.js") },
  runs: { title: "Runs", module: () => import("./pages/runs.js") },
  behaviour: { title: "Behaviour", module: () => import("./pages/behaviour.js") },
  access: { title: "Access", module: () => import("./pages/access.js") },
  routes: { title: "Routes", module: () => import("./pages/routes.js") },
  activities: { title: "Activities", module: () => import("./pages/activities.js") },
};
/** The document names its pages if it has some of them, and says if it is shown by the program itself, without a token. */
const { pages: shown = Object.keys(allPages).join(" "), token } = document.documentElement.dataset;
const pages = Object.fromEntries(shown.split(" ").map((name) => [name, allPages[name]]));
const first = Object.keys(pages)[0];
const entries = Object.entries(pages).map(([name, { title }]) => ({ name, label: title, onlyWide: name === "stacks" }));
const isWhole = pages.timeline !== undefined;
const ownShortcuts = isWhole ? [[[paletteKeys], "Open the command menu"], [["Space", "Shift ↓"], "Select several rows of the timeline"]] : [];

const session = token === "none" ? { start() {}, isPresent: true, headers: () => ({}) } : new TokenSession("firesteel.token");
const opened = new OpenedReports();
const transport = new OpeningTransport({ opened, root: "api/", headers: session.headers, unreachable: "The program isn’t responding." });
const program = new Program(transport);
/** The command menu, which has actions and features. */
const palette = isWhole ? new Palette({ transport, entries, go: (address) => app.go(address), failed: (error) => app.failed(error) }) : undefined;

const app = createApp({
  session, transport, pages,
  shared: { program, palette, transport, opened },
  prepare: (how) => program.read(how),
  now: () => program.now,
  navigation: {
    first,
    brand: { name: "Firesteel", href: first },
    card: program.card,
    entries,
    room: 6,
    shortcuts: ownShortcuts,
    foot: [palette?.button(), shortcutsButton(ownShortcuts), themeButton()],
    more: themeItems,
    headAction: () => palette?.headButton(),
  },
  text: {
    lost: (since) => `The program hasn’t responded since ${toSecond(since)}. This page shows its last known state and reconnects automatically.`,
    unreachable: { symbol: "warning", failed: true, title: "Can’t reach the program",
      text: "The program has ended or is unreachable. This page reconnects automatically." },
    refused: { symbol: "key", failed: true, title: "The program doesn’t accept this token",
      text: "It has another token since it restarted, or this one belongs to another program. Enter the token that it printed when it started, or open its address." },
    malformed: { symbol: "key", failed: true, title: "The address has no valid token",
      text: "A token has 32 digits from 0 to 9 and a to f after “#token=”. Open the whole address that the program printed when it started, or enter it." },
    missing: { symbol: "key", title: "This tab has no token",
      text: "Open the address that the program printed when it started, or enter it; it ends with “#token=” and the token. The tab stores the token until it is closed." },
  },
});

palette?.listen();
app.start();
program.follow(app);
