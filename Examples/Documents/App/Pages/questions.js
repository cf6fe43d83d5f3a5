// What people are asked before something is lost.

import { choose } from "/kit/overlays/dialogs.js";
import { h } from "/kit/dom/dom.js";

/** Asks what is to happen to unsaved changes: "save", "discard", or nothing where the document isn't to be left. */
export const askWhetherToSave = (title) => choose({
  title: `“${title}” isn’t saved`,
  body: [h("p", {}, "What you have written since is lost unless you save it.")],
  choices: [{ name: "Stay here" }, { name: "Don’t save", value: "discard", kind: "danger" }, { name: "Save", value: "save", kind: "primary" }],
});

/** Asks how the program is to end, if it is. */
export const askHowToCrash = () => choose({
  title: "Crash now",
  body: [
    h("p", {}, "Documents ends at once, as it would if it had a mistake. Start it again, and the inspector shows this run: the actions before the end, and the one that was in flight. Drafts that were kept are still there."),
  ],
  choices: [
    { name: "Cancel" },
    { name: "SIGKILL", value: "SIGKILL", kind: "danger" },
    { name: "fatalError", value: "fatalError", kind: "danger" },
    { name: "SIGSEGV", value: "SIGSEGV", kind: "danger" },
  ],
});

/**
 * Asks for a name until `use(name)` promises no problem, or it is dismissed. What was typed stays, with the problem below.
 */
export function askName({ title, label, value = "", verb, use }) {
  const fault = h("p", { class: "field-error", id: "name-problem", role: "alert", hidden: true });
  const input = h("input", { class: "field", value, autocomplete: "off", spellcheck: "false", required: true, maxlength: 600, "aria-describedby": fault.id });
  const attempt = async () => {
    const problem = await use(input.value);
    fault.textContent = problem ? `${problem.message} ${problem.remedy ?? ""}` : "";
    fault.hidden = !problem;
    input.setAttribute("aria-invalid", String(Boolean(problem)));
    if (problem) input.focus();
    return !problem;
  };
  return choose({
    title,
    body: [h("label", { class: "field-label" }, label, input), fault, h("p", { class: "muted" }, "A slash puts it in a subfolder.")],
    choices: [{ name: "Cancel" }, { name: verb, value: () => input.value, kind: "primary", attempt }],
  });
}
