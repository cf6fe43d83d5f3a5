// The editor of one rule: conditions, and their result.

import { fill, h } from "../../kit/dom/dom.js";
import { icon } from "../../kit/dom/icons.js";
import { badge } from "../../kit/dom/marks.js";
import { ruleParts, sentence } from "../text/sentences.js";
import { ConditionsEditor } from "./conditionsEditor.js";
import { ResultEditor } from "./resultEditor.js";

export class RuleEditor {
  constructor({ program, flag, rule, index, isChanged, change, move, remove, close }) {
    Object.assign(this, { program, flag, rule: structuredClone(rule), change });
    const number = index + 1;
    this.reads = h("div");
    const conditions = new ConditionsEditor({ program, conditions: this.rule.if ?? [], change: (list) => this.#set((one) => { one.if = list; }) });
    const result = new ResultEditor({ flag, result: this.rule.then, label: `Result of rule ${number}`, change: (next) => this.#set((one) => { one.then = next; }) });
    const grip = h("button", { class: "grip", type: "button", "aria-label": `Move rule ${number} with the arrow keys`, data: { focus: `grip-${rule.id}` }, on: { keydown: (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      move(by);
    } } }, icon("grip"));
    this.element = h("fieldset", { class: isChanged ? "rule changed" : "rule", "aria-label": `Rule ${number}` },
      h("header", {}, grip, h("h3", { class: "clip" }, `${number}. ${rule.name ?? "Rule"}`), isChanged && badge("reason-override", "Changed"),
        h("button", { class: "button quiet small push", type: "button", on: { click: close } }, "Done"),
        h("button", { class: "button quiet only small", type: "button", "aria-label": `Remove rule ${number}`, on: { click: remove } }, icon("close"))),
      h("div", { class: "body" }, conditions.element, h("div", { class: "clause" }, h("span", { class: "word" }, "then"), result.element), this.reads));
    this.#read();
  }

  #set(act) {
    act(this.rule);
    this.change((stored) => { act(stored); });
    this.#read();
  }

  #read() {
    fill(this.reads, sentence([{ kind: "text", text: "Reads: " }, ...ruleParts(this.rule, this.flag.value, this.program.segments)], "says sub"));
  }
}
