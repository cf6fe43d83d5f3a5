// Flags that could be removed or are missing here, each with a next step.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button, state } from "../../kit/dom/states.js";
import { count, counted } from "../../kit/text/format.js";
import { toast } from "../../kit/overlays/toasts.js";
import { flagAddress } from "../app/routes.js";
import { openChange } from "../changes/changeDialog.js";
import { nameOf, variantWord } from "../text/flagState.js";
import { fieldEdit } from "./bulk.js";
import { copyConstant } from "./constantCode.js";
import { hiddenKeys, hideKey, showKeys } from "./hiddenKeys.js";
import { isTemporary, openKeep } from "./keepFlag.js";

const either = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** The keys that only the code has, without those that this browser hides. */
const missingOf = (program, { undefined: missing }, hidden = hiddenKeys(program)) => missing.filter(({ name }) => !hidden.has(name));

/** The number of flags in any of the groups. */
export const cleanupCount = (program, cleanup) => new Set(Object.values({ ...cleanup, undefined: missingOf(program, cleanup) }).flat().map(({ name }) => name)).size;

/**
 * The groups of `cleanup`, as the server returned them. `create(key)` opens the dialog for a new flag, `changed()` is called after
 * keys were hidden or shown.
 */
export function cleanupView(program, cleanup, { create, changed }) {
  const { expired, constant, unreported, undeclared } = cleanup, missing = missingOf(program, cleanup);
  const hidden = cleanup.undefined.map(({ name }) => name).filter((name) => !missing.some((one) => one.name === name));
  // The archive button of a flag in two groups is distinguished by the group.
  const known = (list, group, text, fact = () => undefined, act = () => undefined) => list.filter(({ name }) => program.flags.has(name)).map((one) => thing(group, program.flags.get(one.name), fact(one), text(one), act(one)));
  const groups = [
    ["changes", "Expired", known(expired, "expired", stateText, ({ expires }) => `Expired ${expires}`, (one) => keepButton("expired", one))],
    ["check", "Same value for everyone in 30 days", known(constant, "constant", constantText, undefined, (one) => [copyButton(one), keepButton("constant", one)])],
    ["runs", "Not reported in 30 days", known(unreported, "unreported", unreportedText)],
    ["file", "Not in the code", known(undeclared, "undeclared", () => "None of the newest catalogues declares it. Archive it.")],
    ["flags", "Declared but not defined", missing.map(missingThing)],
  ].filter(([, , things]) => things.length > 0);
  if (groups.length === 0) return state({ symbol: "check", title: "Nothing to clean up", text: "Flags appear here if they expired, had the same value for everyone in 30 days, weren’t reported in 30 days, or are only here or only in the code.", more: hiddenNote() });
  return [h("p", { class: "things-note muted" }, `Flags you could ${missing.length > 0 ? "remove or create" : "remove"}, each with a next step. Nothing is changed automatically.`),
    groups.map(([symbol, title, things]) => [h("h2", { class: "group-head" }, icon(symbol), title, " ", h("span", { class: "count" }, count(things.length))), h("ul", { class: "things" }, things)]), hiddenNote()];

  function thing(group, flag, fact, text, act) {
    const { value } = flag, name = nameOf(flag);
    const archives = program.mayEdit() && h("button", { class: "button small", type: "button", "aria-label": `Archive ${name}…`, data: { focus: `archive-${group}-${flag.key}` }, on: { click: () => archive(flag) } }, "Archive…");
    return h("li", { class: "thing", data: { key: flag.key } }, h("div", { class: "body without-mark" },
      h("div", { class: "what" }, h("a", { class: "strong bare", href: flagAddress(flag.key), data: { focus: `${group}-${flag.key}` } }, name),
        h("div", { class: "facts-line" }, h("code", {}, flag.key), fact && h("span", {}, fact), h("span", {}, value.owner ?? "no owner")), h("p", { class: "sub" }, text)),
      (act || archives) && h("div", { class: "doing" }, act, archives)));
  }

  /** A flag that only the code has. */
  function missingThing({ name, version, file, line }) {
    const place = file && [" in ", h("code", {}, line ? `${file}:${line}` : file)];
    return h("li", { class: "thing", data: { key: name } }, h("div", { class: "body without-mark" },
      h("div", { class: "what" }, h("code", { class: "strong" }, name), h("p", { class: "sub" }, `${version} declares it`, place, ". Create it, or remove the declaration.")),
      program.mayEdit() && h("div", { class: "doing" }, h("button", { class: "button small", type: "button", "aria-label": `Create flag ${name}…`, data: { focus: `create-${name}` }, on: { click: () => create(name) } }, "Create flag…"),
        h("button", { class: "button small", type: "button", "aria-label": `Hide ${name} for 30 days`, data: { focus: `hide-${name}` }, on: { click: () => hide(name) } }, "Hide for 30 days"))));
  }

  function hide(name) {
    if (!hideKey(program, name)) return toast("This browser doesn’t store what is hidden.", { failed: true });
    changed();
    return toast(`${name} is hidden for 30 days in this browser.`, { undo: () => { showKeys(program, [name]); changed(); } });
  }

  /** The number of hidden keys; nothing without one. */
  function hiddenNote() {
    return hidden.length > 0 && h("p", { class: "things-note muted" }, `${counted(hidden.length, "key is", "keys are")} hidden in this browser. `,
      h("button", { class: "linked", type: "button", on: { click: () => { showKeys(program, hidden); changed(); } } }, "Show"));
  }

  /** Copies the code of a value that a variant has; the program’s default is in the code already. */
  function copyButton({ name, variant }) {
    const flag = program.flags.get(name), value = flag.value.variants.find((one) => one.name === variant);
    return value && h("button", { class: "button small", type: "button", "aria-label": `Copy code of ${nameOf(flag)}`, data: { focus: `copy-${name}` }, on: { click: () => copyConstant(program, flag, value.value) } }, "Copy code");
  }

  function keepButton(group, { name }) {
    const flag = program.flags.get(name);
    return program.mayEdit() && isTemporary(flag) && h("button", { class: "button small", type: "button", "aria-label": `Keep ${nameOf(flag)} as a setting…`, data: { focus: `keep-${group}-${name}` }, on: { click: () => openKeep(program, flag) } }, "Keep as a setting…");
  }

  function unreportedText({ environments }) {
    return `No session in ${either.format(environments.map((id) => program.environmentNamed(id)?.name ?? id))} reported it in 30 days. Check that no server uses it, then archive it.`;
  }

  function stateText({ name }) {
    const { targetings } = program.flags.get(name), on = program.environments.filter(({ id }) => targetings.get(id)?.value.isOn);
    return on.length === 0 ? "Off everywhere. Remove it from the code, then archive it." : `On in ${on.map((environment) => environment.name.toLowerCase()).join(" and ")}. Extend it, or decide its value in the code and archive it.`;
  }

  function constantText({ name, variant }) {
    const flag = program.flags.get(name), value = flag.value.variants.find((one) => one.name === variant);
    return `${variant === null ? "The program’s default" : value ? JSON.stringify(value.value) : variantWord(flag.value, variant)} for everyone. Make it the default in the code, then archive it.`;
  }

  function archive(flag) {
    openChange({ program, title: `Archive ${nameOf(flag)}?`, verb: "Archive", done: "Flag archived.", edits: [fieldEdit(flag, "isArchived", true)] });
  }
}

/** The view while it is loading, or could not be read. */
export const cleanupError = (error, again) => state({ symbol: "warning", failed: true, title: "Can’t read the flags to clean up", text: error.message, buttons: [button("Try again", again)] });
