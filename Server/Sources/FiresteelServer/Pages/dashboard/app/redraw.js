// Redraws a page's content, after which scroll positions and focus are as before. An open menu stays: the content is
// redrawn when it closes.

import { Place } from "../../kit/app/place.js";

export function redraw(page, draw) {
  whileNoMenu(page, draw, () => {
    const place = Place.of(page.main);
    draw();
    place.scroll(page.main);
    place.focus(page.main);
  });
}

/** Redraws a list with rows added at its end: it isn't scrolled to the new end. */
export function redrawGrown(page, draw) {
  whileNoMenu(page, draw, () => {
    const place = Place.of(page.main);
    draw();
    place.focus(page.main);
  });
}

/** Redraws at once, or once an open menu has closed. What waits is the page's, by what draws it. */
function whileNoMenu(page, draw, act) {
  const menu = page.main.querySelector(".menu:popover-open");
  if (!menu) { act(); return; }
  if (page.waiting?.menu === menu) { page.waiting.acts.set(draw, act); return; }
  const acts = new Map([[draw, act]]);
  page.waiting = { menu, acts };
  const closed = new AbortController(), signal = AbortSignal.any([closed.signal, page.signal]);
  menu.addEventListener("toggle", ({ newState }) => {
    if (newState !== "closed") return;
    closed.abort();
    page.waiting = undefined;
    for (const redrawing of acts.values()) redrawing();
  }, { signal });
}
