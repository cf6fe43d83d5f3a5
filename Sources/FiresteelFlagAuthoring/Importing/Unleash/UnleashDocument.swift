import FiresteelFlags

/// The parts of a file of Unleash, whichever of its formats it has.
///
/// - An export of the state: version 1 and 2 have `strategies` and `enabled` in each feature; 3 and later, and the newer
///   export of single features, have `featureStrategies` and `featureEnvironments`.
/// - What clients receive from `/api/client/features`: one environment, with strategies in each feature.
struct UnleashDocument {
    struct Feature {
        let name: String
        let members: [String: JSONValue]
        var isEnabled: Bool
        var strategies: [[String: JSONValue]]
        var variants: JSONValue
        var tags: [String] = []
        var dependencies: JSONValue
    }

    private(set) var features: [Feature] = []
    /// The segments by their identifiers.
    private(set) var segments: [String: [String: JSONValue]] = [:]
    /// The file's environment that is read, if it has several.
    private(set) var source: String?

    init(_ document: [String: JSONValue], environment: String, source named: String?) throws(ImportError) {
        for segment in Self.list(document["segments"]) {
            if let id = Self.identifier(segment.members["id"]) { segments[id] = segment.members }
        }
        let states = Self.list(document["featureEnvironments"]).map(\.members)
        let strategies = Self.list(document["featureStrategies"]).map(\.members)
        if document["featureEnvironments"] != nil || document["featureStrategies"] != nil {
            let names = Set((states + strategies).compactMap { Self.text($0["environment"]) })
            source = try ImportLogic.environment(names, like: environment, named: named)
        }
        // By name, so that the time grows with the file and not with its square.
        let tags = Self.byName(Self.list(document["featureTags"]).map(\.members)).mapValues { tags in
            tags.compactMap { Self.text($0["tagValue"]) }.sorted()
        }
        let dependencies = Dictionary(
            Self.list(document["dependencies"]).compactMap { entry in
                Self.text(entry.members["feature"]).map { ($0, entry.members["dependencies"] ?? []) }
            }, uniquingKeysWith: { first, _ in first })
        var sourceStates: [String: [[String: JSONValue]]] = [:]
        var sourceStrategies: [String: [[String: JSONValue]]] = [:]
        if let source {
            sourceStates = Self.byName(states.filter { Self.matches($0, source) })
            let links = Self.list(document["featureStrategySegments"]).map(\.members)
            let linked = try Self.linked(strategies.filter { Self.matches($0, source) }, links)
            sourceStrategies = Self.byName(linked).mapValues { Self.ordered($0) }
        }
        for feature in Self.list(document["features"]) {
            let members = feature.members
            guard let name = Self.text(members["name"]), members["archived"] != true else { continue }
            var found = Feature(
                name: name, members: members, isEnabled: members["enabled"] == true,
                strategies: Self.list(members["strategies"]).map(\.members), variants: members["variants"] ?? [],
                dependencies: members["dependencies"] ?? dependencies[name] ?? [])
            if source != nil {
                let state = sourceStates[name]?.first
                found.isEnabled = state?["enabled"] == true
                if case .array(let own)? = state?["variants"], !own.isEmpty { found.variants = .array(own) }
                found.strategies = sourceStrategies[name] ?? []
            }
            found.tags = tags[name] ?? []
            features.append(found)
        }
    }

    /// Returns entries by the name of their feature, in their order; those without a name are left out.
    private static func byName(_ entries: [[String: JSONValue]]) -> [String: [[String: JSONValue]]] {
        Dictionary(grouping: entries.filter { text($0["featureName"]) != nil }) { text($0["featureName"]) ?? "" }
    }

    private static func matches(_ entry: [String: JSONValue], _ source: String) -> Bool {
        text(entry["environment"]) == nil || text(entry["environment"]) == source
    }

    /// Returns the strategies of a feature in the order in which they apply.
    private static func ordered(_ strategies: [[String: JSONValue]]) -> [[String: JSONValue]] {
        func order(_ strategy: [String: JSONValue]) -> Int { strategy["sortOrder"]?.intValue ?? 0 }
        return strategies.enumerated()
            .sorted { (order($0.element), $0.offset) < (order($1.element), $1.offset) }.map(\.element)
    }

    /// Returns strategies with the segments that a separate table names.
    ///
    /// - Throws: If the table names segments of an identifier that several strategies have.
    private static func linked(
        _ strategies: [[String: JSONValue]], _ links: [[String: JSONValue]]
    ) throws(ImportError) -> [[String: JSONValue]] {
        let segments = Dictionary(grouping: links) { identifier($0["featureStrategyId"]) }
            .mapValues { links in links.compactMap { $0["segmentId"] } }
        var linked: Set<String> = []
        var result: [[String: JSONValue]] = []
        for var strategy in strategies {
            if strategy["segments"] == nil, let id = identifier(strategy["id"]), let found = segments[id],
                !found.isEmpty
            {
                guard linked.insert(id).inserted else {
                    throw ImportError(
                        "Two strategies of the file have the identifier “\(id)”, so their segments are unclear.")
                }
                strategy["segments"] = .array(found)
            }
            result.append(strategy)
        }
        return result
    }

    static func list(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let elements)? = value { elements } else { [] }
    }

    static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value, !text.isEmpty { text } else { nil }
    }

    static func identifier(_ value: JSONValue?) -> String? {
        switch value {
        case .int(let number)?: "\(number)"
        case .string(let text)?: text
        default: nil
        }
    }
}
