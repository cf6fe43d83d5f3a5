// Builds elements. Text always becomes a text node, so nothing that a program recorded is ever read as markup.

const byProperty = new Set(["value", "checked", "disabled", "hidden", "tabIndex", "indeterminate", "selected"]);

/**
 * An element with its attributes and children.
 * `class`, `data` (an object), `style` (custom properties, set one by one as the content policy asks), `on` (listeners)
 * and the properties above are treated on their own; everything else is an attribute, and `undefined` or `false` leaves
 * it out. Children are elements, texts, numbers, lists of them, or nothing.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    if (name === "class") element.className = value;
    else if (name === "on") for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    else if (byProperty.has(name)) element[name] = value;
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  append(element, children);
  return element;
}

/** Adds children as `h` takes them. */
export function append(parent, children) {
  for (const child of [children].flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) parent.append(child);
  }
}

/** Puts new children in the place of the old ones. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
  return parent;
}

/** Sets a text only where it differs: an unchanged text node costs no layout. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The element with this identifier. A document that lacks one is broken, and says so at once. */
export const byId = (identifier) => within(document, identifier);

/** The element with this identifier in a part of a document, also in one that is no longer shown. */
export function within(part, identifier) {
  const element = part.querySelector(`#${CSS.escape(identifier)}`);
  if (!element) throw new Error(`This page has no element “${identifier}”.`);
  return element;
}

/** A text that is read aloud and not shown. */
export const said = (text) => h("span", { class: "said" }, text);

let made = 0;

/** An identifier that no other element has. */
export const uniqueId = (name) => `${name}-${made++}`;
