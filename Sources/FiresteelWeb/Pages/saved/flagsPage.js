// The page of flags: those of the report, and the last recorded values of the run.

import { fill, h, setText } from "../kit/dom/dom.js";
import { state } from "../kit/dom/states.js";
import { counted } from "../kit/text/format.js";
import { flagTable } from "../inspector/flags/flagTable.js";
import { partElements } from "./reportPart.js";

/** Mounts the page. */
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
