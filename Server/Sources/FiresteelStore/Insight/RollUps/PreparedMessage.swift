import FiresteelGzip
import FiresteelInsight

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
        var exposed: [(variant: String, time: Int64?, performs: [(action: String, performs: SessionFacts.Performs)])] =
            []
        var refusals: [(name: String, count: Int64)] = []
        var successions: [(from: String, to: String, count: Int64)] = []
        var isAbnormal = false
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
                var one = Self.person(person, scope: scope, time: received, names: &names)
                one.isAbnormal = isAbnormal && !person.isEnded
                one.addExposures(of: person, scope: scope, time: received, names: &names) { first in
                    min(max(origin.map { $0 + min(first, segment.until) } ?? received, begin), received)
                }
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

    private static func person(
        _ source: RunSegment.Person, scope: Int64, time: Int64, names: inout NameBook
    ) -> Person {
        var person = Person(session: Int64(source.session), person: source.pseudonym)
        for count in source.actions {
            var errors: [(String, Int64)] = []
            for (error, number) in count.failures {
                errors.append((names.name(error, as: .error, scope: scope, time: time), Int64(number)))
            }
            person.performs.append(
                (
                    action(count.path, scope: scope, time: time, names: &names), SessionFacts.Performs(count), errors,
                    count.durations.counts
                ))
        }
        for exposure in source.exposures {
            person.variants.append(
                names.name(exposure.flag, exposure.variant, as: .variant, scope: scope, time: time))
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
                names.name(flag.key, flag.variant, as: .variant, scope: source.scope, time: source.received))
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
        var found = source.under.map { (variant: $0, time: Int64?.none, before: [RunSegment.ActionCount]()) }
        found += source.exposures.map {
            (RunSegment.Variant(flag: $0.flag, variant: $0.variant), at($0.first), $0.before)
        }
        // Programs report no more; forged ones must not take memory for each pair of an exposure and an action.
        let arms = found.filter { ExperimentVariant($0.variant.variant) != nil }.prefix(SegmentLimits.experiments)
        for (variant, first, before) in arms {
            let name = names.name(variant.flag, variant.variant, as: .variant, scope: scope, time: time)
            let counts = Dictionary(before.map { ($0.path, SessionFacts.Performs($0)) }, uniquingKeysWith: { $1 })
            let after = zip(source.actions, performs).compactMap {
                (count, all) -> (action: String, performs: SessionFacts.Performs)? in
                let rest = all.performs.subtracting(counts[count.path] ?? SessionFacts.Performs())
                return rest == SessionFacts.Performs() ? nil : (action: all.action, performs: rest)
            }
            exposed.append((name, first, after))
        }
    }
}

extension SessionFacts.Performs {
    /// Reads the counts of a segment; without an exact sum of durations, that of the middles of their buckets.
    init(_ count: RunSegment.ActionCount) {
        self.init(
            successes: Int64(count.successes), cancellations: Int64(count.cancellations),
            interruptions: Int64(count.interruptions), microseconds: Int64(count.microseconds))
        failures = count.failures.values.reduce(0) { $0 + Int64($1) }
        timed = count.durations.counts.values.reduce(0) { $0 + Int64($1) }
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
