// Whom a flag can be switched off for because of a group of reports, and the rules for it.

import { compareVersions } from "../insight/versions.js";
import { isBool, nameOf, offVariant } from "../text/flagState.js";

const versionNames = ["version", "appVersion", "app.version"], systemNames = ["system", "os", "platform"];

/** A system without its minor version: “iOS 26.1” is “iOS 26”. */
export const majorOf = (system) => system.match(/^.*?\d+(?=[.\s]|$)/)?.[0] ?? system;

/** The names of the attributes that have version and system, of those that are `known`. */
export function attributeNames(known) {
  const names = new Set(known.map(({ name }) => name)), found = (candidates) => candidates.find((name) => names.has(name));
  return { version: found(versionNames) ?? versionNames[0], system: found(systemNames) ?? systemNames[0], isVersionKnown: Boolean(found(versionNames)), isSystemKnown: Boolean(found(systemNames)) };
}

/**
 * The flags that the affected sessions were exposed to and that can be switched off in an environment, those that stand out
 * first: `{flag, targeting, off, affected, affectedShare, allShare}`.
 */
export function switchable({ group, who }, program, environment) {
  const keys = new Set([...who.variants.map(({ flag }) => flag), ...(group.flags ?? [])]);
  return [...keys].flatMap((key) => {
    const flag = program.flags.get(key), targeting = flag?.targetings.get(environment.id);
    if (!flag || flag.value.isArchived || !targeting?.value.isOn) return [];
    const off = offVariant(flag.value, targeting.value), exposed = who.variants.filter((one) => one.flag === key && one.variant !== off);
    if (exposed.length === 0 && who.variants.some((one) => one.flag === key)) return [];
    const sum = (name) => exposed.reduce((total, one) => total + one[name], 0);
    return [{ flag, targeting, off, variants: exposed.map(({ variant }) => variant), affected: sum("affected"), affectedShare: sum("affectedShare"), allShare: sum("allShare") }];
  }).sort((one, other) => (other.affectedShare - other.allShare) - (one.affectedShare - one.allShare) || nameOf(one.flag).localeCompare(nameOf(other.flag), "en"));
}

/** The flag that the data names as the suspect of a group, of those that can be switched off; `undefined` unless it is one. `compared` is what was compared, if anything. */
export function suspectedFlag(choices, { group }, compared) {
  if (choices.length === 1) return choices[0].flag;
  const named = new Set([group.suspect?.flag, ...(compared?.suspects ?? []).filter(({ verdict }) => verdict === "conclusive").map(({ flag }) => flag)]);
  const found = choices.filter(({ flag }) => named.has(flag.key));
  return found.length === 1 ? found[0].flag : undefined;
}

/** The edit that switches a flag off for everyone, or adds a rule before the others. */
export function editOf({ flag, targeting, off }, environment, { conditions, variant, id }) {
  const base = { kind: "targeting", name: flag.key, environment: environment.id, base: targeting.change };
  if (variant !== undefined) return { ...base, set: withoutVariant(targeting.value, variant, off) };
  if (!conditions) return { ...base, set: { isOn: false } };
  return { ...base, set: { rules: [ruleOf({ off }, conditions, id), ...(targeting.value.rules ?? [])] } };
}

export const ruleOf = ({ off }, conditions, id) => ({ id, if: conditions, then: { variant: off } });

/** The results of a targeting without a variant, which becomes `off`. */
function withoutVariant(targeting, variant, off) {
  const replaced = (result) => {
    if (!result) return result;
    if (!result.split) return result.variant === variant ? { ...result, variant: off } : result;
    const moved = result.split.filter((one) => one.variant === variant).reduce((sum, { weight }) => sum + weight, 0);
    if (moved === 0) return result;
    const rest = result.split.filter((one) => one.variant !== variant), hasOff = rest.some((one) => one.variant === off);
    return { ...result, split: hasOff ? rest.map((one) => (one.variant === off ? { ...one, weight: one.weight + moved } : one)) : [...rest, { variant: off, weight: moved }] };
  };
  return { ...(targeting.rules ? { rules: targeting.rules.map((rule) => ({ ...rule, then: replaced(rule.then) })) } : {}), ...(targeting.otherwise ? { otherwise: replaced(targeting.otherwise) } : {}) };
}

/** The number of reports that have both, of which `total` have any: exact where one of both has all, else at most this. */
export const both = (one, other, total) => ({ number: Math.min(one, other), isExact: one >= total || other >= total });

