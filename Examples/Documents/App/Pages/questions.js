// Dialogs before data is lost, and for names.

import { choose } from "/kit/overlays/dialogs.js";
import { h } from "/kit/dom/dom.js";

/** Asks about unsaved changes: "save", "discard", or `undefined` to stay in the document. */
export const askWhetherToSave = (title) => choose({
  title: `Save changes to “${title}”?`,
  body: [h("p", {}, "Unsaved changes are lost if you don’t save them.")],
  choices: [{ name: "Cancel" }, { name: "Don’t save", value: "discard", kind: "danger" }, { name: "Save", value: "save", kind: "primary" }],
});

/** Asks how to crash the program. */
export const askHowToCrash = () => choose({
  title: "Crash now",
  body: [
    h("p", {}, "Documents ends immediately. After a restart, the inspector shows this run, with the last actions and the one in flight. Stored drafts remain."),
  ],
  choices: [
    { name: "Cancel" },
    { name: "SIGKILL", value: "SIGKILL", kind: "danger" },
    { name: "fatalError", value: "fatalError", kind: "danger" },
    { name: "SIGSEGV", value: "SIGSEGV", kind: "danger" },
  ],
});

/**
 * Prompts for a name until `use(name)` resolves to no problem or the dialog is dismissed. The input remains, with the problem
 * below.
 */
export function askName({ title, label, value = "", verb, hint = "Use a slash to add a subfolder.", use }) {
  const error = h("p", { class: "field-error", id: "name-problem", role: "alert", hidden: true });
  const input = h("input", { class: "field", value, autocomplete: "off", spellcheck: "false", required: true, maxlength: 600, "aria-describedby": error.id });
  const attempt = async () => {
    const problem = await use(input.value);
    error.textContent = problem ? `${problem.message} ${problem.remedy ?? ""}` : "";
    error.hidden = !problem;
    input.setAttribute("aria-invalid", String(Boolean(problem)));
    if (problem) input.focus();
    return !problem;
  };
  return choose({
    title,
    body: [h("label", { class: "field-label" }, label, input), error, h("p", { class: "muted" }, hint)],
    choices: [{ name: "Cancel" }, { name: verb, value: () => input.value, kind: "primary", attempt }],
  });
}
