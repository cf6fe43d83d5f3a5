import FiresteelGzip
import FiresteelInsight
import FiresteelTimeline

/// A message whose names are limited and whose times are plausible.
package struct PreparedMessage: Sendable {
    /// The activity of one person in a segment.
    struct Person: Sendable {
        var session: Int64
        var person: String
        var performs:
            [(action: String, performs: SessionFacts.Performs, errors: [(String, Int64)], durations: [Int: Int])] =
                []
        var variants: [String] = []
        /// The exposures to arms of experiments, with the performs after each; without a time those of earlier segments.
        var exposed: [(variant: String, group: Int?, time: Int64?, performs: [Followed])] = []
        var refusals: [(name: String, count: Int64)] = []
        var successions: [(from: String, to: String, count: Int64)] = []
        var isAbnormal = false
    }

    /// The performs of an action after an exposure.
    struct Followed: Sendable {
        let action: String
        let performs: SessionFacts.Performs
        /// The durations of all performs in the segment, and of those before.
        let durations, before: [Int: Int]

        /// The durations by bucket.
        var restDurations: [Int: Int64] {
            Dictionary(
                uniqueKeysWithValues: durations.compactMap { bucket, count in
                    let rest = count - (before[bucket] ?? 0)
                    return rest > 0 ? (bucket, Int64(rest)) : nil
                })
        }
    }

    /// The facts of a report that are stored beside it.
    struct Report: Sendable {
        var fingerprint: ReportFingerprint
        var report: InsightReport
        var feature: String
        var action: String
        var variants: [String]
        /// The report in the format of gzip.
        var body: [UInt8]
        var steps: String
    }

    /// The losses that a program reports: what it couldn't count or send.
    struct Losses: Sendable {
        private static let maximum: Int64 = 1 << 40

        /// The number of each kind, those that are zero included.
        let counts: [(measure: InsightMeasure, count: Int64)]

        init(_ segment: RunSegment) {
            let dropped = segment.people.reduce(Int64(0)) { Self.limited($0 + Self.limited(Int64($1.dropped))) }
            counts = [
                (.lost, Self.limited(Int64(segment.lost))), (.unsent, Self.limited(Int64(segment.unsent))),
                (.dropped, dropped),
            ]
        }

        private static func limited(_ count: Int64) -> Int64 { min(count, maximum) }
    }

    enum Content: Sendable {
        case segment([Person], ending: String, losses: Losses)
        case report(Report)
    }

    let source: InboxTable.Waiting
    let version: String
    let build: String
    let system: String
    let device: String
    /// The time of the sessions' begin, in milliseconds since 1970.
    let begin: Int64
    /// The time of the events.
    let time: Int64
    let content: Content

    var slice: InsightSlice { InsightSlice(scope: source.scope, hour: InsightTime.hour(of: time), version: version) }
}

extension PreparedMessage {
    /// The maximum time between writing and receipt of a message, if the sender's clock is known: as long as runs are stored.
    static let longestDelay: Int64 = 31 * InsightTime.day
    /// The maximum time between writing and receipt of a message, if the sender's clock isn't known.
    static let unknownDelay: Int64 = InsightTime.day
    /// The tolerance for messages that claim to be written after their receipt.
    static let tolerance: Int64 = 300_000

