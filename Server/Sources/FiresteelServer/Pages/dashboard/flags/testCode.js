// A test in Swift that a flag has a result for a context.

/** A Swift literal of a text, with as many number signs as it needs. */
export function literal(text) {
  let signs = "";
  while (signs ? text.includes(`"${signs}`) || text.includes(`\\${signs}`) : /["\\\n]/.test(text)) signs += "#";
  return `${signs}"${text}"${signs}`;
}

/** A Swift literal of an attribute's value. */
const valueOf = (value) => (typeof value === "string" ? literal(value) : JSON.stringify(value));

/** A Swift name made of a key: “fast-save” is “fastSave”. */
export const nameOf = (key) => key.split(/[^A-Za-z0-9]+/).filter(Boolean).map((part, index) => (index ? part[0].toUpperCase() + part.slice(1) : part[0].toLowerCase() + part.slice(1))).join("").replace(/^(?=\d)/, "flag") || "flag";

/** The code; `definition` is in flagd’s format, `now` in seconds since 1970. `variant` is missing for the program’s default. */
export function testCode({ key, context, definition, variant, now }) {
  const { targetingKey, ...attributes } = context, entries = Object.entries(attributes);
  const arguments_ = [targetingKey !== undefined && `targetingKey: ${literal(String(targetingKey))}`, entries.length > 0 && `attributes: [${entries.map(([name, value]) => `${literal(name)}: ${valueOf(value)}`).join(", ")}]`].filter(Boolean);
  return `@Test func ${nameOf(key)}() throws {
    let json = ${literal(JSON.stringify(definition))}
    let definitions = try FlagDefinitions(json: Array(json.utf8))
    let context = EvaluationContext(${arguments_.join(", ")})
    let rule = try #require(definitions.rule(for: ${literal(key)}))
    #expect(rule.evaluate(context, now: ${now}).variant == ${variant === undefined || variant === null ? "nil" : literal(variant)})
}
`;
}
