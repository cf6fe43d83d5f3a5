// The data of this file, which is JSON in scripts of another type.

import { SavedRun } from "./savedRun.js";

/** `{runs, report}`. Each element is freed once it is read. */
export function readData(within = document) {
  const runs = [];
  let report;
  for (const element of within.querySelectorAll("script.data[type='application/json']")) {
    const { kind, name } = element.dataset, objects = JSON.parse(element.textContent);
    element.remove();
    if (kind === "run") runs.push(new SavedRun(name, objects));
    if (kind === "report") report = readReport(objects);
  }
  return { runs, report };
}

/** A report: its title and its sections `{identifier, title, parts}`. */
export function readReport([head, ...sections]) {
  return { ...head, sections: sections.map((section) => ({ ...section, parts: section.parts.filter(Boolean) })) };
}
