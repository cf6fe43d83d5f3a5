// “Make a test…”: the Swift test that fails as a recorded failure did, to copy or to save.

import { counted } from "../../kit/text/format.js";
import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";

/** The button, which shows the test that `read()` resolves to. */
export const testButton = (page, read) =>
  h("button", { class: "button small", type: "button", data: { focus: "make-test" }, on: { click: () => page.attempt(async () => showTest(await read())) } }, icon("check"), "Make a test…");

/** Shows a test. `file` is the name under which it is saved. */
function showTest({ file, source }) {
  const placeholders = source.split("<#").length - 1;
  const dialog = openDialog({
    title: "A test that fails as this did", wide: true,
    body: [
      h("p", {}, "It performs what happened before with the same flags, and passes once the last step succeeds. Read it before you run it: steps and inputs come from the program that was recorded."),
      placeholders > 0 && h("p", { class: "note" }, icon("warning"), h("span", {}, `It doesn’t compile until you replace ${counted(placeholders, "placeholder")} such as `, h("code", {}, "<#…#>"), ": hidden values, and what the recording doesn’t have.")),
      h("pre", { class: "code", tabIndex: 0, role: "group", "aria-label": file }, source),
    ],
    footer: [
      h("button", { class: "button", type: "button", on: { click: () => dialog.close() } }, "Close"),
      h("button", { class: "button", type: "button", on: { click: () => save(file, source) } }, icon("download"), `Save ${file}`),
      h("button", { class: "button primary", type: "button", autofocus: true, on: { click: () => copy(source) } }, icon("copy"), "Copy"),
    ],
  });
}

function save(file, source) {
  const url = URL.createObjectURL(new Blob([source], { type: "text/plain" }));
  h("a", { href: url, download: file }).click();
  // The browser starts to read the blob after this turn; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function copy(source) {
  try {
    await navigator.clipboard.writeText(source);
    toast("Copied.");
  } catch {
    toast("The browser doesn’t allow copying here. Select the text and copy it.", { failed: true });
  }
}
