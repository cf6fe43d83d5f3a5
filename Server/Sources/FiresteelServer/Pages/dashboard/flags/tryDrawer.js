// Tries a flag with a context, now or at an earlier moment, and explains the result step by step.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { textField } from "../../kit/forms/field.js";
import { settled } from "../../kit/time/pacing.js";
import { environmentTag } from "../app/environments.js";
import { nameOf, variantWord } from "../text/flagState.js";

const memory = "firesteel.context";

/** The attributes of the last context of this tab. */
function lastContext() {
  try { return JSON.parse(sessionStorage.getItem(memory)) ?? undefined; } catch { return undefined; }
}

/** A value as typed: JSON where it is a number or a Boolean, otherwise text. */
const valueOf = (text) => (/^(true|false|-?\d+(\.\d+)?)$/.test(text.trim()) && String(JSON.parse(text)) === text.trim() ? JSON.parse(text) : text);

/** Opens the drawer. `edits()` are unsaved edits, which are tried as well. */
export function openTry({ program, flag, environment, edits = () => [] }) {
  const attributes = lastContext() ?? [["targetingKey", ""], ["version", ""]];
  const rows = h("div", { class: "stack-v" }), result = h("div", { role: "status" });
  const time = textField({ name: "time", label: "Moment, empty for now", optional: true, attributes: { type: "datetime-local", max: new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16) } });
  time.control.addEventListener("input", () => later());
  const close = button("Close", () => dialog.close());
  const dialog = openDialog({ title: `Try ${nameOf(flag)}`, className: "drawer", aside: environmentTag(environment), body: [], footer: close });
  dialog.setAttribute("tabindex", "-1");
  dialog.querySelector(".body").replaceWith(h("div", { class: "scroll" },
    h("div", { class: "section" }, h("h3", {}, "Context"), rows, h("p", { class: "after" }, h("button", { class: "button small", type: "button", on: { click: () => { attributes.push(["", ""]); draw(); rows.querySelector(".two:last-child input").focus(); } } }, icon("plus"), "Attribute")), time.element),
    result));
  const later = settled(() => run(), 250);
  const ending = new AbortController();
  dialog.addEventListener("close", () => { later.cancel(); ending.abort(); });
  program.onChange(() => later(), ending.signal);
  draw();
  rows.querySelectorAll("input")[1]?.focus();
  run();

  function draw() {
    const field = (row, place, label, isName) => h("input", { class: isName ? "field mono" : "field", type: "text", value: row[place], autocomplete: "off", spellcheck: "false", autocapitalize: "none", "aria-label": label, placeholder: isName ? "Attribute" : "Value",
      on: { input: (event) => { row[place] = event.target.value; later(); } } });
    fill(rows, attributes.map((row, index) => h("div", { class: "two" }, field(row, 0, `Attribute ${index + 1}`, true), field(row, 1, row[0] ? `Value of ${row[0]}` : `Value ${index + 1}`, false))));
  }

  async function run() {
    const context = Object.fromEntries(attributes.filter(([name, value]) => name.trim() && value !== "").map(([name, value]) => [name.trim(), name.trim() === "targetingKey" ? value : valueOf(value)]));
    try { sessionStorage.setItem(memory, JSON.stringify(attributes)); } catch { /* Without storage the next drawer starts empty. */ }
    const moment = time.value ? new Date(time.value).getTime() : undefined;
    try {
      const found = await program.transport.post(`${program.path}/environments/${encodeURIComponent(environment.id)}/trials`,
        { flag: flag.key, context, ...(moment ? { time: moment } : { edits: edits() }) });
      if (!ending.signal.aborted) show(found, moment);
    } catch (error) {
      if (!ending.signal.aborted) fill(result, h("div", { class: "section" }, h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message))));
    }
  }

  function show({ variant, value, reason, change, steps, errorCode, errorDetails }, moment) {
    const response = errorCode ? { key: flag.key, errorCode, errorDetails } : { key: flag.key, value, variant: variant ?? undefined, reason };
    const isTried = !moment && edits().length > 0;
    fill(result,
      h("div", { class: "section" }, h("p", { class: "figure" }, h("strong", {}, errorCode ? "Error" : variantWord(flag.value, variant)), " ",
        h("span", { class: "muted" }, errorDetails ?? (isTried ? "With your unsaved edits." : `As of change ${change}.`)))),
      h("div", { class: "section" }, h("h3", {}, "Step by step"), h("ol", { class: "steps" }, steps.map((step, index) =>
        h("li", {}, h("span", { class: index === steps.length - 1 ? "pip won" : "pip" }), h("div", { class: "body" }, h("p", {}, step.text), h("p", { class: "meta" }, step.result)))))),
      h("div", { class: "section" }, h("h3", {}, "Response sent to programs"), h("pre", { class: "code", tabIndex: 0 }, JSON.stringify(response, null, 2))));
  }
}
