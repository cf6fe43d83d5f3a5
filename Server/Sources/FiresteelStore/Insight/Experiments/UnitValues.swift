/// The values of a unit before and after its first exposure: sums over sessions.
///
/// It is stored as lines whose parts are separated by tabs, which no name contains.
struct UnitValues: Sendable, Hashable {
    /// The performs of an action.
    struct Counts: Sendable, Hashable {
        var successes: Int64 = 0
        var failures: Int64 = 0
        var performs: Int64 = 0
        var microseconds: Int64 = 0
        var timed: Int64 = 0
        /// The successes before the exposure.
        var before: Int64 = 0
        /// The sessions on later days than the exposure in which it succeeded.
        var returns: Int64 = 0

        fileprivate static let members: [any WritableKeyPath<Counts, Int64> & Sendable] = [
            \.successes, \.failures, \.performs, \.microseconds, \.timed, \.before, \.returns,
        ]

        fileprivate var isZero: Bool { self == Counts() }

        fileprivate mutating func add(_ other: Counts, times factor: Int64) {
            for member in Self.members {
                self[keyPath: member] = UnitValues.sum(self[keyPath: member], factor * other[keyPath: member])
            }
        }
    }

    /// By action, which is a feature and an identifier with a tab between.
    private(set) var actions: [String: Counts] = [:]
    /// The sessions that ended abnormally after the exposure.
    private(set) var exits: Int64 = 0
    private(set) var exitsBefore: Int64 = 0
    /// The sessions on later days than the exposure.
    private(set) var returns: Int64 = 0

    /// The limits of the actions of a unit; further ones are counted as one.
    private static let maximumActions = 500
    private static let maximumBytes = 32 << 10
    private static let other = CountKey.name(NameBook.other, NameBook.other)

    init() {}

    /// Whether there may be more actions than are counted apart.
    var isFull: Bool {
        actions.count >= Self.maximumActions || actions.keys.reduce(0) { $0 + $1.utf8.count } >= Self.maximumBytes
    }

    /// Adds other values, or subtracts them with a factor of -1.
    mutating func add(_ other: UnitValues, times factor: Int64 = 1) {
        for (action, counts) in other.actions {
            actions[action, default: Counts()].add(counts, times: factor)
            if actions[action]?.isZero == true { actions[action] = nil }
        }
        exits = Self.sum(exits, factor * other.exits)
        exitsBefore = Self.sum(exitsBefore, factor * other.exitsBefore)
        returns = Self.sum(returns, factor * other.returns)
    }

    /// A sum that doesn't overflow, however absurd the counts are.
    private static func sum(_ one: Int64, _ other: Int64) -> Int64 { min(max(one + other, -maximum), maximum) }

    /// Counts the actions beyond the limits, in the order of their names, as one.
    mutating func limit() {
        guard isFull else { return }
        let all = actions
        actions = [:]
        var bytes = 0
        for (action, counts) in all.sorted(by: { $0.key < $1.key }) {
            bytes += action.utf8.count
            let isWithin = actions.count < Self.maximumActions && bytes < Self.maximumBytes
            actions[isWithin ? action : Self.other, default: Counts()].add(counts, times: 1)
        }
    }
}

extension UnitValues {
    /// The milliseconds before the first exposure whose values are compared with those after it.
    static let covariatePeriod: Int64 = 14 * InsightTime.day

    /// The part of a session in the values of a unit.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - exposure: The first exposure of its person.
    ///   - phase: The phase.
    init(_ session: StoredSession, after exposure: UnitExposure, in phase: ExperimentPhase) {
        guard let arm = exposure.arm, !phase.excludes(session) else { return }
        let own = session.facts.exposed[phase.definition.variant(of: arm)]
        let isRecent = session.began >= exposure.time - Self.covariatePeriod
        if let own, session.began <= exposure.time || own.time == exposure.time {
            addAfter(own.performs, isReturn: false)
            if session.facts.isAbnormal { exits = 1 }
            if isRecent { addBefore(session.facts.actions, without: own.performs) }
        } else if session.began >= exposure.time {
            guard session.began < exposure.end(in: phase) else { return }
            let isReturn = InsightTime.day(of: session.began) > InsightTime.day(of: exposure.time)
            addAfter(session.facts.actions, isReturn: isReturn)
            if session.facts.isAbnormal { exits = 1 }
            if isReturn { returns = 1 }
        } else if isRecent {
            addBefore(session.facts.actions, without: [:])
            if session.facts.isAbnormal { exitsBefore = 1 }
        }
    }

    private mutating func addAfter(_ performs: [String: SessionFacts.Performs], isReturn: Bool) {
        for (action, performs) in performs where performs != SessionFacts.Performs() {
            actions[action] = Counts(
                successes: performs.successes, failures: performs.failures, performs: performs.total,
                microseconds: performs.microseconds, timed: performs.timed,
                returns: isReturn && performs.successes > 0 ? 1 : 0)
        }
    }

    private mutating func addBefore(
        _ performs: [String: SessionFacts.Performs], without after: [String: SessionFacts.Performs]
    ) {
        for (action, performs) in performs {
            let before = performs.successes - (after[action]?.successes ?? 0)
            if before > 0 { actions[action, default: Counts()].before = before }
        }
    }
}

extension UnitValues {
    /// The form in which they are stored.
    var text: String {
        var text = exits == 0 && exitsBefore == 0 && returns == 0 ? "" : "x\t\(exits)\t\(exitsBefore)\t\(returns)\n"
        for (action, counts) in actions.sorted(by: { $0.key < $1.key }) {
            text += "a\t\(action)"
            for member in Counts.members { text += "\t\(counts[keyPath: member])" }
            text += "\n"
        }
        return text
    }

    /// Reads stored values, or returns `nil` if they are damaged.
    init?(text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            switch (parts[0], parts.count) {
            case ("x", 4):
                guard let numbers = Self.numbers(parts[1...]) else { return nil }
                (exits, exitsBefore, returns) = (numbers[0], numbers[1], numbers[2])
            case ("a", 3 + Counts.members.count):
                guard let numbers = Self.numbers(parts[3...]) else { return nil }
                var counts = Counts()
                for (member, number) in zip(Counts.members, numbers) { counts[keyPath: member] = number }
                actions[CountKey.name(String(parts[1]), String(parts[2]))] = counts
            default: return nil
            }
        }
    }

    /// The maximum of a stored number, so that the sum of 500 actions doesn't overflow: a greater one is damaged.
    private static let maximum: Int64 = 1 << 53

    private static func numbers(_ parts: ArraySlice<Substring>) -> [Int64]? {
        let numbers = parts.compactMap { Int64($0) }
        return numbers.count == parts.count && numbers.allSatisfy { (0...maximum).contains($0) } ? numbers : nil
    }
}
