import Synchronization

/// The availability of all features, derived from their constraints.
///
/// A value type, changed while holding the table's lock. It calls no code of constraints: their results are passed in.
/// Relations between features are evaluated here, in an order in which each feature follows all of its dependencies. A
/// change of any number of constraints settles in one pass, and each feature changes at most once.
struct AvailabilityGraph {
    struct Node {
        let feature: RegisteredFeature
        let parent: Int?
        /// The relations, with the positions of the constraints that declare them.
        var relations: [Relation]
        /// The positions of the features that depend on this one.
        ///
        /// These are its children, the features that require it, and those that it has priority over. All come later.
        var dependents: [Int] = []
        /// Features whose constraints read this one's availability in their last check.
        var readers: Set<Int> = []
        /// Features whose availability this one's constraints read in their last check.
        var reads: Set<Int> = []
        /// The results of the constraints; `nil` before the first check, and for relations.
        var statuses: [ConstraintStatus?]
        /// Whether each constraint read anything that depends on the user.
        var isPersonal: [Bool]
        /// Whether availability can depend on the user, by own constraints or by those of dependencies.
        var isPersonalInAll = false
        var state = AvailabilityState.undetermined
        /// The number of changes that may have affected the constraints.
        var changeCount: UInt64 = 1
        /// The value of `changeCount` that the statuses belong to.
        var checkedCount: UInt64 = 0
    }

    /// A constraint on other features.
    struct Relation {
        let index: Int
        let constraint: any Constraint
        let kind: FeatureRelation.Kind
        var others: [(position: Int, hasLowerPriority: Bool)]
    }

    /// A change of one feature's availability.
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

    /// Adds features, each after all of its dependencies, and returns their positions.
    mutating func add(_ features: [RegisteredFeature]) -> Range<Int> {
        let start = nodes.count
        for feature in features {
            let position = nodes.count
            let parent = feature.parent.flatMap { positions[ObjectIdentifier($0.type)] }
            let relations = feature.constraints.enumerated().flatMap { index, constraint in
                constraint.relations.map { relation(at: index, constraint, $0) }
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
        at index: Int, _ constraint: any Constraint, _ relation: FeatureRelation
    ) -> Relation {
        // Of two mutually exclusive features, the one with priority is added first and links to the other one only
        // later.
        Relation(
            index: index, constraint: constraint, kind: relation.kind,
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

    /// Records that a feature's constraints may have changed.
    mutating func invalidate(_ position: Int) { nodes[position].changeCount += 1 }

    /// Stores the results of a feature's constraints.
    ///
    /// - Parameter count: The value of `changeCount` at the time of the check.
    /// - Returns: Whether the results are newer than the stored ones.
    mutating func store(
        _ position: Int, count: UInt64, _ statuses: [ConstraintStatus?], isPersonal: [Bool], reads: Set<Int>
    ) -> Bool {
        guard count > nodes[position].checkedCount else { return false }
        nodes[position].checkedCount = count
        nodes[position].statuses = statuses
        nodes[position].isPersonal = isPersonal
        nodes[position].reads = reads
        return true
    }

    /// Records that a feature's constraints read another feature's availability.
    mutating func record(_ reader: Int, reads position: Int) {
        if reader != position { nodes[position].readers.insert(reader) }
    }

    /// Recomputes the availability of features and of all that depend on them.
    ///
    /// Visits each feature once, after its dependencies, and only if one of them changed.
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

    /// Finds which of some features, and of those that depend on them or read them, can depend on the user.
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

    /// Returns whether a feature's availability can depend on the user.
    ///
    /// Always `true` for a feature with flags, since a flag can start to depend on the context at any time.
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
        Self.state(of: nodes[position]) { index in
            nodes[position].statuses[index]?.state ?? .undetermined
        } other: {
            nodes[$0].state
        }
    }

    /// Returns the state of a feature, from the states of its constraints and of its dependencies.
    ///
    /// The only implementation of the rule, shared by the app's user and by the users that sessions serve.
    ///
    /// - Parameters:
    ///   - node: The feature.
    ///   - constraint: Returns the state of the constraint at a position. Not called for relations.
    ///   - other: Returns the state of another feature, by its position.
    @inline(__always)
    static func state(
        of node: borrowing Node, constraint: (_ index: Int) -> ConstraintStatus.State,
        other: (_ position: Int) -> AvailabilityState
    ) -> AvailabilityState {
        var isUndetermined = false
        for index in node.statuses.indices where !node.isRelation(index) {
            switch constraint(index) {
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
    /// Returns the state of the relation, given the states of the other features.
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
    /// Returns whether the constraint at a position is decided by relations.
    func isRelation(_ index: Int) -> Bool { relations.contains { $0.index == index } }
}

// MARK: - Reasons

/// Access to the availability of all features for one person: the app's user, or the user that a session serves.
protocol AvailabilityReader {
    var nodes: [AvailabilityGraph.Node] { get }
    mutating func state(of position: Int) -> AvailabilityState
    /// Returns the status of a constraint that isn't decided by relations.
    mutating func status(of position: Int, at index: Int) -> ConstraintStatus
}

extension AvailabilityReader {
    mutating func statuses(of position: Int) -> [ConstraintStatus] {
        let node = nodes[position]
        return node.statuses.indices.map { index in
            let relations = node.relations.filter { $0.index == index }
            guard let constraint = relations.first?.constraint else { return status(of: position, at: index) }
            let related = relations.flatMap(\.others).map { other in
                RelatedFeature(
                    path: nodes[other.position].feature.path, name: nodes[other.position].feature.name,
                    state: state(of: other.position), hasLowerPriority: other.hasLowerPriority)
            }
            return constraint.check(
                ConstraintSubject(feature: node.feature.path, related: related))
        }
    }

    /// Returns a feature's availability, with its reasons and those of its groups and requirements.
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
    /// The availability of all features for the app's user.
    struct FixedAvailability: AvailabilityReader {
        let nodes: [Node]

        func state(of position: Int) -> AvailabilityState { nodes[position].state }

        func status(of position: Int, at index: Int) -> ConstraintStatus {
            nodes[position].statuses[index] ?? .notChecked
        }
    }

    var answers: FixedAvailability { FixedAvailability(nodes: nodes) }

    func statuses(of position: Int) -> [ConstraintStatus] {
        var answers = answers
        return answers.statuses(of: position)
    }

    func availability(of position: Int) -> Availability {
        var answers = answers
        return answers.availability(of: position)
    }
}

extension ConstraintStatus {
    /// The status of a constraint before its first check.
    static var notChecked: ConstraintStatus {
        .undetermined("Not checked yet", because: "Not checked yet", remedy: .wait)
    }
}
