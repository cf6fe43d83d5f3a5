// The effect of a change, in one line.

import { textOf } from "../../kit/dom/drawn.js";
import { counted } from "../../kit/text/format.js";
import { audience, offDeed, offRule } from "../switchOff/offRule.js";
import { itemName } from "../text/itemLines.js";
import { nameOf, stateOf } from "../text/flagState.js";
import { planDeed } from "../text/plans.js";

/** The members that differ, without those that the server writes. */
const fieldsOf = ({ kind, before, after }) => [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  .filter((name) => !(kind === "experiment" && ["slots", "phase"].includes(name)) && textOf(before?.[name]) !== textOf(after?.[name]));

const fieldNames = { isArchived: "archive", isOn: "the switch", if: "conditions", isAny: "conditions", otherwise: "everyone else", off: "value while off", exclusionGroup: "exclusion group",
  arms: "variants", weights: "variants", unit: "the split", primary: "the primary metric", secondary: "secondary metrics", window: "days that count", days: "the length", excluded: "sessions left out" };
const listed = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Members of items in a sentence: “everyone else and rules”. */
export const fieldList = (fields) => listed.format(new Set(fields.map((name) => fieldNames[name] ?? name)));

/** The effect of a difference in rules alone: “added a rule to”, “removed 2 rules from”, “changed rules of”. */
function rulesDeed({ rules: before = [] }, { rules: after = [] }) {
  const isIn = (list) => { const texts = new Set(list.map(textOf)); return (rule) => texts.has(textOf(rule)); };
  const number = Math.abs(after.length - before.length), some = number === 1 ? "a rule" : counted(number, "rule");
  if (after.length > before.length && before.every(isIn(after))) return `added ${some} to`;
  return after.length < before.length && after.every(isIn(before)) ? `removed ${some} from` : "changed rules of";
}

/** Whether a difference is one of rules alone, apart from a plan that it paused. */
const isOfRules = (difference) => difference.kind === "targeting" && difference.before && difference.after && /^(added|removed|changed) (a rule|rules|[\d,]+ rules) (to|of|from)$/.test(deed(difference));

/** The effect of one difference, with a verb in the past: “switched off”, “changed rules of”. */
function deed(difference) {
  const { kind, before, after } = difference;
  let fields = fieldsOf(difference);
  if (!before) return kind === "targeting" ? "added" : "created";
  if (!after) return "removed";
  if (kind === "experiment" && fields.includes("state")) return after.state === "running" ? "started" : "ended";
  if (fields.includes("plan")) {
    const text = planDeed(before.plan, after.plan, fields);
    if (text) return text;
    // A plan that pauses with another change follows from it.
    if (fields.length > 1) fields = fields.filter((name) => name !== "plan");
  }
  if (fields.length === 1 && fields[0] === "isOn") return after.isOn ? "switched on" : "switched off";
  if (fields.length === 1 && fields[0] === "isArchived") return after.isArchived ? "archived" : "restored";
  if (kind === "targeting" && fields.length === 1 && fields[0] === "rules") return rulesDeed(before, after);
  // Rules that were changed together with the switch are in the state that follows.
  if (fields.includes("isOn") && fields.every((name) => ["isOn", "rules", "otherwise", "off"].includes(name))) return after.isOn ? "switched on" : "switched off";
  return `changed ${fields.length === 0 && kind === "experiment" ? "the place in the layer" : fieldList(fields)} of`;
}

/** The name of an author: a plan is that of the person who started it. */
export const authorName = ({ name, source }) => (source === "plan" ? (name ? `${name}’s plan` : "A plan") : name);

/** The act of a plan, after its name: “Mara Lindt’s plan took step 2 for”. */
const byPlan = (text) => text.replace(/^took step (\d+) of the plan of$/, "took step $1 for").replace(/^paused the plan of$/, "paused itself for");

/** The differences that say the most: a new flag represents its targetings. */
function essential(differences) {
  const created = new Set(differences.filter(({ kind, before }) => kind === "flag" && !before).map(({ name }) => name));
  const removed = new Set(differences.filter(({ kind, after }) => kind === "flag" && !after).map(({ name }) => name));
  return differences.filter(({ kind, name }) => kind !== "targeting" || (!created.has(name) && !removed.has(name)));
}

/** A change in one line, without its author; with `key` only what it did to that item. */
export function headline({ differences, kind, isShortened, author, reverts }, program, key) {
  if (isShortened) return `${kind === "import" ? "imported" : "changed"} ${counted(new Set(differences.map(({ kind: own, name }) => `${own} ${name}`)).size, "item")}`;
  const list = essential(differences).filter(({ name }) => key === undefined || name === key);
  if (list.length === 0) return kind === "import" ? "imported flags" : "changed no flags or segments";
  const [first] = list, { environment } = first;
  // Rules alone don’t change the state, which would read as the result: “Off”.
  const state = first.kind === "targeting" && first.after && first.before && !isOfRules(first) && !/^(started|paused|resumed|stopped|finished|edited|removed) (a|the) plan/.test(deed(first)) && (!/switched/.test(deed(first)) || (first.after.isOn && fieldsOf(first).length > 1))
    ? `: ${stateOf(program.flags.get(first.name)?.value ?? { variants: [] }, first.after).word}` : "";
  const name = key === undefined ? ` ${itemName(first, program)}` : environment ? ` ${program.environmentNamed(environment)?.name.toLowerCase() ?? environment}` : ` ${program.flags.has(key) ? nameOf(program.flags.get(key)) : key}`;
  const more = list.length > 1 ? ` and ${list.length - 1} more` : "";
  if (reverts !== undefined) {
    // Its differences are those of the other change the other way round, which would read as if they were someone’s edits.
    const result = first.kind === "targeting" && first.after ? `: ${stateOf(program.flags.get(first.name)?.value ?? { variants: [] }, first.after).word}` : "";
    return `reverted change ${reverts} ${key === undefined ? "of" : "in"}${name}${result}${more}`;
  }
  const rule = isOfRules(first) && offRule(first, program);
  if (rule) return `${key === undefined ? offDeed(first, program) : `switched off in${name} ${audience(rule).replace(/^in /, "for ")}`}${more}`;
  const verb = key === undefined ? (author?.source === "plan" ? byPlan(deed(first)) : deed(first)) : deed(first).replace(/^(switched \w+|added)$/, "$1 in").replace(/ plan (of|for)$/, " plan in").replace(/(rules?) (of|to|from)$/, "$1 in");
  return `${verb}${name}${state}${more}`;
}
