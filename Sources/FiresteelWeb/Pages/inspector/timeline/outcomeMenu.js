// The outcomes of actions as the items of a menu, to choose some of them.

import { outcomeWord } from "../marks.js";

const words = {
  "success": "successful action",
  "closing": "action that closed its stack",
  "failure": "failure",
  "failure-closing": "failure that closed its stack",
  "cancelled": "cancelled action",
  "in-flight": "action in flight",
  "unknown": "action that ended unseen",
};
/** Chosen with failures, as the interface has it. */
const covers = { "failure-closing": "failure" };

/** The outcomes of an address, without what isn’t one. */
export const readOutcomes = (text = "") => new Set(text.split(",").filter((name) => Object.hasOwn(words, name)));

/** What one of them would be called: “No cancelled action matches”. */
export const wantedWord = (chosen) => (chosen.size === 1 && words[[...chosen][0]]) || "action";

/** “Outcome: any”, “Outcome: cancelled”, “Outcome: 2 chosen”. `ended` is whether the run is over. */
export function outcomeLabel(chosen, ended) {
  if (chosen.size !== 1) return `Outcome: ${chosen.size ? `${chosen.size} chosen` : "any"}`;
  return `Outcome: ${outcomeWord([...chosen][0], ended).toLowerCase()}`;
}

/** The chosen ones with another one more, or less. */
export function toggled(chosen, name) {
  const after = new Set(chosen);
  if (after.delete(name)) return after;
  for (const [part, whole] of Object.entries(covers)) if (whole === name) after.delete(part);
  return after.add(name);
}

/** Items to tick. `chosen()` answers what is chosen; `change` is called with what is then; `counts` are those that are known. */
export function outcomeItems({ chosen, counts, ended, change }) {
  const now = chosen();
  return [
    { label: "Any outcome", kind: "one", checked: now.size === 0, act: () => change(new Set()) },
    ...Object.keys(words).map((name) => {
      const within = now.has(covers[name]);
      return {
        label: outcomeWord(name, ended), mark: name, note: counts[name], kind: "any", level: covers[name] ? 2 : 1,
        checked: now.has(name) || within, disabled: within, act: () => change(toggled(chosen(), name)),
      };
    }),
  ];
}
