// Items as lines of text, and the difference of two items.

import { h } from "../../kit/dom/dom.js";
import { textOf } from "../../kit/dom/drawn.js";
import { counted } from "../../kit/text/format.js";
import { conditionsParts, plain } from "./conditions.js";
import { exclusionText, metricName } from "./experiments.js";
import { planLines } from "./plans.js";
import { offVariant, variantWord } from "./flagState.js";
import { resultParts, ruleParts } from "./sentences.js";

const fieldNames = { isArchived: "archived", exclusionGroup: "exclusion group", isAny: "any condition is enough", unit: "split by" };

/** The lines of a targeting. */
function targetingLines(value, flag, segments) {
  const lines = [value.isOn ? "on" : "off"];
  for (const [index, rule] of (value.rules ?? []).entries()) lines.push(`${index + 1}. ${rule.name ? `${rule.name}: ` : ""}${plain(ruleParts(rule, flag, segments))}`);
  if (value.logic !== undefined) lines.push(`JsonLogic: ${JSON.stringify(value.logic)}`);
  else lines.push(`everyone else: ${value.otherwise ? plain(resultParts(value.otherwise, flag)) : variantWord(flag, offVariant(flag, value))}`);
  if ("off" in value) lines.push(`while off: ${variantWord(flag, value.off)}`);
  return [...lines, ...planLines(value.plan, value.rules), ...otherLines(value, ["isOn", "rules", "otherwise", "logic", "off", "plan"])];
}

function flagLines(value) {
  const variants = (value.variants ?? []).map(({ name, value: own }) => `variant ${name}: ${JSON.stringify(own)}`);
  return [...otherLines(value, ["variants"]), ...variants];
}

function segmentLines(value, segments) {
  const conditions = value.if ?? [], people = value.people ?? [];
  return [...otherLines(value, ["if", "people"]),
    ...(conditions.length ? [`if ${plain(conditionsParts(conditions, segments, value.isAny ? "or" : "and"))}`] : []),
    ...people.map((person) => `person ${person}`)];
}

/** The lines of an experiment, in the words of its page; `value` may be a part of it. */
function experimentLines(value, segments) {
  const metric = (one, label) => `${label}: ${metricName(one, value)}, ${one.direction === "decrease" ? "less" : "more"} is better`;
  const { arms = [], weights = arms.map(() => 1), share, if: conditions = [], primary, guardrails = [], secondary = [], window: counting, days, excluded = [], decision } = value, total = weights.reduce((sum, one) => sum + one, 0);
  return [
    ...otherLines(value.unit === "targetingKey" ? { ...value, unit: "person" } : value, ["holdout", "share", "arms", "weights", "if", "primary", "guardrails", "secondary", "window", "days", "excluded", "decision", "slots"]),
    ...(share === undefined ? [] : [value.holdout ? `holdout: ${share} % of all people` : `share: ${share} %`]),
    ...(arms.length === 0 && weights.length > 0 ? [`weights: ${weights.join(" to ")}`] : []),
    ...arms.map((arm, index) => `variant ${arm}${index === 0 ? ", the control" : ""}: ${Number(((100 * weights[index]) / total).toFixed(2))} %`),
    ...(conditions.length ? [`takes part: if ${plain(conditionsParts(conditions, segments))}`] : []),
    ...(primary ? [metric(primary, "primary metric")] : []),
    ...guardrails.map((one) => `${metric(one, "guardrail")}, at most ${Number((100 * (one.margin ?? 0.05)).toFixed(2))} % worse`),
    ...secondary.map((one) => metric(one, "secondary metric")),
    ...(counting ? [`counted: ${counted(counting, "day")} from the first exposure`] : []),
    ...(days ? [`length: at most ${counted(days, "day")}`] : []),
    ...excluded.map((one) => `left out: phase ${one.phase}, ${exclusionText(one)}`),
    ...(decision?.arm ? [`decision: ship ${decision.arm}`] : []),
  ];
}

const otherLines = (value, known) => Object.entries(value).filter(([name]) => !known.includes(name)).sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, own]) => `${fieldNames[name] ?? name}: ${typeof own === "string" ? own : Array.isArray(own) && own.every((one) => typeof one === "string") ? own.join(", ") : JSON.stringify(own)}`);

/** The lines of an item. */
export function linesOf(item, value, program) {
  if (!value) return [];
  if (item.kind === "targeting") return targetingLines(value, program.flags.get(item.name)?.value ?? { variants: [] }, program.segments);
  if (item.kind === "experiment") return experimentLines(value, program.segments);
  return item.kind === "flag" ? flagLines(value) : segmentLines(value, program.segments);
}

/** Two lists of lines compared: `[kind, line]` with `del`, `ins` or `same`. */
export function compared(before, after) {
  const longest = before.map(() => new Array(after.length + 1).fill(0)).concat([new Array(after.length + 1).fill(0)]);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) longest[i][j] = before[i] === after[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
  }
  const found = [];
  let i = 0, j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) { found.push(["same", before[i]]); i += 1; j += 1; }
    else if (j >= after.length || (i < before.length && longest[i + 1][j] >= longest[i][j + 1])) found.push(["del", before[i++]]);
    else found.push(["ins", after[j++]]);
  }
  return found;
}

/** The changed lines of an item, as code: those of the server, or for the sides of a conflict those of the scripts. */
export function differenceOf(difference, program) {
  const lines = difference.lines?.map(({ isAdded, text }) => [isAdded ? "ins" : "del", text])
    ?? compared(linesOf(difference, difference.before, program), linesOf(difference, difference.after, program)).filter(([kind]) => kind !== "same");
  if (lines.length === 0) lines.push(["ins", `${textOf(difference.before) === textOf(difference.after) ? "no difference" : "the order of fields"}`]);
  return h("code", { class: "code diff", tabIndex: 0, role: "group", "aria-label": "Difference" }, lines.map(([kind, line]) => h(kind, {}, line)));
}

/** The name of an item: “Fast Save in production”, “segment Employees”. */
export function itemName({ kind, name, environment, after, before }, program) {
  const own = kind === "targeting" ? undefined : after?.name ?? before?.name;
  if (kind === "experiment") return `experiment ${own ?? name} in ${program.environmentNamed(environment)?.name.toLowerCase() ?? environment}`;
  if (kind === "segment") return program.segments.get(name)?.value.name ?? own ?? name;
  const flag = program.flags.get(name)?.value.name ?? own ?? name;
  return kind === "targeting" ? `${flag} in ${program.environmentNamed(environment)?.name.toLowerCase() ?? environment}` : flag;
}
