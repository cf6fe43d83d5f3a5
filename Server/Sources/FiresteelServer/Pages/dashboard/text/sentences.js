// Rules as sentences. The server describes what is saved; these functions describe unsaved edits, and show both.

import { h } from "../../kit/dom/dom.js";
import { addressOf } from "../app/routes.js";
import { conditionsParts } from "./conditions.js";
import { percent, totalOf, variantWord } from "./flagState.js";

const text = (words) => ({ kind: "text", text: words }), then = (words) => ({ kind: "then", text: words });

/** The result of a rule as parts. */
export function resultParts(result, flag) {
  if (!result) return [then(variantWord(flag, undefined))];
  if (!result.split) return [then(variantWord(flag, result.variant))];
  const total = totalOf(result.split);
  const shares = result.split.flatMap(({ variant, weight }, index) =>
    [...(index ? [text(", ")] : []), (index ? text : then)(`${percent(weight, total)} ${variantWord(flag, variant)}`)]);
  return [...shares, text(`, by ${!result.by || result.by === "targetingKey" ? "person" : result.by}`)];
}

/** A rule as parts. */
export const ruleParts = (rule, flag, segments) =>
  [text("If "), ...conditionsParts(rule.if ?? [], segments), text(", then "), ...resultParts(rule.then, flag), text(".")];

/** A sentence as a paragraph: parts of the scripts, or those of the server, whose results are variants. */
export function sentence(parts, className = "says") {
  return h("p", { class: className }, parts.map(({ kind, text: words, key }) =>
    kind === "term" ? h("span", { class: "term" }, words)
      : kind === "segment" ? h("a", { class: "term", href: addressOf("segments", { query: { segment: key } }) }, words)
        : kind === "then" || kind === "variant" ? h("span", { class: "then" }, words)
          : kind === "emphasis" ? h("strong", { class: "strong" }, words) : words));
}
