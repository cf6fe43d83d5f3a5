// “Replay…”: a recorded failure performed again by the program, as it was recorded or with another value of a flag.

import { choiceField, textField } from "../../kit/dom/field.js";
import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { plainMark } from "../../kit/dom/marks.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";

/** The button, which shows what can be different in a replay of a perform. */
export function replayButton(page, perform, run, className = "") {
  const path = `timeline/performs/${perform}/replay`;
  const element = h("button", { class: `button ${className}`.trim(), type: "button", data: { focus: "replay" }, on: { click: act } }, icon("play"), "Replay…");
  return element;

  async function act() {
    if (element.getAttribute("aria-disabled")) return;
    element.setAttribute("aria-disabled", "true");
    try {
      const offer = await page.transport.get(path, { run });
      if (!page.signal.aborted) showReplay(offer, (body) => page.transport.post(path, body, { run }));
    } catch (error) {
      if (error.name !== "AbortError") toast(error.message, { failed: true });
    }
    element.removeAttribute("aria-disabled");
  }
}

/** The display name of a flag: `App/FastSave` and `fast-save` are “Fast Save”. */
const flagName = (key) => key.split("/").at(-1).replace(/([a-z0-9])([A-Z])/g, "$1 $2").split(/[-_. ]+/)
  .map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");

/** The other values of a flag that was read, as choices of what is different. */
function choicesOf({ key, value, isDefault }) {
  const other = typeof value === "boolean" ? [{ label: `With ${flagName(key)} ${value ? "off" : "on"}`, body: { with: { [key]: !value } } }] : [];
  const plain = isDefault || typeof value === "boolean" ? [] : [{ label: `With ${flagName(key)} at its default`, body: { without: [key] } }];
  return [...other, ...plain];
}

/** Shows what can be different, and the result. `replay(body)` resolves to it. */
function showReplay({ flags, hidden }, replay) {
  const choices = [{ label: "As it was recorded", body: {} }, ...flags.flatMap(choicesOf)];
  const choice = choiceField({
    name: "change", label: "Would it still have failed?", value: choices.length > 1 ? "1" : "0",
    choices: choices.map(({ label }, index) => [String(index), label]),
  });
  const values = hidden.map((name) => textField({ name, label: name, optional: true, hint: "Hidden in the recording. Steps without it are left out." }));
  const result = h("div", { role: "status", class: "after" });
  const go = h("button", { class: "button primary", type: "button", on: { click: act } }, icon("play"), "Replay");
  const dialog = openDialog({
    title: "Replay this failure", wide: true,
    body: [
      h("p", {}, "The program performs the recorded steps again in a separate process, with the flags that the session had."),
      choice.element, values.map(({ element }) => element), result,
    ],
    footer: [h("button", { class: "button", type: "button", on: { click: () => dialog.close() } }, "Close"), go],
  });

  async function act() {
    if (go.getAttribute("aria-disabled")) return;
    go.setAttribute("aria-disabled", "true");
    const { label, body } = choices[Number(choice.value)];
    fill(result, h("p", { class: "muted" }, "Replaying…"));
    const given = values.filter(({ value }) => value !== "").map(({ name, value }) => [name, value]);
    try {
      fill(result, showResult(await replay({ ...body, hidden: Object.fromEntries(given) }), label));
    } catch (error) {
      fill(result, h("p", { class: "note failure" }, icon("warning"), h("span", { class: "wrap" }, error.message)));
    }
    go.removeAttribute("aria-disabled");
  }
}

/** The result: whether it failed, and each step beside what was recorded. */
function showResult({ failed, failedAsRecorded, notes, steps }, label) {
  const verdict = !failed ? "It didn’t fail." : failedAsRecorded ? "It failed as it was recorded." : "It failed in another way than was recorded.";
  return [
    h("p", {}, plainMark(failed ? "failure" : "success"), " ", h("strong", {}, verdict), ` ${label}.`),
    notes.map((note) => h("p", { class: "note" }, icon("warning"), h("span", { class: "wrap" }, note))),
    h("table", { class: "table", "aria-label": "Steps" },
      h("thead", {}, h("tr", {}, ["Step", "Recorded", "Replayed"].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, steps.map(({ name, recorded, replayed, isSame, isPerformed }) => h("tr", {},
        h("td", { class: "wrap" }, name), h("td", { class: "wrap muted" }, recorded),
        h("td", { class: "wrap" }, replayed, isPerformed && !isSame && [" ", h("span", { class: "badge warning" }, "Different")]))))),
  ];
}
