// Creates elements. Text always becomes a text node, so recorded data is never parsed as markup.

const byProperty = new Set(["value", "checked", "disabled", "hidden", "tabIndex", "indeterminate", "selected"]);

/**
 * An element with its attributes and children.
 * `class`, `data` (an object), `style` (custom properties, set individually as the content policy requires), `on` (listeners)
 * and the properties above are special; everything else is an attribute, which `undefined` or `false` omits. Children are
 * elements, strings, numbers, lists of them, or `null`, `undefined` and `false`.
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

/** Appends children as `h` does. */
function append(parent, children) {
  for (const child of [children].flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) parent.append(child);
  }
}

/** Replaces the children. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, children);
  return parent;
}

/** Sets a text only if it differs: an unchanged text node costs no layout. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The element with this identifier. Throws an error if it is missing. */
export const byId = (identifier) => within(document, identifier);

/** The element with this identifier in a part of a document, which may be detached. */
export function within(part, identifier) {
  const element = part.querySelector(`#${CSS.escape(identifier)}`);
  if (!element) throw new Error(`This page has no element “${identifier}”.`);
  return element;
}

/** Text for screen readers only. */
export const said = (text) => h("span", { class: "said" }, text);

let made = 0;

/** A unique element identifier. */
export const uniqueId = (name) => `${name}-${made++}`;
