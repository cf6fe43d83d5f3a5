// The scroll positions and the focus of a page.

const scrollers = (main) => [main, ...main.querySelectorAll(".scroll, [data-scrolls]")];

/** A selector that finds an element after a redraw; generated numbers in identifiers change. */
function descriptionOf(element) {
  if (element.id && !/\d$/.test(element.id)) return `#${CSS.escape(element.id)}`;
  for (const name of ["data-key", "data-focus", "href", "aria-label"]) {
    const value = element.getAttribute(name);
    if (value) return `${element.localName}[${name}="${CSS.escape(value)}"]`;
  }
  return undefined;
}

export class Place {
  constructor(scrolled, focused) { Object.assign(this, { scrolled, focused }); }

  /** The scroll positions and focus in a page's main element. */
  static of(main) {
    const scrolled = scrollers(main).map((element) => ({
      top: element.scrollTop, atEnd: element.scrollTop > 0 && element.scrollTop + element.clientHeight >= element.scrollHeight - 2,
    }));
    const focused = document.activeElement;
    return new Place(scrolled, main.contains(focused) && focused !== main ? descriptionOf(focused) : undefined);
  }

  /** Restores the scroll positions. A list that followed its end follows it again. */
  scroll(main) {
    scrollers(main).forEach((element, index) => {
      const before = this.scrolled[index];
      if (before?.top > 0) element.scrollTop = before.atEnd ? element.scrollHeight : before.top;
    });
  }

  /** Restores the focus. Returns whether its element still exists. */
  focus(main) {
    const element = this.focused && main.querySelector(this.focused);
    element?.focus({ preventScroll: true });
    return Boolean(element) && document.activeElement === element;
  }
}
