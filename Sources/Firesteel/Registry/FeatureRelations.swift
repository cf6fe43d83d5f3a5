/// How the features of a graph depend on others, checked before any of it is registered.
///
/// A feature depends on the group that it stands in, on what it ``Requires``, and on what it ``Excludes`` where it is the
/// one that yields. What was registered before depends on nothing that comes later, since it could not have named it.
struct FeatureRelations {
    /// What a feature says of others.
    struct Entry {
        let type: any FeatureDefinition.Type
        let path: FeaturePath
        let parent: ObjectIdentifier?
        let requires: [any FeatureDefinition.Type]
        let excludes: [any FeatureDefinition.Type]
        let hasConditions: Bool

        /// Whether `other`, which this excludes, yields to this instead of the other way round.
        func goesFirst(_ other: Entry) -> Bool {
            other.path != path && path < other.path && other.excludes.contains { $0 == type }
        }
    }

    private enum Mark { case visiting, done }

    /// The graph's nodes, each after all that it depends on.
    private(set) var order: [Int] = []
    /// In the order of the graph.
    private(set) var faults: [FeatureSetupError.Diagnostic] = []

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var nodes: [ObjectIdentifier: Int] = [:]
    private var marks: [ObjectIdentifier: Mark] = [:]
    /// The way to the feature that is being visited: who depends on the next one, and how, in words.
    private var way: [(type: ObjectIdentifier, word: String)] = []

    /// - Parameter known: What is registered already.
    init(_ graph: FeatureGraph, known: [RegisteredFeature]) {
        for feature in known {
            entries[ObjectIdentifier(feature.type)] = Entry(
                feature.type, path: feature.path, parent: feature.parent?.type, feature.constraints)
            marks[ObjectIdentifier(feature.type)] = .done
        }
        for (index, node) in graph.nodes.enumerated() {
            let identifier = ObjectIdentifier(node.type)
            // What is registered already is refused elsewhere.
            guard entries[identifier] == nil else { continue }
            entries[identifier] = Entry(
                node.type, path: node.path, parent: node.parent.map { graph.nodes[$0].type }, node.constraints)
            nodes[identifier] = index
        }
        for node in graph.nodes { check(ObjectIdentifier(node.type)) }
        for node in graph.nodes { visit(ObjectIdentifier(node.type)) }
    }

    /// Finds features that it names and that aren't there, and such that leave it no way to be available.
    private mutating func check(_ identifier: ObjectIdentifier) {
        guard nodes[identifier] != nil, let entry = entries[identifier] else { return }
        let name = Self.name(entry.type)
        for (types, word) in [(entry.requires, Requires.word), (entry.excludes, Excludes.word)] {
            for type in types where entries[ObjectIdentifier(type)] == nil {
                faults.append(.unregisteredRelation(feature: name, relation: word, other: Self.name(type)))
            }
        }
        let needed = entry.excludes.isEmpty ? [] : needs(of: identifier)
        for type in entry.excludes {
            guard type != entry.type, let other = entries[ObjectIdentifier(type)] else { continue }
            if needed.contains(ObjectIdentifier(type)) {
                faults.append(.neverAvailable(feature: name, other: Self.name(type), because: .needed))
            } else if isAlwaysAvailable(other) {
                faults.append(.neverAvailable(feature: name, other: Self.name(type), because: .alwaysAvailable))
            }
        }
    }

    /// Everything that must be available for a feature to be so.
    private func needs(of identifier: ObjectIdentifier) -> Set<ObjectIdentifier> {
        var found: Set<ObjectIdentifier> = []
        var open = [identifier]
        while let next = open.popLast() {
            guard let entry = entries[next] else { continue }
            for need in entry.requires.map({ ObjectIdentifier($0) }) + [entry.parent].compactMap({ $0 })
            where found.insert(need).inserted {
                open.append(need)
            }
        }
        return found
    }

    private func isAlwaysAvailable(_ entry: Entry) -> Bool {
        var next: Entry? = entry
        // Groups that are below themselves are faults of the graph; there are no more steps than features.
        for _ in 0...entries.count {
            guard let current = next else { return true }
            if current.hasConditions { return false }
            next = current.parent.flatMap { entries[$0] }
        }
        return true
    }

    /// Puts a feature after all that it depends on, and finds circles.
    private mutating func visit(_ identifier: ObjectIdentifier) {
        switch marks[identifier] {
        case .done: return
        case .visiting:
            guard let start = way.firstIndex(where: { $0.type == identifier }) else { return }
            faults.append(.relationCycle(way[start...].map(\.word)))
            return
        case nil: break
        }
        guard let entry = entries[identifier], let node = nodes[identifier] else { return }
        marks[identifier] = .visiting
        for (other, word) in dependencies(of: entry) {
            way.append((identifier, "\(Self.name(entry.type)) \(word) \(Self.name(other.type))"))
            visit(ObjectIdentifier(other.type))
            way.removeLast()
        }
        marks[identifier] = .done
        order.append(node)
    }

    private func dependencies(of entry: Entry) -> [(other: Entry, word: String)] {
        let group = entry.parent.flatMap { entries[$0] }.map { ($0, "stands below") }
        let required = entry.requires.compactMap { entries[ObjectIdentifier($0)] }.map { ($0, "requires") }
        let excluded = entry.excludes.compactMap { entries[ObjectIdentifier($0)] }
            .filter { !entry.goesFirst($0) }.map { ($0, "yields to") }
        return [group].compactMap { $0 } + required + excluded
    }

    private static func name(_ type: any Any.Type) -> String { String(reflecting: type) }
}

extension FeatureRelations.Entry {
    init(
        _ type: any FeatureDefinition.Type, path: FeaturePath, parent: (any FeatureDefinition.Type)?,
        _ constraints: [any Constraint]
    ) {
        self.type = type
        self.path = path
        self.parent = parent.map { ObjectIdentifier($0) }
        requires = constraints.compactMap { $0 as? Requires }.flatMap(\.features)
        excludes = constraints.compactMap { $0 as? Excludes }.flatMap(\.features)
        hasConditions = !constraints.isEmpty
    }
}
