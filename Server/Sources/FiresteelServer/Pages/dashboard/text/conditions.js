// Descriptions of conditions. A sentence is a list of parts, `{kind, text}`: `text`, `term`, `segment` (with its key), `then`.

const or = (values) => values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;

/** The comparisons, in the order of the editor: their label, the kind of values, and the words before and after these. */
export const comparisons = {
  oneOf: { label: "is", values: "many", before: "is" },
  notOneOf: { label: "is not", values: "many", before: "is not" },
  contains: { label: "contains", values: "many", before: "contains" },
  notContains: { label: "doesn’t contain", values: "many", before: "doesn’t contain" },
  startsWith: { label: "starts with", values: "many", before: "starts with" },
  endsWith: { label: "ends with", values: "many", before: "ends with" },
  less: { label: "is less than", values: "number", before: "is less than" },
  lessOrEqual: { label: "is at most", values: "number", before: "is at most" },
  greater: { label: "is more than", values: "number", before: "is more than" },
  greaterOrEqual: { label: "is at least", values: "number", before: "is at least" },
  versionAtLeast: { label: "is version or later", values: "one", before: "is", after: "or later" },
  versionAtMost: { label: "is version or earlier", values: "one", before: "is", after: "or earlier" },
  versionIs: { label: "is version", values: "one", before: "is version" },
  versionIsNot: { label: "is not version", values: "one", before: "is not version" },
  versionBelow: { label: "is an earlier version than", values: "one", before: "is earlier than" },
  versionAbove: { label: "is a later version than", values: "one", before: "is later than" },
  before: { label: "is before", values: "one", before: "is before" },
  after: { label: "is after", values: "one", before: "is after" },
  exists: { label: "has a value", values: "none", before: "has a value" },
  notExists: { label: "has no value", values: "none", before: "has no value" },
};

const text = (words) => ({ kind: "text", text: words });
const shown = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** A condition as parts; `segments` are the segments by key. */
export function conditionParts(condition, segments) {
  if (condition.segment !== undefined) {
    const name = segments.get(condition.segment)?.value.name ?? condition.segment;
    return [text(condition.is === "notIn" ? "the person is not in " : "the person is in "), { kind: "segment", text: name, key: condition.segment }];
  }
  if (condition.attribute !== undefined) {
    const { before, after, values } = comparisons[condition.is] ?? { before: condition.is, values: "many" };
    const attribute = condition.attribute === "targetingKey" ? "person" : condition.attribute;
    const parts = [text("the "), { kind: "term", text: attribute }, text(` ${before}`)];
    if (values === "none") return parts;
    return [...parts, text(" "), { kind: "term", text: `${or((condition.values ?? []).map(shown))}${after ? ` ${after}` : ""}` }];
  }
  return [text("a rule in "), { kind: "term", text: "JsonLogic" }, text(" holds")];
}

/** Conditions as parts, joined by “and” or “or”. */
export const conditionsParts = (conditions, segments, joint = "and") =>
  conditions.flatMap((condition, index) => [...(index ? [text(` ${joint} `)] : []), ...conditionParts(condition, segments)]);

/** Parts as plain text. */
export const plain = (parts) => parts.map(({ text: words }) => words).join("");
