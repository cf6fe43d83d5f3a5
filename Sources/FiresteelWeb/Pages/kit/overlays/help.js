// One sentence about a word, behind a button beside it.

import { h, uniqueId } from "../dom/dom.js";
import { icon } from "../dom/icons.js";
import { placeBelow } from "./menu.js";

/** The button with its sentence. */
export function help(word, sentence) {
  const text = h("div", { class: "help-text", popover: "auto", role: "note", id: uniqueId("help") }, sentence);
  const button = h("button", { class: "help", type: "button", "aria-label": `About “${word}”`, "aria-expanded": "false", popovertarget: text.id }, icon("help"));
  text.addEventListener("toggle", (event) => {
    const isOpen = event.newState === "open";
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) placeBelow(text, button);
  });
  return [button, text];
}
