import FiresteelFlags

/// The effect of a change on recent contexts: for how many the result differs, from what to what.
struct ContextComparison: Codable, Sendable, NamedSchema {
    static let schemaName = "Comparison"

    /// How many contexts have one change of the result.
    struct Transition: Codable, Sendable {
        /// The variants before and afterwards; `nil` is the program's default.
        let from, to: String?
        let count: Int
    }

    /// How many of the contexts that change have a value of an attribute.
    struct ValueCount: Codable, Sendable {
        let value: JSONValue
        let count: Int
    }

    /// Frequent values of an attribute among the contexts that change.
    struct Attribute: Codable, Sendable {
        let name: String
        let values: [ValueCount]
    }

    /// A flag whose result differs for some contexts, or none.
    struct Flag: Codable, Sendable {
        let name: String
        /// The number of contexts whose result differs.
        let changed: Int
        let transitions: [Transition]
        let attributes: [Attribute]
    }

    /// The number of contexts.
    let contexts: Int
    /// The time after which each of them was evaluated, in milliseconds since 1970; `nil` without any.
    let since: Int64?
    /// The affected flags, those of which more contexts change first.
    let flags: [Flag]
    /// The number of affected flags that were not compared.
    let omitted: Int

    /// The maximum number of flags that are compared.
    private static let maximumFlags = 20
    /// A value that fewer people have is not shown: it could name one of them.
    private static let fewestPeople = 5
    private static let maximumValues = 4
    private static let maximumAttributes = 3
    /// An attribute with more values among the contexts is an identifier rather than a property.
    private static let maximumDistinct = 20

    init(
        of keys: [String], before: EnvironmentSnapshot, after: EnvironmentSnapshot, _ sample: RecentContexts.Sample,
        now: Int64
    ) {
        contexts = sample.contexts.count
        since = sample.since
        omitted = max(0, keys.count - Self.maximumFlags)
        flags = keys.prefix(Self.maximumFlags).map { key in
            let (old, new) = (before.entry(key)?.rule, after.entry(key)?.rule)
            var counts: [[String?]: Int] = [:]
            var changed: [EvaluationContext] = []
            for context in sample.contexts {
                let variants = [Self.variant(old, context, now), Self.variant(new, context, now)]
                guard variants[0] != variants[1] else { continue }
                counts[variants, default: 0] += 1
                changed.append(context)
            }
            let transitions = counts.map { Transition(from: $0.key[0], to: $0.key[1], count: $0.value) }.sorted {
                ($1.count, $0.from ?? "", $0.to ?? "") < ($0.count, $1.from ?? "", $1.to ?? "")
            }
            return Flag(
                name: key, changed: changed.count, transitions: transitions, attributes: Self.attributes(of: changed))
        }.sorted { ($1.changed, $0.name) < ($0.changed, $1.name) }
    }

    /// Creates a comparison of no flags.
    init(contexts: Int, since: Int64?) {
        self.contexts = contexts
        self.since = since
        flags = []
        omitted = 0
    }

    private static func variant(_ rule: (any FlagRule)?, _ context: EvaluationContext, _ now: Int64) -> String? {
        guard let evaluation = rule?.evaluate(context, now: now), case .value = evaluation.outcome else { return nil }
        return evaluation.variant
    }

    private static func attributes(of contexts: [EvaluationContext]) -> [Attribute] {
        var uses: [String: [JSONValue: ValueUse]] = [:]
        for context in contexts {
            for (name, value) in context.attributes where isShown(value) {
                uses[name, default: [:]][value, default: ValueUse()].add(context)
            }
        }
        let shown = uses.compactMap { name, values -> (name: String, values: [ValueCount], total: Int)? in
            guard values.count <= maximumDistinct else { return nil }
            let frequent = values.filter { $0.value.people.count >= fewestPeople }.map {
                ValueCount(value: $0.key, count: $0.value.contexts)
            }.sorted { ($1.count, $0.value.json()) < ($0.count, $1.value.json()) }
            guard !frequent.isEmpty else { return nil }
            return (name, Array(frequent.prefix(maximumValues)), frequent.reduce(0) { $0 + $1.count })
        }
        return shown.sorted { ($1.total, $0.name) < ($0.total, $1.name) }.prefix(maximumAttributes).map {
            Attribute(name: $0.name, values: $0.values)
        }
    }

    /// The contexts and people that have a value of an attribute.
    private struct ValueUse {
        var contexts = 0
        /// The targeting keys; contexts without one count as one person.
        var people: Set<String> = []

        mutating func add(_ context: EvaluationContext) {
            contexts += 1
            people.insert(context.targetingKey ?? "")
        }
    }

    private static func isShown(_ value: JSONValue) -> Bool {
        switch value {
        case .bool, .int: true
        case .string(let text): text.utf8.count <= 40
        case .null, .double, .array, .object: false
        }
    }
}
