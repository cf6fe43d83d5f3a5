import Synchronization

/// The availability of all features and how it follows from their conditions: plain values, worked out below a lock.
///
/// Nothing here calls what others wrote. What conditions came to is brought from outside; what features depend on each
/// other for is worked out here, in an order in which each comes after all that it depends on. So a change, of however
/// many conditions at once, settles in one pass, and each feature changes once or not at all.
struct AvailabilityGraph {
    /// A feature.
    struct Node {
        let feature: RegisteredFeature
        let parent: Int?
        /// By the places of the conditions that they are.
        var relations: [Relation]
        /// What depends on this: what stands below it, requires it or yields to it.
        ///
        /// All come later.
        var dependents: [Int] = []
        /// Features whose conditions asked for this one's availability when they were checked.
        var readers: Set<Int> = []
        /// What the conditions came to, `nil` for one that wasn't checked yet, and for relations.
        var statuses: [ConstraintStatus?]
        var state = AvailabilityState.undetermined
        /// Counts what may have changed the conditions.
        var asked: UInt64 = 1
        /// The count that the statuses belong to.
        var answered: UInt64 = 0
    }

    /// A condition on other features.
    struct Relation {
        let place: Int
        let constraint: any RelationConstraint
        var others: [(position: Int, hasLowerPriority: Bool)]
    }

    /// A feature whose availability became another.
    typealias Change = (position: Int, old: AvailabilityState, new: AvailabilityState)

    private(set) var nodes: [Node] = []
    private var positions: [ObjectIdentifier: Int] = [:]

    func position(of feature: RegisteredFeature) -> Int? {
        guard let position = positions[ObjectIdentifier(feature.type)], nodes[position].feature === feature else {
            return nil
        }
        return position
    }

    // MARK: Growing

    /// Adds features, each after all that it depends on, and returns where they are.
    mutating func add(_ features: [RegisteredFeature]) -> Range<Int> {
        let start = nodes.count
        for feature in features {
            let position = nodes.count
            let parent = feature.parent.flatMap { positions[ObjectIdentifier($0.type)] }
            let relations = feature.constraints.enumerated().compactMap { place, constraint in
                (constraint as? any RelationConstraint).map { relation(of: feature, at: place, $0) }
            }
            nodes.append(
                Node(
                    feature: feature, parent: parent, relations: relations,
                    statuses: Array(repeating: nil, count: feature.constraints.count)))
            positions[ObjectIdentifier(feature.type)] = position
            let others = relations.flatMap { $0.others.lazy.filter { !$0.hasLowerPriority }.map(\.position) }
            for other in Set(others + [parent].compactMap { $0 }) { nodes[other].dependents.append(position) }
        }
        linkLowerPriorityExclusions(from: start)
        return start..<nodes.count
    }

    private func relation(
        of feature: RegisteredFeature, at place: Int, _ constraint: any RelationConstraint
    ) -> Relation {
        // Of two that exclude each other the one that goes first comes first, and isn't told of the other here.
        Relation(
            place: place, constraint: constraint,
            others: constraint.features.compactMap { type in
                positions[ObjectIdentifier(type)].map { ($0, false) }
            })
    }

    /// Lets the first of two that exclude each other know the other, which came after it, for its words.
    private mutating func linkLowerPriorityExclusions(from start: Int) {
        for position in start..<nodes.count {
            for (index, relation) in nodes[position].relations.enumerated() {
                let known = Set(relation.others.map(\.position))
                let later = relation.constraint.features.compactMap { positions[ObjectIdentifier($0)] }
                nodes[position].relations[index].others += later.filter { !known.contains($0) }.map { ($0, true) }
            }
        }
    }

    // MARK: Changing

    /// Notes that a feature's conditions may have changed.
    mutating func ask(_ position: Int) { nodes[position].asked += 1 }

