// The dialog for a file that changed on disk since it was opened.

import { choose } from "/kit/overlays/dialogs.js";
import { difference } from "./diff.js";
import { h } from "/kit/dom/dom.js";

/** Resolves to "mine", "theirs", or `undefined` if the user decides later. */
export async function askWhichToKeep(title, mine, theirs) {
  // Both versions are lost by one of the last two, so neither has the focus.
  const choices = [
    { name: "Not now", focused: true },
    { name: "Use version on disk", value: "theirs", kind: "danger" },
    { name: "Keep mine", value: "mine", kind: "danger" },
  ];
  const chosen = await choose({
    title: `“${title}” has changed on disk`,
    body: [
      h("p", {}, "The file was changed after you opened it. Saving your text replaces those changes."),
    ],
    choices: [choices[0], { name: "Compare", value: "compare" }, ...choices.slice(1)],
  });
  if (chosen !== "compare") return chosen;
  return choose({
    title: `Two versions of “${title}”`, wide: true, choices,
    body: [
      h("p", { class: "legend" }, h("span", {}, "+ only in your text"), h("span", {}, "− only on disk")),
      differences(difference(theirs, mine), { mine: "Yours", theirs: "On disk" }),
    ],
  });
}

/** The changes with three lines of context; longer unchanged stretches are folded to their number of lines. `names` are the texts’ names. */
export function differences(lines, names) {
  const near = lines.map((_, index) => lines.slice(Math.max(0, index - 3), index + 4).some(({ kind }) => kind !== "same"));
  const box = h("div", { class: "diff", tabIndex: 0, role: "region", "aria-label": "Differences" });
  for (let index = 0; index < lines.length; index++) {
    if (near[index]) {
      const { kind, line } = lines[index];
      const row = h("p", { class: kind });
      if (kind !== "same") row.append(h("span", { class: "said" }, `${names[kind]}: `));
      row.append(line);
      box.append(row);
    } else {
      let count = 0;
      while (index < lines.length && !near[index]) { count++; index++; }
      index--;
      box.append(h("p", { class: "left-out" }, count === 1 ? "1 unchanged line" : `${count} unchanged lines`));
    }
  }
  return box;
}
