// Questions. Each resolves with what was chosen, or undefined where it was dismissed.

import { byId, element } from "./elements.js";

/**
 * `choices` are `{ name, value, kind, attempt }`, where a function as value is called when it is chosen; `content` are
 * nodes for the body. The dialog stays open until the promise of `attempt()`, where there is one, answers true. Enter
 * takes the primary choice, or the first where there is none.
 */
export function ask({ title, content = [], choices, wide = false }) {
  const dialog = byId("ask");
  dialog.classList.toggle("wide", wide);
  return new Promise((resolve) => {
    let chosen, busy = false;
    const choose = async ({ value, attempt }) => {
      if (busy) return;
      busy = true;
      const done = attempt ? await attempt() : true;
      busy = false;
      // Whoever dismissed it meanwhile may have been asked something else since.
      if (!done || !form.isConnected) return;
      chosen = value;
      dialog.close();
    };
    const buttons = choices.map((choice) => element("button", {
      className: `button ${choice.kind ?? ""}`, type: choice.kind === "primary" ? "submit" : "button",
      onclick: (event) => { event.preventDefault(); choose(choice); },
    }, choice.name));
    const form = element("form", { method: "dialog" },
      element("div", { className: "head" }, element("h2", { id: "ask-title" }, title)),
      element("div", { className: "body" }, ...content),
      element("div", { className: "foot" }, ...buttons));
    dialog.replaceChildren(form);
    dialog.onclose = () => resolve(typeof chosen === "function" ? chosen() : chosen);
    dialog.showModal();
    const first = dialog.querySelector("input");
    if (first) first.select(); else (dialog.querySelector(".primary") ?? buttons[0]).focus();
  });
}

/**
 * Asks for a name until `use(name)` answers no problem, or it is dismissed. What was typed stays, with the problem below.
 */
export function askName({ title, label, value = "", verb, use }) {
  const input = element("input", { className: "field", value, autocomplete: "off", spellcheck: false, required: true, maxLength: 600 });
  const fault = element("p", { className: "field-error", id: "ask-error", role: "alert", hidden: true });
  input.setAttribute("aria-describedby", fault.id);
  const attempt = async () => {
    const problem = await use(input.value);
    fault.textContent = problem ? `${problem.message} ${problem.remedy ?? ""}` : "";
    fault.hidden = !problem;
    input.setAttribute("aria-invalid", Boolean(problem));
    if (problem) input.focus();
    return !problem;
  };
  return ask({
    title,
    content: [
      element("label", { className: "field-label" }, label, input),
      fault,
      element("p", { className: "muted" }, "A slash puts it in a subfolder."),
    ],
    choices: [{ name: "Cancel" }, { name: verb, value: () => input.value, kind: "primary", attempt }],
  });
}
