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
        /// Features whose constraints read this one's availability when they were checked.
        var readers: Set<Int> = []
        /// Features whose availability its own constraints read when they were checked.
        var reads: Set<Int> = []
        /// The results of the constraints, `nil` for one that hasn't been checked yet, and for relations.
        var statuses: [ConstraintStatus?]
        /// Which of the constraints read something that differs from person to person.
        var isPersonal: [Bool]
        /// Whether its availability can differ from person to person, by its own constraints or by those of features that
        /// it depends on.
        var isPersonalInAll = false
        var state = AvailabilityState.undetermined
        /// Counts what may have changed the conditions.
        var asked: UInt64 = 1
        /// The count that the statuses belong to.
        var answered: UInt64 = 0
    }

    /// A condition on other features.
    struct Relation {
        let place: Int
        let constraint: any Constraint
        let kind: FeatureRelation.Kind
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
            let relations = feature.constraints.enumerated().flatMap { place, constraint in
                constraint.relations.map { relation(at: place, constraint, $0) }
            }
            nodes.append(
                Node(
                    feature: feature, parent: parent, relations: relations,
                    statuses: Array(repeating: nil, count: feature.constraints.count),
                    isPersonal: Array(repeating: false, count: feature.constraints.count)))
            positions[ObjectIdentifier(feature.type)] = position
            let others = relations.flatMap { $0.others.lazy.filter { !$0.hasLowerPriority }.map(\.position) }
            for other in Set(others + [parent].compactMap { $0 }) { nodes[other].dependents.append(position) }
        }
        linkLowerPriorityExclusions(from: start)
        return start..<nodes.count
    }

    private func relation(
        at place: Int, _ constraint: any Constraint, _ relation: FeatureRelation
    ) -> Relation {
        // Of two features that exclude each other, the one with priority comes first and isn't linked to the other here.
        Relation(
            place: place, constraint: constraint, kind: relation.kind,
            others: relation.features.compactMap { type in
                positions[ObjectIdentifier(type)].map { ($0, false) }
            })
    }

    /// Links mutually exclusive features registered later, so that reasons can name both.
    private mutating func linkLowerPriorityExclusions(from start: Int) {
        for position in start..<nodes.count {
            for (index, relation) in nodes[position].relations.enumerated() {
                let known = Set(relation.others.map(\.position))
                let later = relation.constraint.relations.filter { $0.kind == relation.kind }.flatMap(\.features)
                    .compactMap { positions[ObjectIdentifier($0)] }
                nodes[position].relations[index].others += later.filter { !known.contains($0) }.map { ($0, true) }
            }
        }
    }

    // MARK: Changing

    /// Notes that a feature's conditions may have changed.
    mutating func ask(_ position: Int) { nodes[position].asked += 1 }

    /// Stores the results of a feature's constraints.
    ///
    /// - Parameter count: The number of requests when they were checked.
    /// - Returns: Whether they are newer than the stored ones.
    mutating func answer(
        _ position: Int, count: UInt64, _ statuses: [ConstraintStatus?], isPersonal: [Bool], reads: Set<Int>
    ) -> Bool {
        guard count > nodes[position].answered else { return false }
        nodes[position].answered = count
        nodes[position].statuses = statuses
        nodes[position].isPersonal = isPersonal
        nodes[position].reads = reads
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
        markPersonal(first)
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

    /// Finds which of some features, and of those that depend on them or read them, can differ from person to person.
    private mutating func markPersonal(_ first: [Int]) {
        var open = first
        while let position = open.popLast() {
            let isPersonal = isPersonalInAll(position)
            guard nodes[position].isPersonalInAll != isPersonal else { continue }
            nodes[position].isPersonalInAll = isPersonal
            nodes[position].feature.isPersonal.store(isPersonal, ordering: .releasing)
            open += nodes[position].dependents
            open += nodes[position].readers
        }
    }

    /// Whether a feature's availability can differ from person to person.
    ///
    /// A flag may begin to depend on the context at any time, so a feature with flags counts always.
    private func isPersonalInAll(_ position: Int) -> Bool {
        let node = nodes[position]
        return node.feature.isFlagged || node.isPersonal.contains(true)
            || node.parent.map { nodes[$0].isPersonalInAll } == true
            || node.reads.contains { nodes[$0].isPersonalInAll }
            || node.relations.contains {
                $0.others.contains { !$0.hasLowerPriority && nodes[$0.position].isPersonalInAll }
            }
    }

    private func state(of position: Int) -> AvailabilityState {
        Self.state(of: nodes[position]) { place in
            nodes[position].statuses[place]?.state ?? .undetermined
        } other: {
            nodes[$0].state
        }
    }

    /// The state of a feature, from the states of its constraints and of the features that it depends on.
    ///
    /// The one place that decides it, for the person of an app as for the person a session serves.
    ///
    /// - Parameters:
    ///   - node: The feature.
    ///   - constraint: Returns the state of the constraint at a place. Not called for relations.
    ///   - other: Returns the state of another feature, by its position.
    @inline(__always)
    static func state(
        of node: borrowing Node, constraint: (_ place: Int) -> ConstraintStatus.State,
        other: (_ position: Int) -> AvailabilityState
    ) -> AvailabilityState {
        var isUndetermined = false
        for place in node.statuses.indices where !node.isRelation(place) {
            switch constraint(place) {
            case .unmet: return .unavailable
            case .undetermined: isUndetermined = true
            case .met: break
            }
        }
        for relation in node.relations {
            switch relation.state(other) {
            case .unmet: return .unavailable
            case .undetermined: isUndetermined = true
            case .met: break
            }
        }
        switch node.parent.map(other) {
        case .unavailable: return .unavailable
        case .undetermined: return .undetermined
        case .available, nil: return isUndetermined ? .undetermined : .available
        }
    }
}

