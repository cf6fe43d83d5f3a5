import FiresteelTimeline

/// Counts what one person did, within the limits of a segment.
struct PersonCounter: Sendable {
    private(set) var actions: [RunSegment.ActionPath: RunSegment.ActionCount] = [:]
    private var exposures: [RunSegment.Variant: Int64] = [:]
    /// The counts at the first exposure to each variant of an experiment.
    private var before: [RunSegment.Variant: [RunSegment.ActionPath: RunSegment.ActionCount]] = [:]
    /// The first success after the exposure to a variant of an experiment, of actions that had succeeded before it.
    private var after: [RunSegment.Variant: [RunSegment.ActionPath: Int64]] = [:]
    /// The variants of experiments in earlier segments.
    private var under: Set<RunSegment.Variant> = []
    private var refusals: [RefusalKey: Int] = [:]
    private var successions: [Pair: Int] = [:]
    /// The last user-facing action in each session.
    private var last: [UInt32: RunSegment.ActionPath] = [:]
    /// The variants of earlier segments.
    private var known: Set<RunSegment.Variant> = []
    private var own: RunSegment.Person
    /// The estimated size of the counts as JSON, in bytes.
    private(set) var bytes = 0

    /// The size of a person without counts.
    static let emptyBytes = 100

    private struct RefusalKey: Hashable {
        let feature: String
        let reasons: [String]
    }
    private struct Pair: Hashable {
        let from: RunSegment.ActionPath
        let to: RunSegment.ActionPath
    }

    init(_ person: RunSegment.Person) { own = person }

    /// Records that the session ended.
    mutating func end() { own.isEnded = true }

    /// The person with the counts, in a fixed order.
    var person: RunSegment.Person {
        var person = own
        person.actions = actions.values.sorted { $0.path < $1.path }
        person.exposures = exposures.map { variant, first in
            var exposure = RunSegment.Exposure(flag: variant.flag, variant: variant.variant, first: first)
            exposure.before = before[variant, default: [:]].values.sorted { $0.path < $1.path }
            exposure.after = after[variant, default: [:]].map { RunSegment.FirstSuccess($0.key, at: $0.value) }
                .sorted { $0.path < $1.path }
            return exposure
        }.sorted { ($0.first, $0.flag, $0.variant) < ($1.first, $1.flag, $1.variant) }
        person.under = under.sorted { ($0.flag, $0.variant) < ($1.flag, $1.variant) }
        person.refusals = refusals.map {
            RunSegment.Refusal(feature: $0.key.feature, reasons: $0.key.reasons, count: $0.value)
        }.sorted { ($0.feature, $0.reasons.joined(separator: "\n")) < ($1.feature, $1.reasons.joined(separator: "\n")) }
        person.successions = successions.map {
            RunSegment.Succession(from: $0.key.from, to: $0.key.to, count: $0.value)
        }.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
        return person
    }

    /// The counter for the next segment: without counts, with what continues.
    var emptied: PersonCounter {
        var counter = PersonCounter(RunSegment.Person(session: own.session, pseudonym: own.pseudonym))
        counter.last = last
        counter.known = known.union(exposures.keys)
        counter.under = under.union(before.keys)
        return counter
    }

    /// Whether the person was exposed to an experiment, which later segments have to say.
    var isInExperiment: Bool { !under.isEmpty || !before.isEmpty }

    /// The size of what each segment repeats, without counts.
    var repeatedBytes: Int { under.reduce(Self.emptyBytes) { $0 + Self.elementBytes + $1.bytes } }

    /// Records an exposure of an earlier segment.
    mutating func remember(_ record: FlagRecord) {
        guard let key = Self.variant(of: record) else { return }
        known.insert(key)
        guard ExperimentVariant(key.variant) != nil, under.count < SegmentLimits.experiments else { return }
        under.insert(key)
    }

    /// Forgets the last action of a session that ended.
    mutating func forget(_ session: UInt32) { last[session] = nil }

    mutating func add(_ perform: PerformRecord, at time: Int64) {
        if perform.outcome == .success || perform.outcome == .successClosing { addFirst(perform, at: time) }
        count(perform) { count in
            switch perform.outcome {
            case .success, .successClosing: count.addSuccess(perform.amount, at: time)
            case .cancelled: count.cancellations += 1
            case .failure, .failureClosing:
                let error = (perform.errorType ?? "").cut
                // Beyond the limit the failure is counted without its type, since rates must be right.
                let isKnown = count.failures[error] != nil || count.failures.count < SegmentLimits.errors - 1
                count.failures[isKnown ? error : "", default: 0] += 1
            case nil: return
            }
            if let duration = perform.duration { count.add(duration) }
        }
    }

    /// Records the first success after exposures, where the counts don't say which of several it is.
    private mutating func addFirst(_ perform: PerformRecord, at time: Int64) {
        guard !before.isEmpty, let path = RunSegment.ActionPath(perform.action)?.cut else { return }
        for (variant, counts) in before where counts[path].map({ $0.successes > 0 }) == true {
            guard after[variant]?[path] == nil else { continue }
            after[variant, default: [:]][path] = time
            bytes += Self.elementBytes + path.bytes
        }
    }

