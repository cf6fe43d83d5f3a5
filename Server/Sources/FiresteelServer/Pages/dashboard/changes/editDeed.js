// The effect of an edit of a pending change, as an infinitive.

import { plain } from "../text/conditions.js";
import { isBool, offVariant, percent, totalOf, variantWord } from "../text/flagState.js";
import { resultParts } from "../text/sentences.js";
import { fieldList } from "./changeText.js";

/** A result in a few words: “wide”, “on for 75 %”. */
function resultWord(flag, result, targeting) {
  if (!result) return variantWord(flag, offVariant(flag, targeting));
  if (!result.split || !isBool(flag)) return plain(resultParts(result, flag));
  const on = result.split.filter(({ variant }) => flag.variants.find(({ name }) => name === variant)?.value === true);
  return `on for ${percent(totalOf(on), totalOf(result.split))}`;
}

/** The state of a new targeting: “off”, “on for 75 %”. */
function newState(flag, targeting) {
  if (!targeting.isOn) return "off";
  return targeting.logic === undefined ? resultWord(flag, targeting.otherwise, targeting) : "with a custom rule";
}

/** The result for everyone else: “everyone: classic → wide”, “everyone: on for 75 %”. */
function fallbackText(flag, before, after) {
  const [old, now] = [before && resultWord(flag, before.otherwise, before), resultWord(flag, after.otherwise, after)];
  return `${after.rules?.length ? "everyone else" : "everyone"}: ${old === undefined || old === now || after.otherwise?.split ? now : `${old} → ${now}`}`;
}

/** The effect of an edit: “switch it on”, “change rules”, “everyone: classic → wide”. */
export function editDeed({ kind, name, environment, create, remove, set = {}, clear = [] }, program) {
  const known = program?.flags.get(name), flag = known?.value;
  if (create) return kind === "flag" ? "create it" : flag ? `add it, ${newState(flag, create)}` : "add it";
  if (remove) return "remove it";
  if (kind === "experiment" && set.state) return set.state === "running" ? "start it" : set.decision?.arm ? `end it, and ship “${set.decision.arm}”` : "end it";
  const fields = [...Object.keys(set), ...clear];
  if (fields.length === 1 && fields[0] === "isArchived") return set.isArchived ? "archive it" : "restore it";
  const before = known?.targetings.get(environment)?.value, deeds = [];
  const take = (field, text) => { fields.splice(fields.indexOf(field), 1); deeds.push(text); };
  const namesFallback = kind === "targeting" && flag && fields.includes("otherwise");
  if (fields.includes("isOn") && (fields.length === 1 || (namesFallback && fields.length === 2))) take("isOn", set.isOn ? "switch it on" : "switch it off");
  if (namesFallback) {
    const after = { ...before, ...set };
    for (const field of clear) delete after[field];
    take("otherwise", fallbackText(flag, before, after));
  }
  return [...(fields.length ? [`change ${fieldList(fields)}`] : []), ...deeds].join(", ");
}
