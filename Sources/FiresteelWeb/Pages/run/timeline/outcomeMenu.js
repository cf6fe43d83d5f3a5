// A menu for selecting outcomes of actions.

import { outcomeWord } from "../marks.js";

const nouns = {
  "success": "successful actions",
  "closing": "actions that closed their stack",
  "failure": "failures",
  "failure-closing": "failures that closed their stack",
  "cancelled": "cancelled actions",
  "in-flight": "actions in flight",
  "unknown": "actions with an unknown outcome",
};
/** Outcomes that are selected together with another one. */
const covers = { "failure-closing": "failure" };

/** The valid outcomes of an address. */
export const readOutcomes = (text = "") => new Set(text.split(",").filter((name) => Object.hasOwn(nouns, name)));

/** The noun for the selected outcomes, as in “No matching cancelled actions”. */
export const outcomeNoun = (selected) => (selected.size === 1 && nouns[[...selected][0]]) || "actions";

/** “Outcome: any”, “Outcome: cancelled”, “Outcome: 2 selected”. `ended` is whether the run has ended. */
export function outcomeLabel(selected, ended) {
  if (selected.size !== 1) return `Outcome: ${selected.size ? `${selected.size} selected` : "any"}`;
  return `Outcome: ${outcomeWord([...selected][0], ended).toLowerCase()}`;
}

/** The selected outcomes with one added or removed. */
export function toggled(selected, name) {
  const after = new Set(selected);
  if (after.delete(name)) return after;
  for (const [part, whole] of Object.entries(covers)) if (whole === name) after.delete(part);
  return after.add(name);
}

/** Checkable items. `selected()` returns the selected outcomes; `change` is called with the new ones; `counts` are the known counts. */
export function outcomeItems({ selected, counts, ended, change }) {
  const now = selected();
  return [
    { label: "Any outcome", kind: "one", checked: now.size === 0, act: () => change(new Set()) },
    ...Object.keys(nouns).map((name) => {
      const within = now.has(covers[name]);
      return {
        label: outcomeWord(name, ended), mark: name, note: counts[name], kind: "any", level: covers[name] ? 2 : 1,
        checked: now.has(name) || within, disabled: within, act: () => change(toggled(selected(), name)),
      };
    }),
  ];
}
