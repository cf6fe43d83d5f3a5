// The pages of a file: a run's end, the flags, and a report's sections.

import { showRun } from "../run/end/runDetail.js";
import { endedAbnormally } from "../run/end/runText.js";
import { fill, h, setText } from "../kit/dom/dom.js";
import { state } from "../kit/dom/states.js";
import { counted } from "../kit/text/format.js";
import { flagTable } from "../run/flagTable.js";
import { partElements } from "../run/end/reportPart.js";

/** Mounts the page of a run's end. */
export function mountRun(page) {
  page.load(async () => {
    const { run } = page.readQuery(), facts = await page.transport.get(`runs/${encodeURIComponent(run)}`);
    page.heading.textContent = endedAbnormally(facts) ? "Crash" : "Run";
    showRun(page.byId("detail"), facts, { page, now: page.shared.program.now });
  });
}

/** Mounts the page of flags: those of the report, and the last recorded values of the run. */
export function mountFlags(page) {
  const { byId, readQuery, writeQuery } = page;

  function show() {
    const { flag: key, text = key ?? "", run } = readQuery(), wanted = text.trim().toLowerCase(), { report, app } = page.shared;
    const flags = app.runOf("", { run })?.flagsInEffect ?? [], section = report?.sections.find(({ identifier }) => identifier === "flags");
    const matches = (texts) => !wanted || texts.some((one) => one && String(one).toLowerCase().includes(wanted));
    const found = flags.filter(({ flag, value, provider, variant }) => matches([flag, value, provider, variant]));
    fill(byId("content"),
      found.length > 0 && h("section", { class: "section" }, h("h2", {}, "Last recorded values"), flagTable(found)),
      section && h("section", { class: "section" }, h("h2", {}, section.title), partElements(section.parts, { matches: wanted ? matches : undefined })),
      !section && !found.length && state({ symbol: "flags", title: flags.length ? "No matching flags" : "No flags recorded", text: flags.length ? undefined : "No flag was read or changed while this run was recorded." }));
    setText(byId("facts"), flags.length ? `${counted(flags.length, "flag")} recorded` : "");
    if (byId("search").value.trim() !== text.trim()) byId("search").value = text;
  }

  byId("search").addEventListener("input", (event) => { writeQuery({ text: event.target.value, flag: undefined }); show(); });
  page.onStep(show);
  page.load(async () => show());
}

const ownPages = { timeline: "#timeline", logs: "#logs", flags: "#flags" };

/** Mounts the page of a report's sections. */
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
