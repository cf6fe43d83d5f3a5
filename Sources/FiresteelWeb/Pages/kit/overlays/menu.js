// A menu of a button: choices or commands.

import { fill, h, uniqueId } from "../dom/dom.js";
import { icon } from "../dom/icons.js";
import { plainMark } from "../dom/marks.js";

/**
 * Attaches a menu to a button. `items()` returns, or resolves to, a list of
 * `{label, note, mark, act, checked, kind, level, disabled}`: `kind` is `"one"` (of several) or `"any"` (a checkbox) for
 * items with `checked`; checkboxes leave the menu open. `{heading}` is a heading between items.
 */
export function attachMenu(button, { label, items }) {
  const menu = h("div", { class: "menu", role: "menu", "aria-label": label, popover: "auto", id: uniqueId("menu") });
  button.setAttribute("aria-haspopup", "menu");
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-controls", menu.id);
  button.after(menu);

  /** Shows the menu, or updates an open one with `again`. */
  const show = async ({ again = false, focusAt = 0 } = {}) => {
    let list;
    try { list = await items(); } catch (error) { list = [{ label: error.message, disabled: true }]; }
    if (again && !menu.matches(":popover-open")) return;
    fill(menu, list.map((item) => entry(item, { menu, again: (index) => show({ again: true, focusAt: index }) })));
    if (!menu.matches(":popover-open")) menu.showPopover();
    placeBelow(menu, button);
    entries(menu)[focusAt]?.focus();
  };

  // A click on the button closes an open menu by light dismiss and must not reopen it.
  let wasOpen = false;
  button.addEventListener("pointerdown", () => { wasOpen = menu.matches(":popover-open"); });
  button.addEventListener("click", () => {
    if (wasOpen) { wasOpen = false; menu.hidePopover(); return; }
    show();
  });
  menu.addEventListener("toggle", (event) => button.setAttribute("aria-expanded", String(event.newState === "open")));
  menu.addEventListener("keydown", (event) => keys(event, menu, button));
}

const entries = (menu) => [...menu.querySelectorAll(":scope > [role^='menuitem']")];

function entry(item, { menu, again }) {
  if (item.heading) return h("p", { class: "menu-heading", role: "presentation" }, item.heading);
  const role = { one: "menuitemradio", any: "menuitemcheckbox" }[item.kind] ?? "menuitem";
  const element = h("button", {
    class: "menu-item", type: "button", role, tabIndex: -1, style: { "--level": String(item.level ?? 1) },
    "aria-checked": item.kind ? String(item.checked === true) : undefined,
    "aria-disabled": item.disabled ? "true" : undefined,
  },
  item.kind && h("span", { class: "menu-check", "aria-hidden": "true" }, item.checked && icon("check")),
  item.mark && plainMark(item.mark),
  h("span", { class: "clip" }, item.label),
  item.note !== undefined && h("span", { class: "count push" }, item.note));
  element.addEventListener("click", async () => {
    if (item.disabled) return;
    const index = entries(menu).indexOf(element);
    if (item.kind !== "any") menu.hidePopover();
    await item.act();
    if (item.kind === "any") again(index);
  });
  return element;
}

function keys(event, menu, button) {
  const list = entries(menu), here = list.indexOf(document.activeElement);
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: list.length - 1 }[event.key];
  if (event.key === "Tab" || event.key === "Escape") {
    menu.hidePopover();
    button.focus();
  } else if (to !== undefined) {
    list.at(to % list.length)?.focus();
  } else if (event.key.length === 1 && /\S/.test(event.key)) {
    const starts = (element) => element.textContent.trim().toLowerCase().startsWith(event.key.toLowerCase());
    [...list.slice(here + 1), ...list.slice(0, here + 1)].find(starts)?.focus();
  } else {
    return;
  }
  if (event.key !== "Tab") event.preventDefault();
  event.stopPropagation();
}

/** Places the menu below the button and inside the window, end-aligned if there is no room to the right. */
export function placeBelow(menu, button) {
  const at = button.getBoundingClientRect(), own = menu.getBoundingClientRect(), edge = 8;
  const x = Math.max(edge, Math.min(at.left, innerWidth - own.width - edge));
  const below = innerHeight - at.bottom - edge, y = own.height > below && at.top > below ? at.top - own.height - 4 : at.bottom + 4;
  menu.style.setProperty("left", `${x}px`);
  menu.style.setProperty("top", `${Math.max(edge, y)}px`);
}
