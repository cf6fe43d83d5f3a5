// The navigation beside the page: the product's name and card, its pages with counts, and further buttons.

import { fill, h } from "../dom/dom.js";
import { icon } from "../dom/icons.js";
import { attachMenu } from "../overlays/menu.js";
import { count } from "../text/format.js";

/**
 * Fills the navigation. `brand` is `{name, href}`, `card` an element below it. `entries` are `{name, label, symbol, href}` in
 * order, the symbol an icon's name and `href` by default `addressOf(name)`, as of each page's display; a narrow screen shows the
 * first `room` that aren't `onlyWide`, and the others in the menu “More”, with the items `more()`. `foot` are elements at the
 * end, `headAction()` creates an element for the head of every page.
 */
export function buildShell(place, { brand, card, entries, room = 6, foot = [], more = () => [], headAction = () => null, addressOf = (name) => name }, { go }) {
  const links = new Map(), bar = new Set(entries.filter(({ onlyWide }) => !onlyWide).slice(0, room)), others = entries.filter((entry) => !bar.has(entry));
  let current;
  const items = entries.map((entry) => {
    const { name, label, symbol = name, href = addressOf(name) } = entry;
    const number = h("span", { class: "count" });
    const link = h("a", { href, "aria-label": label }, icon(symbol), h("span", {}, label), number);
    links.set(name, { link, label, number, address: () => entry.href ?? addressOf(name) });
    return h("li", { class: bar.has(entry) ? undefined : "only-wide" }, link);
  });
  const button = h("button", { class: "nav-more", type: "button" }, icon("more"), h("span", {}, "More"));
  fill(place,
    h("a", { class: "brand", href: brand.href }, icon("spark"), brand.name), card,
    h("nav", { class: "nav-list", "aria-label": "Pages" }, h("ul", {}, items, h("li", { class: "only-narrow" }, button))),
    h("div", { class: "nav-foot" }, foot));
  attachMenu(button, {
    label: "More",
    items: () => [...others.map(({ name, label }) => ({ label, kind: "one", checked: name === current, act: () => go(addressOf(name)) })), ...more()],
  });

  return {
    headAction,

    /** Marks the current page, and updates the addresses. */
    showCurrent(name) {
      current = name;
      for (const [other, { link, address }] of links) {
        link.setAttribute("href", address());
        if (other === name) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
      }
      button.toggleAttribute("data-current", others.some((other) => other.name === name));
    },

    /** Shows a number beside a page, if there is one, with its meaning as a tooltip, or removes it. */
    showCount(name, number, text) {
      if (!links.has(name)) return;
      const { link, label, number: element } = links.get(name);
      element.textContent = number ? count(number) : "";
      element.title = number ? text : "";
      link.setAttribute("aria-label", number ? `${label}, ${text}` : label);
    },
  };
}

/** A button that cycles through the themes. */
export function themeButton() {
  const theme = globalThis.firesteelTheme, text = h("span", {}, `Theme: ${theme.current}`);
  const next = () => {
    theme.current = theme.names[(theme.names.indexOf(theme.current) + 1) % theme.names.length];
    text.textContent = `Theme: ${theme.current}`;
  };
  return h("button", { class: "button quiet", type: "button", on: { click: next } }, icon("theme"), text);
}

/** The themes as items of a menu. */
export function themeItems() {
  const theme = globalThis.firesteelTheme;
  return [{ heading: "Theme" }, ...theme.names.map((name) => ({
    label: { system: "System", light: "Light", dark: "Dark" }[name],
    kind: "one", checked: theme.current === name, act: () => { theme.current = name; },
  }))];
}
