// Performs an action of an ended run again.

import { icon } from "../../kit/dom/icons.js";
import { h } from "../../kit/dom/dom.js";

/** A button that opens the form of a row's action in the command menu. */
export const againButton = ({ feature, action }, palette) => h("button", { class: "button", type: "button", data: { focus: "again" },
  on: { click: () => palette.open(`${feature.path}/#${action.identifier}`) } }, icon("play"), "Perform again…");
