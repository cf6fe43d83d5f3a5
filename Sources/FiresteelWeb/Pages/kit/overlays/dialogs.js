// Dialogs: confirmations of irreversible changes, choices and messages.

import { fill, h, uniqueId } from "../dom/dom.js";

/**
 * Opens a dialog; `className` and `data` are those of its element, `aside` is beside the title. With `isForm`, Escape, a click
 * beside it and `dismiss` warn before they discard what was entered.
 */
export function openDialog({ title, body, footer, wide = false, className = wide ? "wide" : "", data, aside, isForm = false }) {
  const id = uniqueId("dialog"), heading = h("h2", { id }, title);
  const dialog = h("dialog", { class: `dialog ${className}`.trim(), "aria-labelledby": id, data },
    h("header", { role: "none" }, aside ? h("div", { class: "line-top" }, heading, h("span", { class: "push" }, aside)) : heading),
    h("div", { class: "body" }, body),
    h("footer", { role: "none" }, footer));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  const warning = h("p", { class: "note warning", role: "alert" }, "Cancel, press Escape or click beside the dialog again to discard what you entered.");
  let isEdited = false;
  const warns = () => {
    if (!isForm || !isEdited || warning.isConnected) return false;
    dialog.querySelector("header").after(warning);
    warning.scrollIntoView({ block: "nearest" });
    return true;
  };
  const edited = () => { isEdited = true; warning.remove(); };
  dialog.addEventListener("input", edited);
  // Buttons add and remove rows, other than those that end a form.
  dialog.addEventListener("click", ({ target }) => { if (target.closest(".body button") && !target.closest(".buttons")) edited(); });
  dialog.addEventListener("cancel", (event) => { if (event.target === dialog && warns()) event.preventDefault(); });
  dialog.addEventListener("click", (event) => { if (event.target === dialog && !warns()) dialog.close(); });
  dialog.showModal();
  return dialog;
}

/** Closes a dialog as Escape does. */
export function dismiss(dialog) {
  if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}

/**
 * Confirms `act` with the user. The dialog stays open until `act` succeeds, and shows its error.
 * `body` is a list of paragraphs.
 */
export function ask({ title, body, verb, act }) {
  const problem = h("p", { class: "field-error", role: "alert" });
  const cancel = h("button", { class: "button", type: "button", autofocus: true, on: { click: () => dialog.close() } }, "Cancel");
  const go = h("button", { class: "button danger", type: "button" }, verb);
  go.addEventListener("click", async () => {
    go.disabled = true;
    fill(problem);
    try {
      await act();
      dialog.close();
    } catch (error) {
      fill(problem, error.message);
      go.disabled = false;
    }
  });
  const dialog = openDialog({ title, body: [body.map((text) => h("p", {}, text)), problem], footer: [cancel, go] });
}

/** Shows a message, or what a page offers beside its content. */
export function notify({ title, body, wide = false }) {
  const close = h("button", { class: "button", type: "button", autofocus: true, on: { click: () => dialog.close() } }, "Close");
  const dialog = openDialog({ title, body, wide, footer: [close] });
}

/**
 * Resolves to the value of the chosen one of `choices`, or `undefined` if the dialog was dismissed or ended by `signal`. A
 * choice is `{name, value, kind, attempt, focused}`: a function as value is called when it is chosen, and the dialog stays open until
 * `attempt()`, if any, resolves to true. Enter takes the primary choice, or else the focused one: the `focused` choice, or the
 * first.
 * `body` are children as for `h`.
 */
export function choose({ title, body = [], choices, wide = false, signal }) {
  return new Promise((resolve) => {
    let chosen, busy = false;
    const take = async ({ value, attempt }) => {
      if (busy) return;
      busy = true;
      const done = attempt ? await attempt() : true;
      busy = false;
      if (!done || !dialog.open) return;
      chosen = value;
      dialog.close();
    };
    const buttons = choices.map((choice) => h("button", {
      class: `button ${choice.kind ?? ""}`.trim(), type: "button", on: { click: () => take(choice) },
    }, choice.name));
    const primary = choices.find(({ kind }) => kind === "primary");
    const dialog = openDialog({ title, wide, body, footer: buttons });
    dialog.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !primary || !event.target.matches("input")) return;
      event.preventDefault();
      take(primary);
    });
    dialog.addEventListener("close", () => resolve(typeof chosen === "function" ? chosen() : chosen));
    signal?.addEventListener("abort", () => dialog.close());
    const first = dialog.querySelector("input");
    const focused = buttons[choices.findIndex((choice) => choice.focused)];
    if (first) first.select(); else (focused ?? dialog.querySelector(".button.primary") ?? buttons[0]).focus();
  });
}