    mutating func interrupt(_ perform: PerformRecord) {
        count(perform) { $0.interruptions += 1 }
    }

    mutating func follow(_ path: RunSegment.ActionPath, session: UInt32) {
        let path = path.cut
        defer { last[session] = path }
        guard let before = last[session] else { return }
        add(
            to: \.successions, Pair(from: before, to: path), limit: SegmentLimits.successions,
            bytes: before.bytes + path.bytes)
    }

    mutating func add(_ record: FlagRecord, first: Int64) {
        guard let key = Self.variant(of: record), exposures[key] == nil, !known.contains(key) else { return }
        guard exposures.count < SegmentLimits.exposures else { return own.dropped += 1 }
        if ExperimentVariant(key.variant) != nil {
            guard before.count + under.count < SegmentLimits.experiments else { return own.dropped += 1 }
            before[key] = actions
            bytes += actions.values.reduce(0) { $0 + Self.elementBytes + $1.path.bytes + $1.bytes }
        }
        exposures[key] = first
        bytes += Self.elementBytes + key.bytes
    }

    private static func variant(of record: FlagRecord) -> RunSegment.Variant? {
        guard let flag = record.key, let variant = record.answer.variant else { return nil }
        return RunSegment.Variant(flag: flag.cut, variant: variant.cut)
    }

    mutating func add(_ record: RefusalRecord) {
        guard let feature = record.feature?.path else { return }
        let key = RefusalKey(feature: feature.cut, reasons: record.reasons.prefix(20).map(\.cut))
        add(
            to: \.refusals, key, limit: SegmentLimits.refusals,
            bytes: key.reasons.reduce(key.feature.utf8.count) { $0 + $1.utf8.count + 3 })
    }

    /// The size of an element of a list without its texts.
    private static let elementBytes = 50

    private mutating func add<Key>(
        to counts: WritableKeyPath<PersonCounter, [Key: Int]>, _ key: Key, limit: Int, bytes size: Int
    ) {
        if self[keyPath: counts][key] == nil {
            guard self[keyPath: counts].count < limit else { return own.dropped += 1 }
            bytes += Self.elementBytes + size
        }
        self[keyPath: counts][key, default: 0] += 1
    }

    private mutating func count(_ perform: PerformRecord, _ body: (inout RunSegment.ActionCount) -> Void) {
        guard let path = RunSegment.ActionPath(perform.action)?.cut else { return own.dropped += 1 }
        if actions[path] == nil {
            guard actions.count < SegmentLimits.actions else { return own.dropped += 1 }
            bytes += Self.elementBytes + path.bytes
        }
        let growth = Self.growth(of: &actions[path, default: RunSegment.ActionCount(path)], body)
        bytes += growth
    }

    private static func growth(
        of count: inout RunSegment.ActionCount, _ body: (inout RunSegment.ActionCount) -> Void
    ) -> Int {
        let before = count.bytes
        body(&count)
        return count.bytes - before
    }
}

extension RunSegment.Person {
    /// Whether there is nothing to report.
    var isEmpty: Bool {
        actions.isEmpty && exposures.isEmpty && refusals.isEmpty && successions.isEmpty && dropped == 0
    }
}

extension RunSegment.ActionPath: Comparable {
    /// Orders by feature, then by action.
    public static func < (one: Self, other: Self) -> Bool {
        (one.feature, one.action) < (other.feature, other.action)
    }

    fileprivate var cut: Self { Self(feature: feature.cut, action: action.cut) }

    /// The size of the texts.
    fileprivate var bytes: Int { feature.utf8.count + action.utf8.count }
}

extension RunSegment.ActionCount {
    /// The estimated size of the counts as JSON: of each bucket and each type of error.
    fileprivate var bytes: Int { durations.counts.count * 12 + failures.count * 100 + (first == nil ? 0 : 60) }

    /// Adds a success with its amount.
    fileprivate mutating func addSuccess(_ amount: Double?, at time: Int64) {
        successes += 1
        first = min(first ?? time, time)
        last = max(last ?? time, time)
        guard let amount else { return }
        let hundredths = min((amount * 100).rounded(), Double(Self.maximumAmount))
        self.amount = min(self.amount + Int(hundredths), Self.maximumAmount)
    }

    /// Adds the duration of a perform, in nanoseconds.
    fileprivate mutating func add(_ duration: UInt64) {
        durations.add(duration)
        microseconds = min(microseconds + Int(duration / 1_000), Self.maximumMicroseconds)
    }
}

extension RunSegment.Variant {
    /// The size of the texts.
    fileprivate var bytes: Int { flag.utf8.count + variant.utf8.count }
}

extension String {
    /// The text within the limit of a segment, without NUL characters.
    fileprivate var cut: String { cut(to: SegmentLimits.text) }
}
