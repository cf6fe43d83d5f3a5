// Where a reader is in a page: what is scrolled how far, and what has the focus.

const scrollers = (main) => [main, ...main.querySelectorAll(".scroll, [data-scrolls]")];

/** What finds an element again in another drawing of its page: numbers in identifiers are new each time. */
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

  /** The reader's place in a page's main element. */
  static of(main) {
    const scrolled = scrollers(main).map((element) => ({
      top: element.scrollTop, atEnd: element.scrollTop > 0 && element.scrollTop + element.clientHeight >= element.scrollHeight - 2,
    }));
    const focused = document.activeElement;
    return new Place(scrolled, main.contains(focused) && focused !== main ? descriptionOf(focused) : undefined);
  }

  /** Scrolls a page as it was. A list that was at its end follows what is added, and does so again. */
  scroll(main) {
    scrollers(main).forEach((element, index) => {
      const before = this.scrolled[index];
      if (before?.top > 0) element.scrollTop = before.atEnd ? element.scrollHeight : before.top;
    });
  }

  /** Moves the focus to where it was. Returns whether it is still there. */
  focus(main) {
    const element = this.focused && main.querySelector(this.focused);
    element?.focus({ preventScroll: true });
    return Boolean(element) && document.activeElement === element;
  }
}
