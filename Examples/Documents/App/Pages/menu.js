// The menu, and the theme.

import { byId } from "/kit/dom/dom.js";

/** The menu. */
export function createMenu() {
  const button = byId("menu-button"), menu = byId("menu"), item = "[data-next], [data-command]:not([hidden])";
  let prepare = () => {};

  /** `commands` are functions by the name in `data-command` or `data-next`; `opening()` is called before the menu opens. */
  function setUpMenu(commands, opening) {
    prepare = opening;
    button.addEventListener("click", () => (menu.hidden ? show() : hide()));
    button.addEventListener("keydown", (event) => { if (event.key === "ArrowDown") { event.preventDefault(); show(); } });
    menu.addEventListener("click", (event) => {
      const { next, command = next } = event.target.closest("[data-next], [data-command]")?.dataset ?? {};
      if (command) { hide(); commands[command]?.(); }
    });
    menu.addEventListener("keydown", (event) => {
      const items = [...menu.querySelectorAll(item)], at = items.indexOf(document.activeElement);
      const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
      if (to !== undefined) { event.preventDefault(); items[to % items.length]?.focus(); }
      if (event.key === "Escape") { hide(); button.focus(); }
      if (event.key === "Tab") hide();
    });
    document.addEventListener("pointerdown", (event) => { if (!event.target.closest(".menu-place")) hide(); });
  }

  function check(command, on) {
    menu.querySelector(`[data-command="${command}"]`).setAttribute("aria-checked", on);
  }

  function show() {
    prepare();
    menu.hidden = false;
    button.setAttribute("aria-expanded", true);
    menu.querySelector(item).focus();
  }

  function hide() {
    menu.hidden = true;
    button.setAttribute("aria-expanded", false);
  }

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const current = () => document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");

  /** Applies the stored theme. Returns a function that switches the theme and calls `notify(theme)`. */
  function setUpTheme(notify) {
    const label = () => {
      menu.querySelector("[data-command=theme]").textContent = `Switch to ${current() === "dark" ? "light" : "dark"} theme`;
    };
    if (localStorage.theme === "dark" || localStorage.theme === "light") document.documentElement.dataset.theme = localStorage.theme;
    label();
    dark.addEventListener("change", label);
    return () => {
      const theme = current() === "dark" ? "light" : "dark";
      document.documentElement.dataset.theme = localStorage.theme = theme;
      label();
      notify(theme);
    };
  }

  return { setUpMenu, check, setUpTheme };
}
