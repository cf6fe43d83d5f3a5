// The question that is asked when a file changed on disk since it was opened.

import { ask } from "./dialogs.js";
import { difference } from "./diff.js";
import { element } from "./elements.js";

/** Resolves with "mine", "theirs", or undefined where nothing is to be done yet. */
export async function askWhichToKeep(title, mine, theirs) {
  const choices = [
    { name: "Not now" },
    { name: "Take the one on disk", value: "theirs", kind: "danger" },
    { name: "Keep mine", value: "mine", kind: "primary" },
  ];
  const chosen = await ask({
    title: `“${title}” has changed on disk`,
    content: [
      element("p", {}, "Somebody has written the file since you opened it. Saving your text would replace theirs."),
    ],
    choices: [choices[0], { name: "Compare", value: "compare" }, ...choices.slice(1)],
  });
  if (chosen !== "compare") return chosen;
  return ask({
    title: `Two versions of “${title}”`, wide: true, choices,
    content: [
      element("p", { className: "legend" }, element("span", {}, "+ only in your text"), element("span", {}, "− only in the one on disk")),
      shown(difference(theirs, mine)),
    ],
  });
}

/** Three lines around each change; of longer stretches that are the same, how many lines were left out. */
function shown(lines) {
  const near = lines.map((_, index) => lines.slice(Math.max(0, index - 3), index + 4).some(({ kind }) => kind !== "same"));
  const box = element("div", { className: "diff", tabIndex: 0, role: "region", ariaLabel: "Differences" });
  for (let index = 0; index < lines.length; index++) {
    if (near[index]) {
      const { kind, line } = lines[index];
      const row = element("p", { className: kind });
      if (kind !== "same") row.append(element("span", { className: "said" }, kind === "mine" ? "Yours: " : "On disk: "));
      row.append(line);
      box.append(row);
    } else {
      let count = 0;
      while (index < lines.length && !near[index]) { count++; index++; }
      index--;
      box.append(element("p", { className: "left-out" }, count === 1 ? "1 line is the same" : `${count} lines are the same`));
    }
  }
  return box;
}
