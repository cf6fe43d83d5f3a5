// Where a segment is used: rules of flags by environment, and other segments.

const names = (conditions, key) => (conditions ?? []).some((condition) => condition.segment === key || (condition.logic !== undefined && JSON.stringify(condition.logic).includes(`"$ref":${JSON.stringify(key)}`)));

/** The direct uses: `{kind: "flag", name, environment, rule, index}` or `{kind: "segment", name}`. */
export function usesOf(program, key) {
  const uses = [];
  for (const [name, { targetings }] of program.flags) {
    for (const environment of program.environments) {
      (targetings.get(environment.id)?.value.rules ?? []).forEach((rule, index) => { if (names(rule.if, key)) uses.push({ kind: "flag", name, environment, rule, index }); });
    }
  }
  for (const [name, { value }] of program.segments) if (names(value.if, key)) uses.push({ kind: "segment", name });
  return uses;
}
