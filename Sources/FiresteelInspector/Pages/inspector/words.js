// The words of the pages, one sentence each, behind a button beside the word.

import { h, uniqueId } from "../kit/dom/dom.js";
import { icon } from "../kit/dom/icons.js";
import { placeBelow } from "../kit/overlays/menu.js";

/** The button with its sentence. */
function help(word, sentence) {
  const text = h("div", { class: "help-text", popover: "auto", role: "note", id: uniqueId("help") }, sentence);
  const button = h("button", { class: "help", type: "button", "aria-label": `About “${word}”`, "aria-expanded": "false", popovertarget: text.id }, icon("help"));
  text.addEventListener("toggle", (event) => {
    const isOpen = event.newState === "open";
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) placeBelow(text, button);
  });
  return [button, text];
}

const words = {
  session: "A session is where actions are performed: a window, a document, a connection or a background job.",
  stack: "A stack holds the actions of one feature in one session, from the first to the one that closes it.",
  activity: "An activity is what the user was doing, such as editing a document, so that it can be continued.",
  published: "A published action can be performed from outside the program: by a link, a shortcut or this page.",
  confidence: "The share is at least this much with 95 % confidence, so few observations count for little.",
  focus: "Focus shows the selected features and all errors; recording continues for every feature.",
};

/** A button that explains a word. */
export const about = (word) => help(word, words[word]);
