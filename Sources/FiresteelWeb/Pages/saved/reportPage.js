// The page of a report's sections.

import { fill, h } from "../kit/dom/dom.js";
import { partElements } from "./reportPart.js";

const ownPages = { timeline: "#timeline", logs: "#logs", flags: "#flags" };

/** Mounts the page. */
export function mountReport(page) {
  const { report, app } = page.shared;
  page.load(async () => {
    const own = { ...ownPages, "crashed-run": app.crashed && `#run?run=${encodeURIComponent(app.crashed.id)}` };
    const here = report.sections.filter(({ identifier }) => identifier !== "flags" && identifier !== "logs");
    fill(page.byId("content"),
      h("nav", { class: "contents", "aria-label": "Sections" }, h("ul", {}, report.sections.map(({ identifier, title }) =>
        h("li", {}, h("a", { href: own[identifier] ?? `#report?section=${identifier}` }, title))))),
      here.map(({ identifier, title, parts }) => h("section", { class: "section", id: `section-${identifier}`, "aria-label": title },
        h("h2", { tabIndex: -1 }, title), partElements(parts, { link: own[identifier] }))));
    show();
  });
  page.onStep(show);

  function show() {
    const { section } = page.readQuery(), element = section && page.main.querySelector(`#section-${CSS.escape(section)}`);
    element?.scrollIntoView();
    element?.querySelector("h2").focus({ preventScroll: true });
  }
}