/** The flags that need this one, directly or through others. */
export function dependents(program, key) {
  const found = new Map(), queue = [key];
  while (queue.length) {
    const parent = queue.shift();
    for (const flag of program.flags.values()) {
      if (flag.value.parent !== parent || flag.value.isArchived || flag.key === key || found.has(flag.key)) continue;
      found.set(flag.key, flag);
      queue.push(flag.key);
    }
  }
  return [...found.values()];
}

/**
 * For whom: `{id, label, note, conditions, variant, stops, sessions, verb}`. `conditions` are those of the rule, none for everyone;
 * The person of the report is among them only if a rule `reachesPerson`. `stops` is `{number, isExact}` of the affected sessions; `sessions` those of the last 7 days, likewise, or `undefined`.
 */
export function audiences(choice, { facts, report, names, impact: read, version, system, onlyEarlier, reachesPerson }) {
  // Without figures, the columns are empty.
  const impact = Array.isArray(read?.variants) ? read : undefined;
  const { flag, targeting, off, variants, affected } = choice, { what, who } = facts, total = what.sessions;
  const used = (impact?.variants ?? []).filter(({ variant }) => variant !== off), sum = (list) => list.reduce((all, { sessions }) => all + sessions, 0);
  const all = impact && sum(used), upToVersion = impact && version && sum(used.flatMap(({ versions = [] }) => versions).filter((one) => compareVersions(one.version, version) <= 0));
  const affectedBy = (rows, matches) => rows.filter(({ value }) => matches(value)).reduce((number, row) => number + row.affected, 0);
  const everyone = { id: "everyone", label: "Everyone", stops: { number: affected, isExact: true }, sessions: impact && { number: all, isExact: true }, verb: "Switch off for everyone" };
  // A custom rule in JsonLogic has no rules before it, and the program’s default isn't a variant of a rule.
  if (targeting.value.logic !== undefined || off === undefined) return [everyone];
  const list = [everyone], isEarlier = { attribute: names.version, is: "versionAtMost", values: [version] };
  if (system) {
    const stops = both(affected, affectedBy(who.systems, (value) => majorOf(value) === system), total);
    list.push({ id: "system", label: `${system}`, isSystem: true, note: !names.isSystemKnown && `Programs haven’t sent the attribute “${names.system}”.`, stops,
      sessions: impact && { number: onlyEarlier && version ? upToVersion : all, isExact: false }, verb: `Switch off for ${system}`,
      conditions: [{ attribute: names.system, is: "startsWith", values: [system] }, ...(onlyEarlier && version ? [isEarlier] : [])] });
  }
  if (version) {
    list.push({ id: "version", label: `${version} and earlier`, note: !names.isVersionKnown && `Programs haven’t sent the attribute “${names.version}”.`,
      stops: both(affected, affectedBy(who.versions, (value) => compareVersions(value, version) <= 0), total), sessions: impact && { number: upToVersion, isExact: true },
      verb: `Switch off in ${version} and earlier`, conditions: [isEarlier] });
  }
  if (!isBool(flag.value) && variants.length > 1) {
    for (const variant of variants) {
      list.push({ id: `variant-${variant}`, label: `People with ${variant}`, variant, stops: { number: who.variants.find((one) => one.flag === flag.key && one.variant === variant)?.affected ?? 0, isExact: true },
        sessions: impact && { number: sum(used.filter((one) => one.variant === variant)), isExact: true }, verb: `Switch off ${variant}` });
    }
  }
  if (report?.person && reachesPerson) {
    list.push({ id: "person", label: "The person in this report", stops: { number: Math.min(1, affected), isExact: true }, isPerson: true, verb: "Switch off for this person", conditions: personConditions(report) });
  }
  return list;
}

/** The conditions of a rule for the person of a report, whose pseudonym few programs use as targeting key. */
export const personConditions = ({ person }) => [{ attribute: "targetingKey", is: "oneOf", values: [person] }];

/** The audience that the figures suggest: the system that is named, else the affected versions, else everyone. */
export function suggested(list, { who }) {
  const over = (rows) => rows.some(({ affected, affectedShare, allShare }) => affected >= 3 && affectedShare >= 0.8 && allShare <= 0.6);
  if (list.some(({ id, note }) => id === "system" && !note) && over(who.systems)) return "system";
  if (list.some(({ id, note }) => id === "version" && !note) && over(who.versions)) return "version";
  return "everyone";
}
