// Suggestions of attributes and their values, for the editors of conditions and contexts.

import { fill, h, uniqueId } from "../../kit/dom/dom.js";
import { attributesOf } from "../app/catalogue.js";

const shown = (value) => (typeof value === "string" ? value : JSON.stringify(value));
const note = ({ type, description, isDeclared }) => [description || type, isDeclared ? undefined : "seen in recent contexts"].filter(Boolean).join(", ");

/** The lists of suggestions of one editor, which are part of `element`. */
export class AttributeSuggestions {
  #attributes = [];
  #names = h("datalist", { id: uniqueId("attributes") });
  #values = new Map();

  constructor(program) {
    this.element = h("div", { hidden: true }, this.#names);
    attributesOf(program).then((attributes) => this.#apply(attributes), () => { /* Without suggestions any name can be typed. */ });
  }

  /** The identifier of the list of names, for the attribute `list` of a field. */
  get names() { return this.#names.id; }

  /** Suggests the values of an attribute in a field, or none. */
  suggest(field, name) {
    const values = this.#attributes.find((one) => one.name === name)?.values ?? [];
    if (values.length === 0) return field.removeAttribute("list");
    if (!this.#values.has(name)) {
      const list = h("datalist", { id: uniqueId("values") }, values.map((value) => h("option", { value: shown(value) })));
      this.element.append(list);
      this.#values.set(name, list.id);
    }
    field.setAttribute("list", this.#values.get(name));
  }

  /** The known type and description of an attribute. */
  noteOf(name) {
    const attribute = this.#attributes.find((one) => one.name === name);
    return attribute && note(attribute);
  }

  #apply(attributes) {
    this.#attributes = attributes;
    fill(this.#names, h("option", { value: "targetingKey" }, "the person"), attributes.map((attribute) => h("option", { value: attribute.name }, note(attribute))));
    this.onChange?.();
  }
}
