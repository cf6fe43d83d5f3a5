// What people are asked before something is lost.

import { ask } from "./dialogs.js";
import { element } from "./elements.js";

/** Asks what is to happen to unsaved changes: "save", "discard", or nothing where the document isn't to be left. */
export const askWhetherToSave = (title) => ask({
  title: `“${title}” isn’t saved`,
  content: [element("p", {}, "What you have written since is lost unless you save it.")],
  choices: [{ name: "Stay here" }, { name: "Don’t save", value: "discard", kind: "danger" }, { name: "Save", value: "save", kind: "primary" }],
});

/** Asks how the program is to end, if it is. */
export const askHowToCrash = () => ask({
  title: "Crash now",
  content: [
    element("p", {}, "Documents ends at once, as it would if it had a mistake. Start it again, and the inspector shows this run: the actions before the end, and the one that was in flight. Drafts that were kept are still there."),
  ],
  choices: [
    { name: "Cancel" },
    { name: "SIGKILL", value: "SIGKILL", kind: "danger" },
    { name: "fatalError", value: "fatalError", kind: "danger" },
    { name: "SIGSEGV", value: "SIGSEGV", kind: "danger" },
  ],
});
