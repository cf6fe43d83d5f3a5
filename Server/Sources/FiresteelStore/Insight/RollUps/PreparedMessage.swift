import FiresteelGzip
import FiresteelInsight

/// A message whose names are limited and whose times are plausible.
package struct PreparedMessage: Sendable {
    /// What one person did in a segment.
    struct Person: Sendable {
        var session: Int64
        var person: String
        var performs:
            [(action: String, performs: SessionFacts.Performs, errors: [(String, Int64)], durations: [Int: Int])] =
                []
        var variants: [String] = []
        var refusals: [(name: String, count: Int64)] = []
        var successions: [(from: String, to: String, count: Int64)] = []
        var isAbnormal = false
    }

    /// What a report says that is stored beside it.
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

    /// What a program says that it couldn't count or send.
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
    /// The time of what happened.
    let time: Int64
    let content: Content

    /// The place of events.
    var place: InsightPlace { InsightPlace(scope: source.scope, hour: InsightTime.hour(of: time), version: version) }
}

extension PreparedMessage {
    /// How long before its receipt a message may have been written, if the sender's clock is known: as long as runs are stored.
    static let longestDelay: Int64 = 31 * InsightTime.day
    /// How long before its receipt a message may have been written, if it isn't known.
    static let unknownDelay: Int64 = InsightTime.day
    /// How much later than its receipt a message may claim to be written.
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
            begin =
                shift.map { max(segment.started + segment.from + $0, received - Self.longestDelay) } ?? received
            version = names.name(segment.program.version, as: .version, scope: scope, time: received)
            build = segment.program.build
            system = names.name(segment.system, as: .system, scope: scope, time: received)
            device = names.name(segment.device, as: .device, scope: scope, time: received)
            let isAbnormal = segment.end?.kind == .signal || segment.end?.kind == .killed
            var people: [Person] = []
            for person in segment.people {
                var one = Self.person(person, scope: scope, time: received, names: &names)
                one.isAbnormal = isAbnormal && !person.isEnded
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

    /// Returns what is added to the times of a message, or `nil` if they aren't plausible, so that the receipt counts.
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
            var performs = SessionFacts.Performs()
            performs.successes = Int64(count.successes)
            performs.cancellations = Int64(count.cancellations)
            performs.interruptions = Int64(count.interruptions)
            var errors: [(String, Int64)] = []
            for (error, number) in count.failures {
                performs.failures += Int64(number)
                errors.append((names.name(error, as: .error, scope: scope, time: time), Int64(number)))
            }
            person.performs.append(
                (action(count.path, scope: scope, time: time, names: &names), performs, errors, count.durations.counts))
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
            let pair = names.name("\(from)\t\(to)", as: .succession, scope: scope, time: time)
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
            let parts = action(path, scope: source.scope, time: source.received, names: &names)
                .split(separator: "\t", omittingEmptySubsequences: false)
            (feature, identifier) = (String(parts[0]), String(parts[1]))
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
