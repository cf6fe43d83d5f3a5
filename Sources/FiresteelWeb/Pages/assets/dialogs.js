// Questions before a change that can't be undone, and other things that want the whole attention.

import { fill, h } from "./dom.js";

function open(className, title, body, footer) {
  const dialog = h("dialog", { class: className, "aria-labelledby": "dialog-title" },
    h("header", {}, h("h2", { id: "dialog-title" }, title)),
    h("div", { class: "body" }, body),
    h("footer", {}, footer));
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
  const dialog = open("dialog", title, [body.map((text) => h("p", {}, text)), problem], [cancel, go]);
}

/** Shows something to read. */
export function notify({ title, body }) {
  const close = h("button", { class: "button", type: "button", autofocus: true, on: { click: () => dialog.close() } }, "Close");
  const dialog = open("dialog", title, body, [close]);
}
