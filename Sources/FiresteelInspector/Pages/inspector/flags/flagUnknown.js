// Keys that code evaluates, but no code declares and no provider defines: their rows and details.

import { fill, h } from "../../kit/dom/dom.js";
import { counted } from "../../kit/text/format.js";
import { icon } from "../../kit/dom/icons.js";

/** A key as a row of the flag list. */
export const unknownRow = ({ key, places = [] }) => ({ key, name: key, declared: false, unknown: true, differs: false, places });

/** The locations of evaluations, shortened: “Editor.swift:41 and 2 more”. */
export function placesOf({ places }) {
  const [first, ...more] = places.map((place) => place.split("/").at(-1));
  return more.length ? `${first} and ${more.length} more` : first ?? "";
}

/** Shows a key in the pane. `back` returns to the list. */
export function showUnknown(pane, { key, places = [] }, { back }) {
  fill(pane,
    h("header", { class: "detail-head" },
      h("a", { class: "back button quiet small", href: "flags", on: { click: (event) => { event.preventDefault(); back(); } } }, icon("back"), "Flags"),
      h("div", { class: "title" }, h("h2", { id: "selected", tabIndex: -1 }, key), h("span", { class: "badge reason-disabled", title: "FLAG_NOT_FOUND" }, "Undefined"))),
    h("div", { class: "scroll" },
      h("section", { class: "section" }, h("h3", {}, "Evaluated but not defined"),
        h("p", { class: "muted" }, "Code evaluated this key in this run, but no code declares it and no provider defines it, so the default at the call was used. The key may be misspelled or belong to a deleted flag.")),
      places.length > 0 && h("section", { class: "section" }, h("h3", {}, `Evaluated in ${counted(places.length, "place")}`),
        h("ul", { class: "places" }, places.map((place) => h("li", {}, h("code", {}, place)))))));
}