extension AvailabilityGraph.Relation {
    /// The state of the relation, given the states of the features that it depends on.
    func state(_ other: (_ position: Int) -> AvailabilityState) -> ConstraintStatus.State {
        let wanted: AvailabilityState = kind == .requires ? .available : .unavailable
        var result = ConstraintStatus.State.met
        for related in others where !related.hasLowerPriority {
            let state = other(related.position)
            if state == wanted { continue }
            if state != .undetermined { return .unmet }
            result = .undetermined
        }
        return result
    }
}

extension AvailabilityGraph.Node {
    /// Whether the constraint at a place is decided by relations.
    func isRelation(_ place: Int) -> Bool { relations.contains { $0.place == place } }
}

// MARK: - Reasons

/// The answers about features for someone: the person of an app, or the person a session serves.
protocol AvailabilityAnswers {
    var nodes: [AvailabilityGraph.Node] { get }
    /// The state of a feature.
    mutating func state(of position: Int) -> AvailabilityState
    /// The status of a constraint that isn't decided by relations.
    mutating func status(of position: Int, at place: Int) -> ConstraintStatus
}

extension AvailabilityAnswers {
    /// The status of each constraint of a feature.
    mutating func statuses(of position: Int) -> [ConstraintStatus] {
        let node = nodes[position]
        return node.statuses.indices.map { place in
            let relations = node.relations.filter { $0.place == place }
            guard let constraint = relations.first?.constraint else { return status(of: position, at: place) }
            let related = relations.flatMap(\.others).map { other in
                RelatedFeature(
                    path: nodes[other.position].feature.path, name: nodes[other.position].feature.name,
                    state: state(of: other.position), hasLowerPriority: other.hasLowerPriority)
            }
            return constraint.check(
                ConstraintSubject(feature: node.feature.path, related: related))
        }
    }

    /// A feature's availability, with its reasons, those of its groups, and those of the features that they require.
    mutating func availability(of position: Int) -> Availability {
        let result = state(of: position)
        guard result != .available else { return Availability(state: .available, reasons: []) }
        var reasons: [AvailabilityReason] = []
        var seen: Set<Int> = []
        var open = [position]
        while !open.isEmpty {
            let current = open.removeFirst()
            guard seen.insert(current).inserted, state(of: current) != .available else { continue }
            let node = nodes[current]
            for status in statuses(of: current) where status.state != .met {
                reasons.append(
                    AvailabilityReason(
                        feature: node.feature.path, text: status.reason, remedy: status.remedy,
                        isUndetermined: status.state == .undetermined))
            }
            open += [node.parent].compactMap { $0 }
            for relation in node.relations where relation.kind == .requires {
                open += relation.others.map(\.position)
            }
        }
        return Availability(state: result, reasons: reasons)
    }
}

extension AvailabilityGraph {
    /// The answers for the person of an app.
    struct FixedAnswers: AvailabilityAnswers {
        let nodes: [Node]

        func state(of position: Int) -> AvailabilityState { nodes[position].state }

        func status(of position: Int, at place: Int) -> ConstraintStatus {
            nodes[position].statuses[place] ?? .notChecked
        }
    }

    var answers: FixedAnswers { FixedAnswers(nodes: nodes) }

    /// The status of each constraint of a feature.
    func statuses(of position: Int) -> [ConstraintStatus] {
        var answers = answers
        return answers.statuses(of: position)
    }

    /// A feature's availability with its reasons.
    func availability(of position: Int) -> Availability {
        var answers = answers
        return answers.availability(of: position)
    }
}

extension ConstraintStatus {
    /// The status of a constraint that is about to be checked for the first time.
    static var notChecked: ConstraintStatus {
        .undetermined("Not checked yet", because: "Not checked yet", remedy: .wait)
    }
}
