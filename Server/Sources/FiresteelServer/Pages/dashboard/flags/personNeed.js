// The reason why a flag’s result depends on the person, so that a context without a targeting key has none.

/** Whether a result is split by person. */
export const isByPerson = (result) => Boolean(result?.split) && result.key === undefined && (!result.by || result.by === "targetingKey");

/** Whether conditions read the person: directly, or through segments with people; `segments` are those by key. */
function asks(conditions = [], segments, seen = new Set()) {
  return conditions.some(({ attribute, segment }) => {
    if (attribute === "targetingKey") return true;
    if (segment === undefined || seen.has(segment)) return false;
    seen.add(segment);
    const { people = [], if: own } = segments.get(segment)?.value ?? {};
    return people.length > 0 || asks(own, segments, seen);
  });
}

/** The reason why a targeting needs the person, in a sentence; `undefined` if it doesn’t, or that isn’t known. */
export function personNeed(flag, targeting, segments) {
  if (!targeting?.isOn || targeting.logic !== undefined) return undefined;
  const { rules = [], otherwise } = targeting;
  if ([...rules.map(({ then }) => then), otherwise].some(isByPerson)) return "A rollout splits people by their targetingKey.";
  if (rules.some((rule) => asks(rule.if, segments))) return "A rule asks who the person is.";
  return flag.exclusionGroup ? "Its exclusion group picks a flag by the targetingKey." : undefined;
}
