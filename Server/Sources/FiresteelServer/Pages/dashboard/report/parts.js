// Parts that the cards of a group of reports share.

import { h } from "../../kit/dom/dom.js";

/** A card with its title; `aside` is beside the title. */
export const card = (id, title, { aside, className = "card" } = {}, ...content) =>
  h("section", { class: className, "aria-labelledby": id }, h("div", { class: "section" }, h("div", { class: "section-head" }, h("h2", { id }, title), aside), content));

/** A further section of a card. */
export const section = (...content) => h("div", { class: "section" }, content);

/** A figure with what it counts. */
export const figure = (label, value, { note, className } = {}) => h("div", {}, h("dt", {}, label), h("dd", { class: className }, value, note && [" ", h("small", {}, note)]));
