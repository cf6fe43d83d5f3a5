// Describes the state of a flag in an environment.

/** The sum of the weights of a split. */
export const totalOf = (split) => split.reduce((sum, { weight }) => sum + weight, 0);

/** A share as a percentage: “25 %”, “0.5 %”. */
export function percent(weight, total) {
  const share = total > 0 ? (weight / total) * 100 : 0;
  return `${Number(share.toFixed(share > 0 && share < 1 ? 2 : 1))} %`;
}

export const isBool = (flag) => flag.type === "boolean" || flag.type === "bool";

/** The name of a flag for people. */
export const nameOf = ({ key, value }) => value.name ?? key;

const valueOf = (flag, variant) => flag.variants.find(({ name }) => name === variant)?.value;

/** A variant in a sentence: “on” or “off” for Bool flags, otherwise its name. */
export const variantWord = (flag, variant) => {
  if (variant === undefined || variant === null) return "the program’s default";
  const value = isBool(flag) ? valueOf(flag, variant) : undefined;
  return value === true ? "on" : value === false ? "off" : variant;
};

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of the variant while a flag is off; `undefined` for the program's default. */
export function offVariant(flag, targeting) {
  if (targeting.off === null) return undefined;
  return targeting.off ?? (isBool(flag) ? flag.variants.find(({ value }) => value === false)?.name : undefined);
}

/**
 * The state of a flag with a targeting, or without one: `{word, detail, kind, share, rest}`. `kind` is `on`, `off`, `rollout`, or
 * `none` without a targeting; `share` is the part of everyone else for whom a Bool flag is on, from 0 to 1.
 * `rest` is the state of everyone else alone, `{word, detail}`, where rules are before it: “On” and “for everyone else, 1 rule”.
 */
export function stateOf(flag, targeting) {
  if (!targeting) return { word: "Not defined", kind: "none" };
  if (!targeting.isOn) {
    const variant = offVariant(flag, targeting), value = isBool(flag) ? valueOf(flag, variant) : undefined;
    return { word: "Off", kind: "off", share: value === true ? 1 : 0, detail: value === false ? "for everyone" : `${variantWord(flag, variant)} for everyone` };
  }
  if (targeting.logic !== undefined) return { word: "Custom rule", kind: "rollout", detail: "in JsonLogic" };
  const count = targeting.rules?.length ?? 0, rules = count === 0 ? undefined : count === 1 ? "1 rule" : `${count} rules`;
  const { otherwise } = targeting;
  if (otherwise?.split) {
    const total = totalOf(otherwise.split);
    if (isBool(flag)) {
      const on = otherwise.split.filter(({ variant }) => valueOf(flag, variant) === true).reduce((sum, { weight }) => sum + weight, 0);
      return { word: [percent(on, total), rules].filter(Boolean).join(", "), kind: "rollout", share: total ? on / total : 0, detail: "on, by rollout" };
    }
    return { word: [otherwise.split.map(({ variant, weight }) => `${variant} ${percent(weight, total)}`).join(", "), rules].filter(Boolean).join(", "), kind: "rollout" };
  }
  const variant = otherwise?.variant ?? offVariant(flag, targeting), value = valueOf(flag, variant);
  const isOff = isBool(flag) ? value !== true : otherwise === undefined;
  const word = isBool(flag) ? capital(variantWord(flag, variant)) : variant ?? "Default";
  return {
    word: rules ? `${word}, ${rules}` : word, kind: isOff && !rules ? "off" : rules ? "rollout" : "on",
    share: isBool(flag) ? (value === true ? 1 : 0) : undefined, detail: rules ? "for everyone else" : "for everyone",
    rest: rules && { word, detail: `for everyone else, ${rules}` },
  };
}

/** Whether a flag is partly rolled out in an environment. */
export const isRollout = (flag, targeting) => Boolean(targeting?.isOn && targeting.otherwise?.split && targeting.otherwise.split.filter(({ weight }) => weight > 0).length > 1);

/** Whether a Bool flag is off for everyone in an environment. Without a targeting there, the program decides. */
function isOffForAll({ value }, targeting) {
  if (!targeting || !isBool(value)) return false;
  if (!targeting.isOn) return valueOf(value, offVariant(value, targeting)) === false;
  return stateOf(value, targeting).kind === "off";
}

/** The nearest ancestor of a flag that is off for everyone in an environment, if any; `flags` are all flags by key. */
export function ancestorThatIsOff(flags, flag, environment) {
  const seen = new Set();
  for (let key = flag.value.parent; key && !seen.has(key); key = flags.get(key)?.value.parent) {
    seen.add(key);
    const parent = flags.get(key);
    if (parent && isOffForAll(parent, parent.targetings.get(environment)?.value)) return parent;
  }
  return undefined;
}

/** The state as of `stateOf`. Where an ancestor is off, and the flag isn’t, it is in `needs`, and the word names it: “On, needs Premium”. */
export function stateIn(flags, flag, environment) {
  const state = stateOf(flag.value, flag.targetings.get(environment)?.value);
  const needs = state.kind === "off" || state.kind === "none" ? undefined : ancestorThatIsOff(flags, flag, environment);
  return needs ? { ...state, word: `${state.word}, needs ${nameOf(needs)}`, needs } : state;
}
