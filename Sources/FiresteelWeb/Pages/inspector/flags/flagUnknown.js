// Keys that code asks for, that nobody declares and that no provider has: in the list, and one of them in full.

import { fill, h } from "../../kit/dom/dom.js";
import { counted } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";

/** A key as the list takes it, beside the flags. */
export const unknownRow = ({ key, places = [] }) => ({ key, name: key, declared: false, unknown: true, differs: false, places });

/** Where it is asked for, in short: “Editor.swift:41 and 2 more”. */
export function placesOf({ places }) {
  const [first, ...more] = places.map((place) => place.split("/").at(-1));
  return more.length ? `${first} and ${more.length} more` : first ?? "";
}

/** Shows a key in the pane. `back` goes to the list. */
export function showUnknown(pane, { key, places = [] }, { back }) {
  fill(pane,
    h("header", { class: "detail-head" },
      h("a", { class: "back button quiet small", href: "flags", on: { click: (event) => { event.preventDefault(); back(); } } }, icon("back"), "Flags"),
      h("div", { class: "title" }, h("h2", { id: "chosen", tabIndex: -1 }, key), h("span", { class: "badge reason-disabled", title: "FLAG_NOT_FOUND" }, "Not known"))),
    h("div", { class: "scroll" },
      h("section", { class: "section" }, h("h3", {}, "Asked for, and not known"),
        h("p", { class: "muted" }, "Code asked for this key in this run. Nobody declares it and no provider has it, so the code’s own default was used. It may be misspelt, or left over from a flag that is gone.")),
      places.length > 0 && h("section", { class: "section" }, h("h3", {}, `Asked for in ${counted(places.length, "place")}`),
        h("ul", { class: "places" }, places.map((place) => h("li", {}, h("code", {}, place)))))));
}
