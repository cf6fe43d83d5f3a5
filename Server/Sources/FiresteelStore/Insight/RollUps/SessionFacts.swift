/// The facts about a session: one person's part of a run, or the run itself.
///
/// It is stored as lines whose parts are separated by tabs, which no name contains.
package struct SessionFacts: Sendable, Hashable {
    /// The performs of an action.
    package struct Performs: Sendable, Hashable {
        package var successes: Int64 = 0
        package var failures: Int64 = 0
        package var cancellations: Int64 = 0
        package var interruptions: Int64 = 0
        /// The sum of the durations.
        package var microseconds: Int64 = 0
        /// The number of performs that have a duration.
        package var timed: Int64 = 0
        /// The sum of the amounts of successes, in hundredths.
        package var amount: Int64 = 0
        /// The times of the first and of the last success, in milliseconds since 1970, `nil` if they aren't known.
        package var first: Int64?
        package var last: Int64?
        /// The durations by bucket, of actions of which an experiment measures a quantile.
        package var durations: [Int: Int64] = [:]

        package init(
            successes: Int64 = 0, failures: Int64 = 0, cancellations: Int64 = 0, interruptions: Int64 = 0,
            microseconds: Int64 = 0, timed: Int64 = 0
        ) {
            self.successes = successes
            self.failures = failures
            self.cancellations = cancellations
            self.interruptions = interruptions
            self.microseconds = microseconds
            self.timed = timed
        }

        /// The number of performs.
        var total: Int64 { successes + failures + cancellations + interruptions }

        // Without key paths, which take most of the time of a roll-up.

        /// Adds others, within the limits.
        fileprivate mutating func add(_ other: Performs) {
            func add(_ number: inout Int64, _ more: Int64, _ limit: Int64 = SessionFacts.maximumCount) {
                number = min(number + min(more, limit), limit)
            }
            add(&successes, other.successes)
            add(&failures, other.failures)
            add(&cancellations, other.cancellations)
            add(&interruptions, other.interruptions)
            add(&microseconds, other.microseconds, SessionFacts.maximumMicroseconds)
            add(&timed, other.timed)
            add(&amount, other.amount, SessionFacts.maximumMicroseconds)
            first = other.first.map { min(first ?? $0, $0) } ?? first
            last = other.last.map { max(last ?? $0, $0) } ?? last
            durations.merge(other.durations) {
                min($0 + min($1, SessionFacts.maximumCount), SessionFacts.maximumCount)
            }
        }

        /// Returns what is more than in others, which came before.
        ///
        /// - Parameter first: The time of the first success that is more, if it isn't the first of all.
        func subtracting(_ other: Performs, first: Int64?) -> Performs {
            var rest = self
            rest.successes = max(0, successes - other.successes)
            rest.failures = max(0, failures - other.failures)
            rest.cancellations = max(0, cancellations - other.cancellations)
            rest.interruptions = max(0, interruptions - other.interruptions)
            rest.microseconds = max(0, microseconds - other.microseconds)
            rest.timed = max(0, timed - other.timed)
            rest.amount = max(0, amount - other.amount)
            if rest.successes == 0 {
                (rest.first, rest.last) = (nil, nil)
            } else if other.successes > 0 {
                rest.first = first
            }
            return rest
        }

        /// Reads the counts of a line, of which those of durations may be missing.
        fileprivate init(_ parts: ArraySlice<Substring>) {
            let numbers = parts.map { max(Int64($0) ?? 0, 0) }
            func count(_ index: Int) -> Int64 { min(numbers[index], SessionFacts.maximumCount) }
            self.init(successes: count(0), failures: count(1), cancellations: count(2), interruptions: count(3))
            guard numbers.count > 5 else { return }
            (microseconds, timed) = (min(numbers[4], SessionFacts.maximumMicroseconds), count(5))
        }

        /// Adds the counts to a line, those of durations if there are some.
        fileprivate func write(to lines: inout StoredLines) {
            for number in [successes, failures, cancellations, interruptions] { lines.add(number) }
            if timed != 0 {
                lines.add(microseconds)
                lines.add(timed)
            }
        }

        /// Reads the amount and the times of a line.
        fileprivate init(amount: Substring, first: Substring, last: Substring) {
            self.init()
            self.amount = min(max(Int64(amount) ?? 0, 0), SessionFacts.maximumMicroseconds)
            let times = [first, last].map { text in
                Int64(text).flatMap { (0...InboxTurn.Row.latest).contains($0) ? $0 : nil }
            }
            (self.first, self.last) = (times[0], times[1])
        }

        fileprivate var hasMoments: Bool { amount > 0 || first != nil || last != nil }

        /// Reads the durations of a line.
        fileprivate init(durations: Substring) {
            self.init()
            self.durations = DurationCounts.read(durations, maximum: SessionFacts.maximumCount) ?? [:]
        }
    }

    /// The performs after the first exposure to an arm of an experiment.
    package struct Exposed: Sendable, Hashable {
        /// The time of the exposure, in milliseconds since 1970, `nil` as long as only later segments arrived.
        package var time: Int64?
        /// The group of the arm, `nil` where each person has an arm.
        package var group: Int?
        /// The performs after it, by action.
        package var performs: [String: Performs] = [:]
    }

    /// The limit of actions and of variants; further ones are counted as ``NameBook/other``.
    private static let maximumNames = 500
    /// The limit of the bytes of their names, so that the sessions of a transaction fit into memory.
    package static let maximumBytes = 32 << 10
    /// The name of actions and variants beyond the limits.
    private static let other = CountKey.name(NameBook.other, NameBook.other)
    /// Beyond this product of subjects and variants, variants are counted for all sessions and for groups alone.
    private static let maximumMarks = 10_000
    /// The limit of groups, whose reports are stored beyond it as well.
    private static let maximumGroups = 50
    /// The limit of the guards for which an action is timed.
    private static let maximumTimed = 20
    /// The maximum count, so that no sum overflows.
    private static let maximumCount: Int64 = 1 << 40
    private static let maximumMicroseconds: Int64 = 1 << 50
    /// The limit of exposures to experiments; further ones are left out.
    private static let maximumExposed = 20
    /// The limit of the actions of all exposures; further ones are counted as ``NameBook/other``.
    private static let maximumExposedActions = 2_000

    /// The performs by action, which is a feature and an identifier with a tab between.
    package private(set) var actions: [String: Performs] = [:]
    /// The variants, each a flag and a variant with a tab between.
    package private(set) var variants: Set<String> = []
    /// The groups whose reports it has.
    package private(set) var groups: Set<String> = []
    /// The exposures to arms of experiments, by variant.
    package private(set) var exposed: [String: Exposed] = [:]
    /// Whether the action that was drawn for a subject of ``SlowLimits`` was slow.
    package private(set) var timed: [String: Bool] = [:]
    /// Whether it ended abnormally.
    package var isAbnormal = false
    /// The bytes of the names of actions and variants.
    private var bytes = 0
    /// The bytes of the names of exposures and of actions after them.
    private var exposedBytes = 0
    /// The number of actions after exposures.
    private var exposedActions = 0

    package init() {}

    /// Reads stored facts, within the limits; lines that can't be read are left out.
    package init(text: String) {
        // The exposure that the lines of actions after it belong to.
        var last = ""
        // Bytes, since characters take several times as long.
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map(Substring.init)
            switch (parts[0], parts.count) {
            case ("a", 7), ("a", 9):
                add(Performs(parts[3...]), to: StoredLines.name(in: parts))
            case ("e", 4):
                last = StoredLines.name(in: parts)
                add(exposure: last, at: Int64(parts[3]))
            case ("e", 5):
                last = StoredLines.name(in: parts)
                add(exposure: last, group: Int(parts[4]), at: Int64(parts[3]))
            case ("p", 7), ("p", 9):
                add(Performs(parts[3...]), to: StoredLines.name(in: parts), after: last)
            case ("t", 6):
                add(
                    Performs(amount: parts[3], first: parts[4], last: parts[5]),
                    to: StoredLines.name(in: parts))
            case ("u", 6):
                add(
                    Performs(amount: parts[3], first: parts[4], last: parts[5]),
                    to: StoredLines.name(in: parts), after: last)
            case ("d", 4):
                add(Performs(durations: parts[3]), to: StoredLines.name(in: parts))
            case ("q", 4):
                add(Performs(durations: parts[3]), to: StoredLines.name(in: parts), after: last)
            case ("v", 3): add(variant: StoredLines.name(in: parts))
            case ("g", 2): add(group: String(parts[1]))
            case ("s", 5):
                let subject = CountKey.name(StoredLines.name(in: parts), String(parts[3]))
                add(timed: subject, isSlow: parts[4] == "1")
            case ("x", 1): isAbnormal = true
            default: break
            }
        }
    }

    /// The form in which they are stored.
    package var text: String {
        var lines = StoredLines()
        if isAbnormal {
            lines.begin("x")
            lines.end()
        }
        Self.write(actions, as: ("a", "t", "d"), to: &lines)
        func write(_ kind: Unicode.Scalar, _ parts: String) {
            lines.begin(kind)
            lines.add(parts)
            lines.end()
        }
        for variant in variants.sorted() { write("v", variant) }
        for (variant, exposed) in exposed.sorted(by: { $0.key < $1.key }) {
            lines.begin("e")
            lines.add(variant)
            lines.add(exposed.time)
            if let group = exposed.group { lines.add(Int64(group)) }
            lines.end()
            Self.write(exposed.performs, as: ("p", "u", "q"), to: &lines)
        }
        for group in groups.sorted() { write("g", group) }
        for (subject, isSlow) in timed.sorted(by: { $0.key < $1.key }) { write("s", "\(subject)\t\(isSlow ? 1 : 0)") }
        return lines.text
    }

    /// Writes the counts, the amounts and times, and the durations of actions.
    private static func write(
        _ actions: [String: Performs],
        as kinds: (counts: Unicode.Scalar, moments: Unicode.Scalar, durations: Unicode.Scalar),
        to lines: inout StoredLines
    ) {
        for (action, performs) in actions.sorted(by: { $0.key < $1.key }) {
            lines.begin(kinds.counts)
            lines.add(action)
            performs.write(to: &lines)
            lines.end()
            if performs.hasMoments {
                lines.begin(kinds.moments)
                lines.add(action)
                for number in [performs.amount, performs.first, performs.last] { lines.add(number) }
                lines.end()
            }
            if !performs.durations.isEmpty {
                lines.begin(kinds.durations)
                lines.add(action)
                lines.add(DurationCounts.text(performs.durations))
                lines.end()
            }
        }
    }

    /// Adds performs of an action.
    package mutating func add(_ performs: Performs, to action: String) {
        let action = limited(
            action, isKnown: actions[action] != nil, actions.count - (actions[Self.other] == nil ? 0 : 1))
        actions[action, default: Performs()].add(performs)
    }

    /// Adds an exposure to an arm of an experiment, of which the first counts.
    package mutating func add(exposure variant: String, group: Int? = nil, at time: Int64?) {
        if exposed[variant] == nil {
            guard exposed.count < Self.maximumExposed, exposedBytes + variant.utf8.count <= Self.maximumBytes else {
                return
            }
            exposedBytes += variant.utf8.count
            exposed[variant] = Exposed(time: time, group: group)
            return
        }
        guard let known = exposed[variant] else { return }
        // The group is that of the earliest exposure, in whatever order messages arrive.
        let isEarlier = time.map { time in known.time.map { time < $0 } ?? true } ?? false
        if isEarlier {
            exposed[variant]?.time = time
            exposed[variant]?.group = group
        } else if time == known.time {
            exposed[variant]?.group = [known.group, group].compactMap { $0 }.min()
        }
    }

    /// Adds performs of an action after an exposure that was added.
    package mutating func add(_ performs: Performs, to action: String, after variant: String) {
        guard let isKnown = exposed[variant].map({ $0.performs[action] != nil }) else { return }
        var action = action
        if !isKnown, action != Self.other {
            let isWithin =
                exposedActions < Self.maximumExposedActions
                && exposedBytes + action.utf8.count <= Self.maximumBytes
            if isWithin {
                exposedActions += 1
                exposedBytes += action.utf8.count
            } else {
                action = Self.other
            }
        }
        exposed[variant]?.performs[action, default: Performs()].add(performs)
    }

    /// Adds a variant that the person was exposed to.
    package mutating func add(variant: String) {
        let count = variants.count - (variants.contains(Self.other) ? 1 : 0)
        variants.insert(limited(variant, isKnown: variants.contains(variant), count))
    }

    /// Returns a name, or ``other`` if there is no room for one more than a number of names of its kind.
    private mutating func limited(_ name: String, isKnown: Bool, _ count: Int) -> String {
        guard !isKnown, name != Self.other else { return name }
        guard count < Self.maximumNames, bytes + name.utf8.count <= Self.maximumBytes else { return Self.other }
        bytes += name.utf8.count
        return name
    }

    /// Adds the action that was drawn for a subject of ``SlowLimits``, of which the first counts.
    package mutating func add(timed subject: String, isSlow: Bool) {
        if timed[subject] == nil, timed.count < Self.maximumTimed { timed[subject] = isSlow }
    }

    package mutating func add(group: String) {
        if groups.count < Self.maximumGroups { groups.insert(group) }
    }

    /// Replaces a group, after a merge or a split.
    package mutating func replace(group: String, with other: String) {
        if groups.remove(group) != nil { groups.insert(other) }
    }

    package mutating func remove(group: String) { groups.remove(group) }

    /// A count that has one more because of the session.
    struct Mark: Hashable {
        let measure: InsightMeasure
        var subject = ""
        var value = ""
    }

    /// Returns the counts that have one more because of the session.
    func marks(system: String, device: String) -> Set<Mark> {
        var used: Set<String> = []
        var failed: Set<String> = []
        for (action, performs) in actions {
            let subjects = [CountKey.action.key(action), CountKey.feature.key(CountKey.parts(of: action).first)]
            used.formUnion(subjects)
            if performs.failures > 0 { failed.formUnion(subjects) }
        }
        var marks: Set<Mark> = []
        for value in used { marks.insert(Mark(measure: .uses, value: value)) }
        let values = variants.map(CountKey.variant.key)
        let areFew = (used.count + failed.count) * values.count <= Self.maximumMarks
        func add(_ measure: InsightMeasure, _ subject: String, _ more: [String]) {
            marks.insert(Mark(measure: measure, subject: subject))
            for value in more { marks.insert(Mark(measure: measure, subject: subject, value: value)) }
        }
        let places = [CountKey.system.key(system), CountKey.device.key(device)]
        add(.sessions, "", places + values)
        for group in groups { add(.sessions, CountKey.group.key(group), places + values) }
        for subject in used { add(.sessions, subject, areFew ? places + values : places) }
        if !failed.isEmpty { add(.failed, "", values) }
        for subject in failed { add(.failed, subject, areFew ? values : []) }
        if isAbnormal { add(.abnormal, "", values) }
        for (subject, isSlow) in timed {
            // The guard of a flag compares its variants alone.
            let flag = SlowLimits.flag(of: subject)
            for variant in variants where CountKey.parts(of: variant).first == flag {
                let value = CountKey.variant.key(variant)
                marks.insert(Mark(measure: .timed, subject: subject, value: value))
                if isSlow { marks.insert(Mark(measure: .slow, subject: subject, value: value)) }
            }
        }
        return marks
    }
}
