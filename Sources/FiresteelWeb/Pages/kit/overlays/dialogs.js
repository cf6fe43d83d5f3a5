// Dialogs: questions before a change that can't be undone, choices, and other things that want the whole attention.

import { fill, h, uniqueId } from "../dom/dom.js";

function open({ title, body, footer, wide = false }) {
  const id = uniqueId("dialog");
  const dialog = h("dialog", { class: wide ? "dialog wide" : "dialog", "aria-labelledby": id },
    h("header", { role: "none" }, h("h2", { id }, title)),
    h("div", { class: "body" }, body),
    h("footer", { role: "none" }, footer));
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.showModal();
  return dialog;
}

/**
 * Asks before `act` is done. The dialog stays open while it is being done; when it fails, the dialog says why.
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
  const dialog = open({ title, body: [body.map((text) => h("p", {}, text)), problem], footer: [cancel, go] });
}

/** Shows something to read. */
export function notify({ title, body }) {
  const close = h("button", { class: "button", type: "button", autofocus: true, on: { click: () => dialog.close() } }, "Close");
  const dialog = open({ title, body, footer: [close] });
}

/**
 * Promises which of `choices` was chosen, or `undefined` where the dialog was dismissed, or ended by `signal`. A choice is
 * `{name, value, kind, attempt}`, in which a function as value is called when it is chosen, and the dialog stays open until
 * the promise of `attempt()`, where there is one, is true. Enter takes the primary choice, or else the one that has the
 * focus: the first. `body` is what `h` takes as children.
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
    const dialog = open({ title, wide, body, footer: buttons });
    dialog.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !primary || !event.target.matches("input")) return;
      event.preventDefault();
      take(primary);
    });
    dialog.addEventListener("close", () => resolve(typeof chosen === "function" ? chosen() : chosen));
    signal?.addEventListener("abort", () => dialog.close());
    const first = dialog.querySelector("input");
    if (first) first.select(); else (dialog.querySelector(".button.primary") ?? buttons[0]).focus();
  });
}