    /// Reads a message.
    ///
    /// - Throws: `InsightMessageError` for one that isn't valid.
    package init(_ source: InboxTable.Waiting, names: inout NameBook) throws {
        self.source = source
        let scope = source.scope
        let received = source.received
        switch source.kind {
        case .segment:
            let segment = try RunSegment(json: source.body)
            let end = segment.started + segment.until
            let shift = Self.shift(end, source)
            time = shift.map { end + $0 } ?? received
            // Not after the receipt, so that a session never began after a change that was known when it was counted.
            begin =
                shift.map { min(max(segment.started + segment.from + $0, received - Self.longestDelay), received) }
                ?? received
            // Exposures that programs count from the start of the run, on the server's clock.
            let origin = shift.map { segment.started + $0 }
            version = names.name(segment.program.version, as: .version, scope: scope, time: received)
            build = segment.program.build
            system = names.name(segment.system, as: .system, scope: scope, time: received)
            device = names.name(segment.device, as: .device, scope: scope, time: received)
            let isAbnormal = segment.end?.kind == .signal || segment.end?.kind == .killed
            let begin = begin
            var people: [Person] = []
            for person in segment.people {
                let at = { (time: Int64) in
                    min(max(origin.map { $0 + min(time, segment.until) } ?? received, begin), received)
                }
                var one = Self.person(person, scope: scope, time: received, names: &names, at: at)
                one.isAbnormal = isAbnormal && !person.isEnded
                one.addExposures(of: person, scope: scope, time: received, names: &names, at: at)
                people.append(one)
            }
            content = .segment(people, ending: segment.end?.kind.rawValue ?? "", losses: Losses(segment))
        case .report:
            let report = try InsightReport(json: source.body)
            let shift = Self.shift(report.time, source)
            time = shift.map { report.time + $0 } ?? received
            begin = time
            version = names.name(report.program.version, as: .version, scope: scope, time: received)
            build = report.program.build
            system = names.name(report.system, as: .system, scope: scope, time: received)
            device = names.name(report.device, as: .device, scope: scope, time: received)
            content = .report(Self.report(report, source, names: &names))
        }
    }

    /// Returns the correction of a message's times, or `nil` if they aren't plausible, so that the receipt counts.
    private static func shift(_ claimed: Int64, _ source: InboxTable.Waiting) -> Int64? {
        let shift = source.correction ?? 0
        let delay = source.correction == nil ? unknownDelay : longestDelay
        let range = (source.received - delay)...(source.received + tolerance)
        return range.contains(claimed + shift) ? shift : nil
    }

    private static func action(
        _ path: RunSegment.ActionPath, scope: Int64, time: Int64, names: inout NameBook
    ) -> String {
        names.name(path.feature, path.action, as: .action, scope: scope, time: time)
    }

    /// Returns a variant as it is counted: the groups of an arm together.
    fileprivate static func counted(_ variant: String) -> String {
        guard let arm = ExperimentVariant(variant), arm.group != nil else { return variant }
        return arm.variant
    }

    private static func person(
        _ source: RunSegment.Person, scope: Int64, time: Int64, names: inout NameBook, at: (Int64) -> Int64
    ) -> Person {
        var person = Person(session: Int64(source.session), person: source.pseudonym)
        for count in source.actions {
            var errors: [(String, Int64)] = []
            for (error, number) in count.failures {
                errors.append((names.name(error, as: .error, scope: scope, time: time), Int64(number)))
            }
            person.performs.append(
                (
                    action(count.path, scope: scope, time: time, names: &names), SessionFacts.Performs(count, at: at),
                    errors, count.durations.counts
                ))
        }
        for exposure in source.exposures {
            person.variants.append(
                names.name(exposure.flag, counted(exposure.variant), as: .variant, scope: scope, time: time))
        }
        for refusal in source.refusals {
            for reason in Set(refusal.reasons.isEmpty ? [""] : refusal.reasons) {
                let name = names.name(refusal.feature, reason, as: .refusal, scope: scope, time: time)
                person.refusals.append((name, Int64(refusal.count)))
            }
        }
        for succession in source.successions {
            let from = action(succession.from, scope: scope, time: time, names: &names)
            let to = action(succession.to, scope: scope, time: time, names: &names)
            // Pairs of known names can be many as well.
            let pair = names.name(CountKey.name(from, to), as: .succession, scope: scope, time: time)
            guard pair != NameBook.other else { continue }
            person.successions.append((from, to, Int64(succession.count)))
        }
        return person
    }

