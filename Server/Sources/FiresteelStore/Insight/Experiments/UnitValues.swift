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
        /// The sums of amounts in hundredths, after and before the exposure.
        var amount: Int64 = 0
        var amountBefore: Int64 = 0
        /// The milliseconds from the exposure to the first and to the last success, and one more; 0 without one.
        var first: Int64 = 0
        var last: Int64 = 0
        /// The days after that of the exposure with a success, as bits.
        var days: Int64 = 0
        /// The durations by bucket, where an experiment measures a quantile.
        var durations: [Int: Int64] = [:]

        /// The numbers of a line, of which the last five may be missing.
        fileprivate static let (few, all) = (7, 12)

        /// Whether nothing is counted; times and days remain where a session that grows is counted again.
        fileprivate var isZero: Bool {
            successes == 0 && failures == 0 && performs == 0 && microseconds == 0 && timed == 0 && before == 0
                && returns == 0 && amount == 0 && amountBefore == 0 && durations.isEmpty
        }

        /// Adds or subtracts counts.
        ///
        /// What a session adds to its times and days is never taken back: a session that grows has them as well.
        fileprivate mutating func add(_ other: Counts, times factor: Int64) {
            // Without key paths, which take most of the time of a roll-up.
            successes = UnitValues.sum(successes, factor * other.successes)
            failures = UnitValues.sum(failures, factor * other.failures)
            performs = UnitValues.sum(performs, factor * other.performs)
            microseconds = UnitValues.sum(microseconds, factor * other.microseconds)
            timed = UnitValues.sum(timed, factor * other.timed)
            before = UnitValues.sum(before, factor * other.before)
            returns = UnitValues.sum(returns, factor * other.returns)
            amount = UnitValues.sum(amount, factor * other.amount)
            amountBefore = UnitValues.sum(amountBefore, factor * other.amountBefore)
            for (bucket, count) in other.durations {
                let sum = UnitValues.sum(durations[bucket] ?? 0, factor * count)
                durations[bucket] = sum == 0 ? nil : sum
            }
            guard factor > 0 else { return }
            first = first == 0 || other.first == 0 ? max(first, other.first) : min(first, other.first)
            last = max(last, other.last)
            days |= other.days
        }
    }

    /// By action, which is a feature and an identifier with a tab between.
    private(set) var actions: [String: Counts] = [:]
    /// The sessions that ended abnormally after the exposure.
    private(set) var exits: Int64 = 0
    private(set) var exitsBefore: Int64 = 0
    /// The sessions on later days than the exposure.
    private(set) var returns: Int64 = 0
    /// The days after that of the exposure with a session, as bits.
    private(set) var days: Int64 = 0

    /// The latest day that has a bit.
    private static let lastDay: Int64 = 52

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
        if factor > 0 { days |= other.days }
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
        let isRecent = session.began >= exposure.time - Self.covariatePeriod
        switch Self.part(of: session, exposure, phase) {
        case .none: break
        case .own:
            let own = exposure.arm.flatMap { session.facts.exposed[phase.variants[$0] ?? ""]?.performs } ?? [:]
            addAfter(own, exposure, day: 0)
            if session.facts.isAbnormal { exits = 1 }
            if isRecent { addBefore(session.facts.actions, without: own) }
        case .whole:
            guard session.began < exposure.end(in: phase) else { return }
            let day = (InsightTime.day(of: session.began) - InsightTime.day(of: exposure.time)) / InsightTime.day
            addAfter(session.facts.actions, exposure, day: day)
            if session.facts.isAbnormal { exits = 1 }
            if day > 0 { (returns, days) = (1, Self.bit(of: day)) }
        case .before:
            guard isRecent else { return }
            addBefore(session.facts.actions, without: [:])
            if session.facts.isAbnormal { exitsBefore = 1 }
        }
    }

    /// The part of a session that follows an exposure.
    enum Part: Sendable {
        /// The session doesn't count.
        case none
        /// What followed an exposure in the session.
        case own
        /// All of it, as it began later.
        case whole
        /// Nothing: it was before.
        case before
    }

    static func part(of session: StoredSession, _ exposure: UnitExposure, _ phase: ExperimentPhase) -> Part {
        guard let arm = exposure.arm, !phase.excludes(session) else { return .none }
        if let own = session.facts.exposed[phase.variants[arm] ?? ""],
            session.began <= exposure.time || own.time == exposure.time
        {
            return .own
        }
        return session.began >= exposure.time ? .whole : .before
    }

    /// All of a session, as if the exposure had been before it.
    init(all session: StoredSession, since time: Int64) {
        addAfter(
            session.facts.actions, UnitExposure(arm: nil, time: time, version: "", system: "", device: ""), day: 0)
        if session.facts.isAbnormal { exits = 1 }
    }

    private static func bit(of day: Int64) -> Int64 { (1...lastDay).contains(day) ? 1 << day : 0 }

    private mutating func addAfter(
        _ performs: [String: SessionFacts.Performs], _ exposure: UnitExposure, day: Int64
    ) {
        func moment(_ time: Int64?) -> Int64 { time.map { max(0, $0 - exposure.time) + 1 } ?? 0 }
        for (action, performs) in performs where performs != SessionFacts.Performs() {
            let isReturn = day > 0 && performs.successes > 0
            actions[action] = Counts(
                successes: performs.successes, failures: performs.failures, performs: performs.total,
                microseconds: performs.microseconds, timed: performs.timed, returns: isReturn ? 1 : 0,
                amount: performs.amount, first: moment(performs.first), last: moment(performs.last),
                days: isReturn ? Self.bit(of: day) : 0, durations: performs.durations)
        }
    }

    private mutating func addBefore(
        _ performs: [String: SessionFacts.Performs], without after: [String: SessionFacts.Performs]
    ) {
        for (action, performs) in performs {
            let before = performs.successes - (after[action]?.successes ?? 0)
            guard before > 0 else { continue }
            actions[action, default: Counts()].before = before
            actions[action]?.amountBefore = max(0, performs.amount - (after[action]?.amount ?? 0))
        }
    }
}

