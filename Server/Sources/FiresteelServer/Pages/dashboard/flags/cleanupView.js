// Flags that could be removed, each with a next step.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { button, state } from "../../kit/dom/states.js";
import { count } from "../../kit/text/format.js";
import { flagAddress } from "../app/routes.js";
import { openChange } from "../changes/changeDialog.js";
import { nameOf, variantWord } from "../text/flagState.js";
import { fieldEdit } from "./bulk.js";

/** The number of flags in either group. */
export const cleanupCount = ({ expired, constant }) => new Set([...expired, ...constant].map(({ name }) => name)).size;

/** The groups of `cleanup`, as the server returned them. */
export function cleanupView(program, { expired, constant }) {
  const known = (list) => list.filter(({ name }) => program.flags.has(name)), groups = [
    ["changes", "Expired", known(expired).map(({ name, expires }) => thing(program.flags.get(name), `Expired ${expires}`, stateText(name)))],
    ["check", "Same value for everyone in 30 days", known(constant).map(({ name, variant }) => thing(program.flags.get(name), undefined, constantText(name, variant)))],
  ].filter(([, , things]) => things.length > 0);
  if (groups.length === 0) return state({ symbol: "check", title: "Nothing to clean up", text: "Flags that expired, or had the same value for everyone in 30 days, appear here." });
  return [h("p", { class: "things-note muted" }, "Flags you could remove, each with a next step. Nothing is removed automatically."),
    groups.map(([symbol, title, things]) => [h("h2", { class: "group-head" }, icon(symbol), title, " ", h("span", { class: "count" }, count(things.length))), h("ul", { class: "things" }, things)])];

  function thing(flag, fact, text) {
    const { value } = flag, name = nameOf(flag);
    return h("li", { class: "thing", data: { key: flag.key } }, h("div", { class: "body without-mark" },
      h("div", { class: "what" }, h("a", { class: "strong bare", href: flagAddress(flag.key) }, name),
        h("div", { class: "facts-line" }, h("code", {}, flag.key), fact && h("span", {}, fact), h("span", {}, value.owner ?? "no owner")), h("p", { class: "sub" }, text)),
      program.mayEdit() && h("div", { class: "doing" }, h("button", { class: "button small", type: "button", "aria-label": `Archive ${name}…`, on: { click: () => archive(flag) } }, "Archive…"))));
  }

  function stateText(name) {
    const { targetings } = program.flags.get(name), on = program.environments.filter(({ id }) => targetings.get(id)?.value.isOn);
    return on.length === 0 ? "Off everywhere. Remove it from the code, then archive it." : `On in ${on.map((environment) => environment.name.toLowerCase()).join(" and ")}. Extend it, or decide its value in the code and archive it.`;
  }

  function constantText(name, variant) {
    const flag = program.flags.get(name), value = flag.value.variants.find((one) => one.name === variant);
    return `${variant === null ? "The program’s default" : value ? JSON.stringify(value.value) : variantWord(flag.value, variant)} for everyone. Make it the default in the code, then archive it.`;
  }

  function archive(flag) {
    openChange({ program, title: `Archive ${nameOf(flag)}?`, verb: "Archive", done: "Flag archived.", edits: [fieldEdit(flag, "isArchived", true)] });
  }
}

/** The view while it is loading, or could not be read. */
export const cleanupError = (error, again) => state({ symbol: "warning", failed: true, title: "Can’t read the flags to clean up", text: error.message, buttons: [button("Try again", again)] });
