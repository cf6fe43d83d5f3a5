// Tries a flag with a context, now or at an earlier moment, and explains the result step by step.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button } from "../../kit/dom/states.js";
import { openDialog } from "../../kit/overlays/dialogs.js";
import { toast } from "../../kit/overlays/toasts.js";
import { textField } from "../../kit/dom/field.js";
import { settled } from "../../kit/time/pacing.js";
import { environmentTag } from "../app/environments.js";
import { nameOf, variantWord } from "../text/flagState.js";
import { sentence } from "../text/sentences.js";
import { momentOf } from "../text/times.js";
import { AttributeSuggestions } from "./attributeSuggestions.js";
import { isByPerson, personNeed } from "./personNeed.js";
import { testCode } from "./testCode.js";
import { ContextChoice, emptyContext } from "./tryContexts.js";

const memory = "firesteel.context";

/** The attributes of the last context of this tab. */
function lastContext() {
  try { return JSON.parse(sessionStorage.getItem(memory)) ?? undefined; } catch { return undefined; }
}

/** A value as typed: JSON where it is a number or a Boolean, otherwise text. */
const valueOf = (text) => (/^(true|false|-?\d+(\.\d+)?)$/.test(text.trim()) && String(JSON.parse(text)) === text.trim() ? JSON.parse(text) : text);

/** The deciding rule, in a sentence. */
function verdict(rules) {
  const won = rules.find(({ outcome }) => outcome === "won");
  if (!won) return undefined;
  return won.kind === "rule" ? `Rule ${won.number} matched.` : won.kind === "state" ? "The flag is off." : won.kind === "parent" ? "A flag that it needs is off." : won.kind === "experiment" ? "It takes part in an experiment." : won.kind === "exclusion" ? "Another flag of its exclusion group has priority." : rules.some(({ kind }) => kind === "rule") ? "No rule matched, so the one for everyone else applied." : "The rule for everyone applied.";
}

/** The parts of a step; the rule that decided is in ink. */
function stepOf({ number, text, result, outcome }, bucket) {
  const isWon = outcome === "won", parts = number ? [{ kind: "text", text: `Rule ${number}: ` }, ...text] : text;
  const meta = [result, isWon && bucket].filter(Boolean).join(", ");
  return h("li", {}, h("span", { class: isWon ? "pip won" : "pip" }), h("div", { class: "body" },
    isWon ? h("strong", { class: "strong" }, sentence(parts)) : sentence(parts, outcome === "skipped" ? "says muted" : "says"), meta && h("p", { class: "meta" }, meta)));
}