    /// Takes what a feature's conditions came to.
    ///
    /// - Parameter count: How often it had been asked when they were checked.
    /// - Returns: Whether that is news: what is known of a later check stays.
    mutating func answer(_ position: Int, count: UInt64, _ statuses: [ConstraintStatus?]) -> Bool {
        guard count > nodes[position].answered else { return false }
        nodes[position].answered = count
        nodes[position].statuses = statuses
        return true
    }

    /// Notes that a feature's conditions asked for another's availability.
    mutating func note(_ reader: Int, reads position: Int) {
        if reader != position { nodes[position].readers.insert(reader) }
    }

    /// Works out the availability of some features and of all that depends on them.
    ///
    /// Each is looked at once, after all that it depends on, and only if something that it depends on changed.
    mutating func settle(_ first: [Int]) -> [Change] {
        guard let start = first.min() else { return [] }
        var isDue = [Bool](repeating: false, count: nodes.count)
        for position in first { isDue[position] = true }
        var changes: [Change] = []
        for position in start..<nodes.count where isDue[position] {
            let new = state(of: position)
            let old = nodes[position].state
            guard old != new else { continue }
            nodes[position].state = new
            nodes[position].feature.availability.store(new.rawValue, ordering: .relaxed)
            changes.append((position, old, new))
            for dependent in nodes[position].dependents { isDue[dependent] = true }
        }
        return changes
    }

    private func state(of position: Int) -> AvailabilityState {
        let node = nodes[position]
        var isUndetermined = false
        var relations = node.relations[...]
        for (place, status) in node.statuses.enumerated() {
            var status = status?.state ?? .undetermined
            if let relation = relations.first, relation.place == place {
                relations.removeFirst()
                status = state(of: relation)
            }
            if status == .unmet { return .unavailable }
            if status == .undetermined { isUndetermined = true }
        }
        switch node.parent.map({ nodes[$0].state }) {
        case .unavailable: return .unavailable
        case .undetermined: return .undetermined
        case .available, nil: return isUndetermined ? .undetermined : .available
        }
    }

    private func state(of relation: Relation) -> ConstraintStatus.State {
        relation.constraint.state(relation.others.lazy.filter { !$0.hasLowerPriority }.map { nodes[$0.position].state })
    }
}

// MARK: - Words

extension AvailabilityGraph {
    /// How each condition of a feature stands.
    func statuses(of position: Int) -> [ConstraintStatus] {
        let node = nodes[position]
        var statuses = node.statuses.map { $0 ?? .notChecked }
        for relation in node.relations {
            let related = relation.others.map { other in
                let node = nodes[other.position]
                return RelatedFeature(
                    path: node.feature.path, name: node.feature.name, state: node.state,
                    hasLowerPriority: other.hasLowerPriority)
            }
            statuses[relation.place] = relation.constraint.check(
                ConstraintSubject(
                    feature: node.feature.path, toggle: nil, enabled: nil, platform: .current, statuses: [:],
                    reasons: [:], flags: nil, purchases: nil, related: related))
        }
        return statuses
    }

    /// What a feature's availability is, with its reasons, those of its groups, and those of what they require.
    func availability(of position: Int) -> Availability {
        guard nodes[position].state != .available else { return Availability(state: .available, reasons: []) }
        var reasons: [AvailabilityReason] = []
        var seen: Set<Int> = []
        var open = [position]
        while !open.isEmpty {
            let current = open.removeFirst()
            guard seen.insert(current).inserted, nodes[current].state != .available else { continue }
            let node = nodes[current]
            for status in statuses(of: current) where status.state != .met {
                reasons.append(
                    AvailabilityReason(
                        feature: node.feature.path, text: status.reason, remedy: status.remedy,
                        isUndetermined: status.state == .undetermined))
            }
            open += [node.parent].compactMap { $0 }
            for relation in node.relations where relation.constraint is Requires {
                open += relation.others.map(\.position)
            }
        }
        return Availability(state: nodes[position].state, reasons: reasons)
    }
}

extension ConstraintStatus {
    /// Of a condition that a change is about to check for the first time.
    fileprivate static var notChecked: ConstraintStatus {
        .undetermined("Not checked yet", because: "Not checked yet", remedy: .wait)
    }
}
