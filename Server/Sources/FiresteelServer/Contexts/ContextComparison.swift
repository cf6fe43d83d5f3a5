import FiresteelFlags

/// What a change would do for recent contexts: for how many the result differs, from what to what.
struct ContextComparison: Sendable {
    /// The contexts with one change of the result.
    struct Transition: Sendable, Hashable {
        /// The variants before and afterwards; `nil` is the program's default.
        let from: String?
        let to: String?
    }

    /// How many of the contexts that change have a value of an attribute.
    struct ValueCount: Sendable, Hashable {
        let value: FlagValue
        let count: Int
    }

    /// A flag whose result differs for some contexts, or none.
    struct Flag: Sendable {
        let key: String
        let transitions: [(transition: Transition, count: Int)]
        /// Frequent values of attributes among the contexts that change, by the name of the attribute.
        let attributes: [(name: String, values: [ValueCount])]

        var changed: Int { transitions.reduce(0) { $0 + $1.count } }
    }

    /// The number of contexts.
    let contexts: Int
    /// The time after which each of them was evaluated, in milliseconds since 1970; `nil` without any.
    let since: Int64?
    /// The affected flags, those of which more contexts change first.
    let flags: [Flag]
    /// The number of affected flags that were not compared.
    let omitted: Int

    /// The greatest number of flags that are compared.
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
            var counts: [Transition: Int] = [:]
            var changed: [EvaluationContext] = []
            for context in sample.contexts {
                let transition = Transition(
                    from: Self.variant(old, context, now), to: Self.variant(new, context, now))
                guard transition.from != transition.to else { continue }
                counts[transition, default: 0] += 1
                changed.append(context)
            }
            let transitions = counts.sorted {
                ($1.value, $0.key.from ?? "", $0.key.to ?? "") < ($0.value, $1.key.from ?? "", $1.key.to ?? "")
            }
            return Flag(
                key: key, transitions: transitions.map { ($0.key, $0.value) }, attributes: Self.attributes(of: changed))
        }.sorted { ($1.changed, $0.key) < ($0.changed, $1.key) }
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

    private static func attributes(of contexts: [EvaluationContext]) -> [(name: String, values: [ValueCount])] {
        var uses: [String: [FlagValue: ValueUse]] = [:]
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
            ($0.name, $0.values)
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

    private static func isShown(_ value: FlagValue) -> Bool {
        switch value {
        case .bool, .int: true
        case .string(let text): text.utf8.count <= 40
        case .null, .double, .array, .object: false
        }
    }
}

extension ContextComparison {
    /// The comparison.
    var json: FlagValue {
        [
            "contexts": .int(contexts), "since": since.map { .int(Int($0)) } ?? .null, "omitted": .int(omitted),
            "flags": .array(
                flags.map { flag in
                    [
                        "name": .string(flag.key), "changed": .int(flag.changed),
                        "transitions": .array(
                            flag.transitions.map { transition, count in
                                [
                                    "from": transition.from.map { .string($0) } ?? .null,
                                    "to": transition.to.map { .string($0) } ?? .null, "count": .int(count),
                                ]
                            }),
                        "attributes": .array(
                            flag.attributes.map { name, values in
                                [
                                    "name": .string(name),
                                    "values": .array(
                                        values.map { ["value": $0.value, "count": .int($0.count)] }),
                                ]
                            }),
                    ]
                }),
        ]
    }
}
