// The uses of a segment: rules of flags by environment, and other segments.

/** Whether JsonLogic, or a result with a key in it, refers to a segment. An object of one member is an operator. */
function refers(value, key) {
  if (Array.isArray(value)) return value.some((one) => refers(one, key));
  if (value === null || typeof value !== "object") return false;
  return (value.$ref === key && Object.keys(value).length === 1) || Object.values(value).some((one) => refers(one, key));
}

const names = (conditions, key) => (conditions ?? []).some((condition) => condition.segment === key || refers(condition.logic, key));

/**
 * The direct uses: `{kind: "flag", name, environment}` with `rule` and `index` for a rule, `isCustom` for a custom rule, or
 * `isOtherwise` for everyone else; and `{kind: "segment", name}`.
 */
export function usesOf(program, key) {
  const uses = [];
  for (const [name, { targetings }] of program.flags) {
    for (const environment of program.environments) {
      const { rules = [], otherwise, logic } = targetings.get(environment.id)?.value ?? {}, use = { kind: "flag", name, environment };
      // A custom rule replaces the others.
      if (logic !== undefined) {
        if (refers(logic, key)) uses.push({ ...use, isCustom: true });
        continue;
      }
      rules.forEach((rule, index) => { if (names(rule.if, key) || refers(rule.then, key)) uses.push({ ...use, rule, index }); });
      if (refers(otherwise, key)) uses.push({ ...use, isOtherwise: true });
    }
  }
  for (const [name, { value }] of program.segments) if (names(value.if, key)) uses.push({ kind: "segment", name });
  return uses;
}
