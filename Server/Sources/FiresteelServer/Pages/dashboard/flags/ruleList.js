// The rules of a targeting as sentences; one at a time opens to be edited.

import { h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { attachMenu } from "../../kit/overlays/menu.js";
import { randomId } from "../changes/submit.js";
import { totalOf, percent, variantWord, offVariant } from "../text/flagState.js";
import { isLive } from "../text/plans.js";
import { openImport } from "./importFlags.js";
import { resultParts, ruleParts, sentence } from "../text/sentences.js";
import { ResultEditor } from "./resultEditor.js";
import { RuleEditor } from "./ruleEditor.js";

/**
 * The list. `targeting` is the shown one, `text` the server's sentences of its saved rules, by their identifiers, and of
 * `otherwise`; changed rules are described here. `open` is the identifier of the open rule, or `otherwise`; `changed` are the
 * identifiers of changed rules. `edit(change)` changes the targeting, `toggle(id)` opens or closes a rule. Without `canEdit`
 * the sentences only.
 */
export function ruleList({ program, flag, targeting, text, open, changed, canEdit, edit, toggle, redraw }) {
  const rules = targeting.rules ?? [];
  const items = rules.map((rule, index) => (open === rule.id ? openRule(rule, index) : closedRule(rule, index)));
  return h("ol", { class: "said-rules" }, items, targeting.logic === undefined ? otherwise() : customRule());

  function closedRule(rule, index) {
    const isNew = changed.has(rule.id);
    return h("li", { class: isNew ? "new" : undefined, data: { rule: rule.id } }, h("span", { class: "n" }, String(index + 1)),
      h("div", { class: "what" }, sentence((!isNew && text.get(rule.id)) || ruleParts(rule, flag.value, program.segments)), rule.then?.split && shares(rule.then.split),
        planNote(rule.id), (rule.name || isNew) && h("p", { class: "sub" }, [rule.name, isNew && "Changed, not saved"].filter(Boolean).join(". "))),
      h("span", { class: "does" }, canEdit && [editButton(rule.id, `Edit rule ${index + 1}`), moreButton(rule, index)]));
  }

  function openRule(rule, index) {
    const editor = new RuleEditor({ program, flag, rule, index, isChanged: changed.has(rule.id),
      change: (act) => edit((value) => act(value.rules[index])), move: (by) => move(index, by, true), remove: () => remove(index), close: () => toggle(rule.id) });
    return h("li", { data: { rule: rule.id } }, h("span", { class: "n" }, String(index + 1)), h("div", { class: "what" }, editor.element), h("span"));
  }

  function otherwise() {
    const result = targeting.otherwise, number = String(rules.length + 1);
    if (open === "otherwise") {
      const editor = new ResultEditor({ flag, result: result ?? { variant: offVariant(flag.value, targeting) }, label: "Everyone else", change: (next) => edit((value) => { value.otherwise = next; }) });
      return h("li", { data: { rule: "otherwise" } }, h("span", { class: "n" }, number), h("div", { class: "what" },
        h("fieldset", { class: "rule", "aria-label": "Everyone else" }, h("header", {}, h("h3", { class: "clip" }, "Everyone else"), closeButton("otherwise", "Close everyone else")), h("div", { class: "body" }, editor.element))), h("span"));
    }
    const parts = result ? resultParts(result, flag.value) : [{ kind: "then", text: variantWord(flag.value, offVariant(flag.value, targeting)) }];
    return h("li", { data: { rule: "otherwise" }, class: changed.has("otherwise") ? "new" : undefined }, h("span", { class: "n" }, number),
      h("div", { class: "what" }, sentence(changed.size === 0 && text.get("otherwise") ? text.get("otherwise") : [{ kind: "text", text: rules.length ? "Everyone else: " : "Everyone: " }, ...parts, { kind: "text", text: "." }]), result?.split && shares(result.split),
        planNote(undefined), changed.has("otherwise") && h("p", { class: "sub" }, "Changed, not saved")),
      h("span", { class: "does" }, canEdit && editButton("otherwise", "Edit the rule for everyone else")));
  }

  /** That a plan moves a result. */
  function planNote(id) {
    const { plan } = targeting;
    return isLive(plan) && plan.rule === id && h("p", { class: "sub" }, plan.state === "running" ? "Set by the plan; changing it pauses the plan." : "The plan is paused.");
  }

  function customRule() {
    return h("li", {}, h("span", { class: "n" }, "1"), h("div", { class: "what" }, h("p", { class: "says" }, `A custom rule in JsonLogic decides for everyone.${canEdit ? " Import a file to change it." : ""}`),
      h("pre", { class: "code", tabIndex: 0 }, JSON.stringify(targeting.logic, null, 2))),
    h("span", { class: "does" }, canEdit && h("button", { class: "button small", type: "button", data: { focus: "import" }, on: { click: () => openImport(program) } }, "Import…")));
  }

  function shares(split) {
    const total = totalOf(split), text = split.map(({ variant, weight }) => `${variantWord(flag.value, variant)} ${percent(weight, total)}`);
    return h("div", { class: "shares", role: "img", "aria-label": text.join(", ") }, split.map(({ weight }, index) =>
      weight > 0 && h("span", { style: { "--value": `${(weight / total) * 100}%` } }, text[index])));
  }

  function editButton(id, label) {
    return h("button", { class: "button quiet only small", type: "button", "aria-label": label, data: { focus: `edit-${id}` }, on: { click: () => toggle(id) } }, icon("edit"));
  }

  function closeButton(id, label) {
    return h("button", { class: "button quiet only small push", type: "button", "aria-label": label, on: { click: () => toggle(id) } }, icon("close"));
  }

  function moreButton(rule, index) {
    const button = h("button", { class: "button quiet only small", type: "button", "aria-label": `More for rule ${index + 1}: edit, move, copy, remove`, data: { focus: `more-${rule.id}` } }, icon("more"));
    const place = h("span", {}, button);
    attachMenu(button, { label: `Rule ${index + 1}`, items: () => [
      { label: "Edit", act: () => toggle(rule.id) },
      { label: "Move up", disabled: index === 0, act: () => move(index, -1) },
      { label: "Move down", disabled: index === rules.length - 1, act: () => move(index, 1) },
      { label: "Copy", act: () => edit((value) => { value.rules.splice(index + 1, 0, { ...structuredClone(rule), id: newRuleId() }); }) },
      { label: "Remove", act: () => remove(index) },
    ] });
    return place;
  }

  function move(index, by, isOpen = false) {
    const to = index + by, { id } = rules[index];
    if (to < 0 || to >= rules.length) return;
    edit((value) => { const [rule] = value.rules.splice(index, 1); value.rules.splice(to, 0, rule); });
    redraw(isOpen ? `grip-${id}` : `more-${id}`, `Rule moved to place ${to + 1}.`);
  }

  function remove(index) {
    edit((value) => { value.rules.splice(index, 1); });
    redraw("add-rule", `Rule ${index + 1} removed.`);
  }
}

export const newRuleId = () => randomId().slice(0, 12);
