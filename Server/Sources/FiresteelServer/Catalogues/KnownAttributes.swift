import FiresteelCatalogue
import FiresteelFlags

/// The attributes that the editors of rules offer: those that catalogues declare, and those of recent contexts.
struct KnownAttributes: Sendable {
    /// An attribute.
    struct Attribute: Codable, Sendable, Hashable {
        let name: String
        /// The JSON type of its values: `string`, `number`, `boolean`, `array` or `object`; `nil` if unknown.
        let type: String?
        let description: String
        /// Values that the program declares; those of contexts are not shown.
        let values: [JSONValue]
        /// Whether a catalogue declares it.
        let isDeclared: Bool
    }

    /// The attributes, by name.
    let all: [Attribute]
    /// The maximum number of attributes that come from contexts.
    private static let maximumSeen = 100

    init(_ summary: CatalogueSummary, _ contexts: [EvaluationContext]) {
        var found: [String: Attribute] = summary.attributes.mapValues { attribute in
            Attribute(
                name: attribute.name, type: attribute.type?.rawValue, description: attribute.description,
                values: attribute.values, isDeclared: true)
        }
        var seen: [String: (count: Int, type: String?)] = [:]
        for context in contexts {
            for (name, value) in context.attributes where found[name] == nil && name.utf8.count <= 100 {
                seen[name] = ((seen[name]?.count ?? 0) + 1, Self.type(of: value))
            }
        }
        // Callers choose the names, so only the most frequent ones are offered.
        for (name, use) in seen.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }).prefix(
            Self.maximumSeen)
        {
            found[name] = Attribute(name: name, type: use.type, description: "", values: [], isDeclared: false)
        }
        all = found.values.sorted { $0.name < $1.name }
    }

    private static func type(of value: JSONValue) -> String? {
        switch value {
        case .bool: "boolean"
        case .int, .double: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        case .null: nil
        }
    }
}
