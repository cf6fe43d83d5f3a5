// “Make a test…”: the Swift test that fails as a recorded failure did, to copy or to save.

import { counted } from "../../kit/text/format.js";
import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";

/** The button for a perform of a run. */
export const performTest = (page, perform, run, className) => testButton(page, () => page.transport.get(`timeline/performs/${perform}/test`, { run }), className);

/** The button, which shows the test that `read()` resolves to. */
export function testButton(page, read, className = "") {
  const element = h("button", { class: `button ${className}`.trim(), type: "button", data: { focus: "make-test" }, on: { click: act } }, icon("check"), "Make a test…");
  return element;

  async function act() {
    if (element.getAttribute("aria-disabled")) return;
    element.setAttribute("aria-disabled", "true");
    try {
      const test = await read();
      if (!page.signal.aborted) showTest(test);
    } catch (error) {
      if (error.name !== "AbortError") toast(error.message, { failed: true });
    }
    element.removeAttribute("aria-disabled");
  }
}

/** Shows a test. `file` is the name under which it is saved. */
function showTest({ file, source }) {
  const placeholders = source.split("<#").length - 1;
  const dialog = openDialog({
    title: "A test that fails as this did", wide: true,
    body: [
      h("p", {}, "It performs the earlier steps whose inputs were retained, with the flags of that time, and passes once the last one succeeds. Read it before you run it: steps and inputs come from the program that was recorded."),
      placeholders > 0 && h("p", { class: "note" }, icon("warning"), h("span", {}, `It doesn’t compile until you replace ${counted(placeholders, "placeholder")} such as `, h("code", {}, "<#…#>"), ": values that the recording doesn’t have.")),
      h("pre", { class: "code", tabIndex: 0, autofocus: true, role: "group", "aria-label": file, "data-scrolls": "" }, source),
    ],
    footer: [
      h("button", { class: "button", type: "button", on: { click: () => dialog.close() } }, "Close"),
      h("button", { class: "button", type: "button", on: { click: () => save(file, source) } }, icon("download"), `Save ${file}`),
      h("button", { class: "button primary", type: "button", on: { click: () => copy(source, dialog) } }, icon("copy"), "Copy"),
    ],
  });
}

function save(file, source) {
  const url = URL.createObjectURL(new Blob([source], { type: "text/plain" }));
  h("a", { href: url, download: file }).click();
  // The browser starts to read the blob after this turn; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function copy(source, dialog) {
  try {
    await navigator.clipboard.writeText(source);
    toast("Copied.");
  } catch {
    getSelection().selectAllChildren(dialog.querySelector("pre"));
    toast("The browser doesn’t allow copying here. The text is selected: copy it with the keyboard.");
  }
}
