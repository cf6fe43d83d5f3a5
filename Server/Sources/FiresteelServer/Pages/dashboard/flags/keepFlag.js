// Keeps a flag that was meant to be removed as a setting.

import { h } from "../../kit/dom/dom.js";
import { openChange } from "../changes/changeDialog.js";
import { nameOf } from "../text/flagState.js";

/** Whether a flag is one that is removed at the end: a release, an experiment, or one without a kind. */
export const isTemporary = ({ value: { kind = "release" } }) => ["release", "experiment"].includes(kind);

/** Opens the dialog: the kind becomes Operations, and the last day is removed. */
export const openKeep = (program, flag) => openChange({
  program, title: `Keep ${nameOf(flag)} as a setting?`, verb: "Keep", done: `${nameOf(flag)} is kept as a setting.`,
  findings: () => h("p", { class: "sub" }, "A setting doesn’t expire, and may have the same value for everyone."),
  edits: [{ kind: "flag", name: flag.key, base: flag.change, set: { kind: "operational" }, ...(flag.value.expires ? { clear: ["expires"] } : {}) }],
});