    private static func report(
        _ report: InsightReport, _ source: InboxTable.Waiting, names: inout NameBook
    ) -> Report {
        var feature = ""
        var identifier = ""
        if let path = report.action {
            (feature, identifier) = CountKey.parts(
                of: action(path, scope: source.scope, time: source.received, names: &names))
        }
        var variants: [String] = []
        for flag in report.flags where !flag.variant.isEmpty {
            variants.append(
                names.name(
                    flag.key, counted(flag.variant), as: .variant, scope: source.scope, time: source.received))
        }
        let steps = report.steps.suffix(10).map { step in
            [
                step.action.feature, step.action.action, step.names?.feature ?? "", step.names?.action ?? "",
                step.outcome.rawValue, "\(step.duration)",
            ].map(NameBook.plain).joined(separator: "\t")
        }
        return Report(
            fingerprint: ReportFingerprint(report), report: report, feature: feature, action: identifier,
            variants: variants, body: Gzip.compressed(source.body), steps: steps.joined(separator: "\n"))
    }
}

extension PreparedMessage.Person {
    /// Adds the exposures to arms of experiments, and what came after them.
    ///
    /// - Parameter at: Returns the time of an exposure, in milliseconds since 1970.
    fileprivate mutating func addExposures(
        of source: RunSegment.Person, scope: Int64, time: Int64, names: inout NameBook, at: (Int64) -> Int64
    ) {
        var found = source.under.map {
            (variant: $0, time: Int64?.none, before: [RunSegment.ActionCount](), after: [RunSegment.FirstSuccess]())
        }
        found += source.exposures.map {
            (RunSegment.Variant(flag: $0.flag, variant: $0.variant), at($0.first), $0.before, $0.after)
        }
        // Programs report no more; forged ones must not take memory for each pair of an exposure and an action.
        let arms = found.filter { ExperimentVariant($0.variant.variant) != nil }.prefix(SegmentLimits.experiments)
        var known: Set<String> = []
        // What followed counts once for an arm: after the first exposure to one of its groups.
        let ordered = arms.sorted { ($0.time ?? 0, $0.variant.variant) < ($1.time ?? 0, $1.variant.variant) }
        for (variant, first, before, after) in ordered {
            let name = names.name(
                variant.flag, PreparedMessage.counted(variant.variant), as: .variant, scope: scope, time: time)
            guard known.insert(name).inserted else { continue }
            let counts = Dictionary(before.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
            let firsts = Dictionary(after.map { ($0.path, at($0.time)) }, uniquingKeysWith: min)
            let rests = zip(source.actions, performs).compactMap { (count, all) -> PreparedMessage.Followed? in
                let before = counts[count.path]
                let rest = all.performs.subtracting(
                    before.map { SessionFacts.Performs($0, at: at) } ?? SessionFacts.Performs(),
                    first: firsts[count.path])
                guard rest != SessionFacts.Performs() else { return nil }
                return PreparedMessage.Followed(
                    action: all.action, performs: rest, durations: all.durations,
                    before: before?.durations.counts ?? [:])
            }
            exposed.append((name, ExperimentVariant(variant.variant)?.group, first, rests))
        }
    }
}

extension SessionFacts.Performs {
    /// Reads the counts of a segment; without an exact sum of durations, that of the middles of their buckets.
    ///
    /// - Parameter at: Returns a time of the run in milliseconds since 1970.
    init(_ count: RunSegment.ActionCount, at: (Int64) -> Int64) {
        self.init(
            successes: Int64(count.successes), cancellations: Int64(count.cancellations),
            interruptions: Int64(count.interruptions), microseconds: Int64(count.microseconds))
        failures = count.failures.values.reduce(0) { $0 + Int64($1) }
        timed = count.durations.counts.values.reduce(0) { $0 + Int64($1) }
        amount = Int64(count.amount)
        if successes > 0 { (first, last) = (count.first.map(at), count.last.map(at)) }
        guard microseconds == 0 else { return }
        let sum = count.durations.counts.reduce(0.0) { $0 + Double($1.value) * Self.middle(ofBucket: $1.key) }
        microseconds = Int64(min(sum, 0x1p50))
    }

    private static func middle(ofBucket bucket: Int) -> Double {
        let lower = DurationHistogram.lowerBound(of: bucket)
        guard bucket + 1 < DurationHistogram.bucketCount else { return lower }
        return (lower + DurationHistogram.lowerBound(of: bucket + 1)) / 2
    }
}