/** Opens the drawer. `edits()` are unsaved edits, which are tried as well, and `targeting()` is the targeting with them. */
export function openTry({ program, flag, environment, edits = () => [], targeting = () => flag.targetings.get(environment.id)?.value }) {
  const attributes = lastContext() ?? emptyContext();
  const suggestions = new AttributeSuggestions(program);
  suggestions.onChange = () => draw();
  const rows = h("div", { class: "stack-v" }), result = h("div", { role: "status" });
  const ending = new AbortController();
  const choice = new ContextChoice({ program, flag, environment, use, signal: ending.signal });
  const needed = h("p", { class: "sub after", id: uniqueId("needed"), role: "status" });
  const time = textField({ name: "time", label: "Moment, empty for now", optional: true, attributes: { type: "datetime-local", max: new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16) } });
  time.control.addEventListener("input", () => later());
  const close = button("Close", () => dialog.close()), copies = button("Copy as test", () => copy());
  // The shown state: the context and its result, of what is saved now.
  let shown;
  const dialog = openDialog({ title: `Try ${nameOf(flag)}`, className: "drawer", aside: environmentTag(environment), body: [], footer: [copies, close] });
  dialog.setAttribute("tabindex", "-1");
  dialog.querySelector(".body").replaceWith(h("div", { class: "scroll" },
    h("div", { class: "section" }, h("div", { class: "section-head" }, h("h3", {}, "Context"), choice.element), rows, needed, suggestions.element, h("p", { class: "after" }, h("button", { class: "button small", type: "button", on: { click: () => { attributes.push(["", ""]); choice.clear(); draw(); rows.querySelector(".two:last-child input").focus(); } } }, icon("plus"), "Attribute")), time.element),
    result));
  const later = settled(() => run(), 250);
  dialog.addEventListener("close", () => { later.cancel(); ending.abort(); });
  program.onChange(() => later(), ending.signal);
  draw();
  rows.querySelectorAll("input")[1]?.focus();
  run();

  /** Replaces the context by the chosen one. */
  function use(chosen) {
    attributes.splice(0, attributes.length, ...chosen);
    draw();
    later();
  }

  function draw() {
    const isPerson = (row) => row[0].trim() === "targetingKey";
    const field = (row, place, label, isName) => h("input", { class: isName ? "field mono" : "field", type: "text", value: row[place], autocomplete: "off", spellcheck: "false", autocapitalize: "none", "aria-label": label, "aria-describedby": !isName && isPerson(row) ? needed.id : undefined, placeholder: isName ? "Attribute" : isPerson(row) ? "Such as user-1" : "Value", list: isName ? suggestions.names : undefined,
      on: { input: (event) => { row[place] = event.target.value; choice.clear(); if (isName) suggest(event.target); later(); } } });
    const suggest = (name) => suggestions.suggest(name.nextElementSibling, name.value.trim());
    const focused = [...rows.querySelectorAll("input")].indexOf(document.activeElement);
    fill(rows, attributes.map((row, index) => h("div", { class: "two" }, field(row, 0, `Attribute ${index + 1}`, true), field(row, 1, row[0] ? `Value of ${row[0]}` : `Value ${index + 1}`, false))));
    for (const name of rows.querySelectorAll("input:first-child")) suggest(name);
    if (focused >= 0) rows.querySelectorAll("input")[focused]?.focus();
  }

  async function run() {
    const context = Object.fromEntries(attributes.filter(([name, value]) => name.trim() && value !== "").map(([name, value]) => [name.trim(), name.trim() === "targetingKey" ? value : valueOf(value)]));
    try { sessionStorage.setItem(memory, JSON.stringify(attributes)); } catch { /* Without storage the next drawer starts empty. */ }
    const moment = time.value ? new Date(time.value).getTime() : undefined, need = context.targetingKey || moment ? undefined : personNeed(flag.value, targeting(), program.segments);
    const hint = need ? `${need} Enter a targetingKey for the result of a person.` : "";
    if (needed.textContent !== hint) needed.textContent = hint;
    try {
      const found = await program.transport.post(`${program.path}/environments/${encodeURIComponent(environment.id)}/trials`,
        { flag: flag.key, context, ...(moment ? { time: moment } : { edits: edits() }) });
      if (ending.signal.aborted) return;
      // Without a person the share that a split puts the context in says nothing.
      if (need && isByPerson(decidedResult(found.rules))) {
        shown = undefined;
        return showNeed(found.rules);
      }
      shown = moment || edits().length > 0 || found.errorCode ? undefined : { context, variant: found.variant, isOfAnotherFlag: found.isOfAnotherFlag };
      show(found, moment);
    } catch (error) {
      if (!ending.signal.aborted) fill(result, h("div", { class: "section" }, h("p", { class: "note failure" }, icon("warning"), h("span", {}, error.message))));
    }
  }

  /** The result of the rule that decided. */
  function decidedResult(steps) {
    const won = steps.find(({ outcome }) => outcome === "won"), { rules = [], otherwise } = targeting() ?? {};
    return won?.kind === "rule" ? rules[won.number - 1]?.then : won?.kind === "otherwise" ? otherwise : undefined;
  }

  function showNeed(steps) {
    fill(result, h("div", { class: "section" }, h("p", { class: "figure" }, h("strong", {}, "Depends on the person"), " ", h("span", { class: "muted" }, verdict(steps)))),
      h("div", { class: "section" }, h("h3", {}, "Step by step"), h("ol", { class: "steps" }, steps.filter(({ outcome }) => outcome !== "skipped").map((step) => stepOf({ ...step, result: step.outcome === "won" ? undefined : step.result })))));
  }

  function show({ variant, value, reason, change, steps, rules, errorCode, errorDetails }, moment) {
    const bucket = steps.map((step) => step.result).find((text) => /^bucket /.test(text)), decided = rules.filter(({ outcome }) => outcome !== "skipped"), skipped = rules.filter(({ outcome }) => outcome === "skipped");
    const response = errorCode ? { key: flag.key, errorCode, errorDetails } : { key: flag.key, value, variant: variant ?? undefined, reason };
    const isTried = !moment && edits().length > 0;
    fill(result,
      h("div", { class: "section" }, h("p", { class: "figure" }, h("strong", {}, errorCode ? "Error" : variantWord(flag.value, variant)), " ",
        h("span", { class: "muted" }, errorDetails ?? [verdict(rules), isTried ? "With your unsaved edits." : moment ? `${momentOf(moment)}, as of change ${change}.` : `As of change ${change}.`].filter(Boolean).join(" ")))),
      h("div", { class: "section" }, h("h3", {}, "Step by step"),
        decided.length > 0 ? h("ol", { class: "steps" }, decided.map((step) => stepOf(step, bucket))) : detail(steps),
        skipped.length > 0 && [h("h4", { class: "sub" }, "Not evaluated"), h("ol", { class: "steps" }, skipped.map((step) => stepOf(step)))],
        decided.length > 0 && steps.length > 0 && h("details", {}, h("summary", { class: "sub" }, "Conditions in detail"), detail(steps))),
      h("div", { class: "section" }, h("h3", {}, "Response sent to programs"), h("pre", { class: "code", tabIndex: 0 }, JSON.stringify(response, null, 2))));
  }

  function detail(steps) {
    return h("ol", { class: "steps" }, steps.map((step) => h("li", {}, h("span", { class: "pip" }), h("div", { class: "body" }, h("p", {}, step.text), h("p", { class: "meta" }, step.result)))));
  }

  /** Copies a test with the saved definition; earlier and unsaved ones aren’t available as definitions. */
  async function copy() {
    if (!shown) return toast("Only a result of what is saved now can be copied as a test.", { failed: true });
    if (shown.isOfAnotherFlag) return toast("Another flag decides here, so a test of this definition alone would fail.", { failed: true });
    const { context, variant } = shown;
    try {
      const definition = await program.transport.get(`${program.path}/flags/${encodeURIComponent(flag.key)}/definition`, { environment: environment.id });
      await navigator.clipboard.writeText(testCode({ key: flag.key, context, definition, variant, now: Math.floor(Date.now() / 1_000) }));
      toast("Test copied.");
    } catch (error) {
      toast(error.name === "NotAllowedError" ? "The browser doesn’t allow copying here." : error.message, { failed: true });
    }
  }
}
