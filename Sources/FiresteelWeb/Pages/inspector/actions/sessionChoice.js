// The session in which the command menu performs actions.

import { h, uniqueId } from "../../kit/dom/dom.js";
import { about } from "../words.js";

const mostSegments = 4;

/** A control for one of `sessions`, or for the program's choice; `choose(id)` is called with a selection, `undefined` for the latter. */
export function sessionChoice(sessions, selected, choose) {
  if (!sessions.length) return null;
  const choices = [{ id: undefined, name: "Any session" }, ...sessions], name = uniqueId("session");
  return h("fieldset", { class: "sessions" }, h("legend", { class: "said" }, "Session"), h("span", { class: "muted", "aria-hidden": "true" }, "Perform in"),
    choices.length > mostSegments
      ? h("select", { class: "field small", "aria-label": "Session", on: { change: ({ currentTarget }) => choose(choices[currentTarget.selectedIndex].id) } },
        choices.map((choice) => h("option", { selected: choice.id === selected }, choice.name)))
      : h("span", { class: "segments" }, choices.map((choice) => h("label", {},
        h("input", { type: "radio", name, checked: choice.id === selected, on: { change: () => choose(choice.id) } }), choice.name))), about("session"));
}