extension UnitValues.Counts {
    /// Adds the numbers to a line.
    fileprivate func write(to lines: inout StoredLines) {
        // Without key paths, which take most of the time of a roll-up.
        for number in [successes, failures, performs, microseconds, timed, before, returns] { lines.add(number) }
        guard amount != 0 || amountBefore != 0 || first != 0 || last != 0 || days != 0 else { return }
        for number in [amount, amountBefore, first, last, days] { lines.add(number) }
    }

    fileprivate init(_ numbers: [Int64]) {
        self.init()
        (successes, failures, performs) = (numbers[0], numbers[1], numbers[2])
        (microseconds, timed, before, returns) = (numbers[3], numbers[4], numbers[5], numbers[6])
        guard numbers.count == Self.all else { return }
        (amount, amountBefore, first, last, days) = (numbers[7], numbers[8], numbers[9], numbers[10], numbers[11])
    }
}

extension UnitValues {
    /// The form in which they are stored.
    var text: String {
        var lines = StoredLines()
        if exits != 0 || exitsBefore != 0 || returns != 0 {
            lines.begin("x")
            for number in [exits, exitsBefore, returns] { lines.add(number) }
            if days != 0 { lines.add(days) }
            lines.end()
        }
        for (action, counts) in actions.sorted(by: { $0.key < $1.key }) {
            lines.begin("a")
            lines.add(action)
            counts.write(to: &lines)
            lines.end()
            if !counts.durations.isEmpty {
                lines.begin("d")
                lines.add(action)
                lines.add(DurationCounts.text(counts.durations))
                lines.end()
            }
        }
        return lines.text
    }

    /// Reads stored values, or returns `nil` if they are damaged.
    init?(text: String) {
        // Bytes, since characters take several times as long.
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(Substring.init)
            switch (parts[0], parts.count) {
            case ("x", 4), ("x", 5):
                guard let numbers = Self.numbers(parts[1...]) else { return nil }
                (exits, exitsBefore, returns) = (numbers[0], numbers[1], numbers[2])
                days = numbers.dropFirst(3).first ?? 0
            case ("d", 4):
                let action = StoredLines.name(in: parts)
                guard actions[action] != nil,
                    let durations = DurationCounts.read(parts[3], maximum: Self.maximum)
                else { return nil }
                actions[action]?.durations = durations
            case ("a", 3 + Counts.few), ("a", 3 + Counts.all):
                guard let numbers = Self.numbers(parts[3...]) else { return nil }
                actions[StoredLines.name(in: parts)] = Counts(numbers)
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
