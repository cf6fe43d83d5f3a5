/// The dependencies between the features of a graph, checked before any of them is registered.
///
/// A feature depends on its group, on each feature that it ``Requires``, and on each feature that it ``Excludes`` and
/// that has priority. A registered feature depends on none that is registered later, since it could not have named it.
struct FeatureRelations {
    /// The dependencies of one feature.
    struct Entry {
        let type: any FeatureDefinition.Type
        let path: FeaturePath
        let parent: ObjectIdentifier?
        let requires: [any FeatureDefinition.Type]
        let excludes: [any FeatureDefinition.Type]
        let hasConstraints: Bool

        /// Returns whether this feature has priority over another one that it excludes.
        func hasPriority(over other: Entry) -> Bool {
            other.path != path && path < other.path && other.excludes.contains { $0 == type }
        }
    }

    private enum Mark { case visiting, done }

    /// The graph's nodes, each after all of its dependencies.
    private(set) var order: [Int] = []
    /// The diagnostics, in the order of the graph.
    private(set) var diagnostics: [FeatureSetupError.Diagnostic] = []

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var nodes: [ObjectIdentifier: Int] = [:]
    private var marks: [ObjectIdentifier: Mark] = [:]
    /// The path to the feature that is being visited, with a description of each dependency.
    private var trail: [(type: ObjectIdentifier, word: String)] = []

    /// Checks a graph.
    ///
    /// - Parameter known: The registered features.
    init(_ graph: FeatureGraph, known: [RegisteredFeature]) {
        for feature in known {
            entries[ObjectIdentifier(feature.type)] = Entry(
                feature.type, path: feature.path, parent: feature.parent?.type, feature.constraints)
            marks[ObjectIdentifier(feature.type)] = .done
        }
        for (index, node) in graph.nodes.enumerated() {
            let identifier = ObjectIdentifier(node.type)
            // A graph with registered features is rejected elsewhere.
            guard entries[identifier] == nil else { continue }
            entries[identifier] = Entry(
                node.type, path: node.path, parent: node.parent.map { graph.nodes[$0].type }, node.constraints)
            nodes[identifier] = index
        }
        for node in graph.nodes { check(ObjectIdentifier(node.type)) }
        for node in graph.nodes { visit(ObjectIdentifier(node.type)) }
    }

    /// Finds relations to unregistered features, and relations that leave a feature no way to be available.
    private mutating func check(_ identifier: ObjectIdentifier) {
        guard nodes[identifier] != nil, let entry = entries[identifier] else { return }
        let name = Self.name(entry.type)
        for (types, kind) in [(entry.requires, FeatureRelation.Kind.requires), (entry.excludes, .excludes)] {
            for type in types where entries[ObjectIdentifier(type)] == nil {
                diagnostics.append(.unregisteredRelation(feature: name, relation: kind.word, other: Self.name(type)))
            }
        }
        let needed = entry.excludes.isEmpty ? [] : needs(of: identifier)
        for type in entry.excludes {
            guard type != entry.type, let other = entries[ObjectIdentifier(type)] else { continue }
            if needed.contains(ObjectIdentifier(type)) {
                diagnostics.append(.neverAvailable(feature: name, other: Self.name(type), because: .needed))
            } else if isAlwaysAvailable(other) {
                diagnostics.append(.neverAvailable(feature: name, other: Self.name(type), because: .alwaysAvailable))
            }
        }
    }

    /// Returns all features that must be available for a feature to be available.
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
        // A group that contains itself is a diagnostic of the graph. The number of features limits the steps.
        for _ in 0...entries.count {
            guard let current = next else { return true }
            if current.hasConstraints { return false }
            next = current.parent.flatMap { entries[$0] }
        }
        return true
    }

    /// Adds a feature to the order after all of its dependencies, and finds cycles.
    private mutating func visit(_ identifier: ObjectIdentifier) {
        switch marks[identifier] {
        case .done: return
        case .visiting:
            guard let start = trail.firstIndex(where: { $0.type == identifier }) else { return }
            diagnostics.append(.relationCycle(trail[start...].map(\.word)))
            return
        case nil: break
        }
        guard let entry = entries[identifier], let node = nodes[identifier] else { return }
        marks[identifier] = .visiting
        for (other, word) in dependencies(of: entry) {
            trail.append((identifier, "\(Self.name(entry.type)) \(word) \(Self.name(other.type))"))
            visit(ObjectIdentifier(other.type))
            trail.removeLast()
        }
        marks[identifier] = .done
        order.append(node)
    }

    private func dependencies(of entry: Entry) -> [(other: Entry, word: String)] {
        let group = entry.parent.flatMap { entries[$0] }.map { ($0, "is a sub-feature of") }
        let required = entry.requires.compactMap { entries[ObjectIdentifier($0)] }.map { ($0, "requires") }
        let excluded = entry.excludes.compactMap { entries[ObjectIdentifier($0)] }
            .filter { !entry.hasPriority(over: $0) }.map { ($0, "has lower priority than") }
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
        let relations = constraints.flatMap(\.relations)
        requires = relations.filter { $0.kind == .requires }.flatMap(\.features)
        excludes = relations.filter { $0.kind == .excludes }.flatMap(\.features)
        hasConstraints = !constraints.isEmpty
    }
}
