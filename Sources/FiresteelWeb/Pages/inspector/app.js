// The inspector: one document for all of its pages.

import { createApp } from "../kit/app/app.js";
import { themeButton, themeItems } from "../kit/app/shell.js";
import { shortcutsButton } from "../kit/app/shortcuts.js";
import { TokenSession } from "../kit/app/tokenSession.js";
import { Transport } from "../kit/app/transport.js";
import { toSecond } from "../kit/text/format.js";
import { Palette } from "./actions/palette.js";
import { paletteKeys } from "./actions/paletteKeys.js";
import { Program } from "./program.js";

/** A narrow screen has room for the first six. */
const pages = {
  features: { title: "Features", module: () => import("./pages/features.js") },
  timeline: { title: "Timeline", module: () => import("./pages/timeline.js") },
  stacks: { title: "Stacks", module: () => import("./pages/stacks.js") },
  logs: { title: "Logs", module: () => import("./pages/logs.js") },
  flags: { title: "Flags", module: () => import("./pages/flags.js") },
  runs: { title: "Runs", module: () => import("./pages/runs.js") },
  access: { title: "Access", module: () => import("./pages/access.js") },
  routes: { title: "Routes", module: () => import("./pages/routes.js") },
  activities: { title: "Activities", module: () => import("./pages/activities.js") },
};
const entries = Object.entries(pages).map(([name, { title }]) => ({ name, label: title }));
const ownShortcuts = [[[paletteKeys], "Find and perform anything"]];

const session = new TokenSession("firesteel.token");
const transport = new Transport({ root: "api/", headers: session.headers, unreachable: "The program does not answer." });
const program = new Program(transport);
const palette = new Palette({ transport, entries, go: (address) => app.go(address), failed: (error) => app.failed(error) });

const app = createApp({
  session, transport, pages,
  shared: { program, palette, transport },
  prepare: (how) => program.read(how),
  now: () => program.now,
  navigation: {
    first: "timeline",
    brand: { name: "Firesteel", href: "features" },
    card: program.card,
    entries,
    room: 6,
    shortcuts: ownShortcuts,
    foot: [palette.button(), shortcutsButton(ownShortcuts), themeButton()],
    more: themeItems,
    headAction: () => palette.headButton(),
  },
  text: {
    lost: (since) => `The program does not answer since ${toSecond(since)}. What is shown here is from then; it goes on by itself when the program is back.`,
    unreachable: { symbol: "warning", failed: true, title: "The program does not answer",
      text: "It ended or is out of reach. This page goes on by itself when the program is back." },
    refused: { symbol: "key", failed: true, title: "The program was restarted or the token is wrong",
      text: "Every start has a token of its own. Open the address that the program printed when it started; it ends in “#token=” and the token." },
    missing: { symbol: "key", title: "This tab has no token",
      text: "Open the address that the program printed when it started; it ends in “#token=” and the token. A tab keeps its token until it is closed." },
  },
});

palette.listen();
app.start();
program.follow(app);
