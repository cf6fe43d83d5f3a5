// Redraws a page's content, after which scroll positions and focus are as before.

import { Place } from "../../kit/app/place.js";

export function redraw(page, draw) {
  const place = Place.of(page.main);
  draw();
  place.scroll(page.main);
  place.focus(page.main);
}

/** Redraws a list with rows added at its end: it isn't scrolled to the new end. */
export function redrawGrown(page, draw) {
  const place = Place.of(page.main);
  draw();
  place.focus(page.main);
}
