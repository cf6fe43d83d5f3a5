package import FiresteelTimeline

/// Counts the events of the run that is being recorded, and stores its segments and reports.
///
/// It reads the timeline by a cursor, so that performs cost what they cost without it. A plain value, guarded by its owner.
package struct InsightRecorder {
    private let timeline: Timeline
    private let store: InsightStore
    private var cursor: TimelineCursor
    private var collector: SegmentCollector?
    /// The consent and the identity under which the collector counts.
    private var consent: InsightConsent?
    private var identity: InsightIdentity?
    private var limiter = FailureLimiter()
    private var lastTime: UInt64
    /// The end of the last segment.
    private var lastSegment: UInt64
    private var hasSegment = false
    /// A segment that could not be stored yet.
    private var unstored: (segment: RunSegment, until: UInt64)?
    private var unreported: [PerformRecord] = []
    /// The failures until this reading of the run's clock are reported, or belong to an identifier that was replaced.
    private var reportedUntil: UInt64 = 0
    /// The secrets among the values of the events, which are searched in all texts.
    private var secrets: Set<String> = []
    /// The parts of retained inputs, which are searched for secrets once they are whole.
    private var inputs = KeptInputParts()
    /// Whether events were overwritten before they were read, so that the run is searched for the secrets of the remaining ones.
    private var missesSecrets = false
    /// Whether it reads events again that were read before it began to count anew.
    private var isRestarted = false

    /// The number of failures that are retained while they can't be stored.
    private static let maximumUnreported = 20
    /// The number of secrets that are retained; the run itself has those of its recent events.
    private static let maximumSecrets = 10_000
    /// The number of events that are read at a time; each may have its own person.
    private static let batchSize = SegmentLimits.people / 4

    package init(_ timeline: Timeline, _ store: InsightStore) {
        self.timeline = timeline
        self.store = store
        cursor = timeline.cursor(from: .beginning)
        lastTime = timeline.run.header.startMonotonic
        lastSegment = timeline.now
    }

    /// Reads the new events, and stores the reports of marked failures and a segment if one is due.
    /// - Parameter isLast: Whether a segment is stored even if none is due.
    /// - Throws: ``InsightQueueError`` without consent, or if something can't be stored; nothing is lost by that.
    package mutating func read(isLast: Bool = false) throws(InsightQueueError) {
        let since = try begin()
        // A program that performs without a pause always has further events, which the next read returns.
        let now = timeline.now
        var isCurrent = false
        while !isCurrent {
            // On a full disk memory stays bounded: the cursor counts what is overwritten until there is room.
            if unstored != nil, isFilled(quarters: 3) { try storeSegment() }
            var batch = cursor.next(limit: Self.batchSize)
            if batch.isEmpty { break }
            if isRestarted {
                // What the run no longer has was counted before.
                batch.lost = 0
                isRestarted = false
                missesSecrets = true
            }
            isCurrent = batch.events.last.map { $0.time >= now } ?? false
            let names = timeline.run.names
            collector?.add(batch, names: names)
            if batch.lost > 0 { missesSecrets = true }
            for event in batch.events {
                lastTime = max(lastTime, event.time)
                store.redaction.insertSecrets(of: event, names: names, inputs: &inputs, into: &secrets)
                if event.outcome?.isFailure == true, event.time >= since { recordFailure(event, names) }
            }
            if secrets.count > Self.maximumSecrets {
                secrets = []
                missesSecrets = true
            }
            if isFilled(quarters: 2) { try storeSegment() }
        }
        try storeReports(since)
        let isDue = lastSegment &+ store.options.interval.nanoseconds <= timeline.now
        if isLast || isDue { try storeSegment() }
    }

    /// Stores a report that the user requested.
    package mutating func addRequest() throws(InsightQueueError) -> InsightReport {
        try read()
        let run = timeline.run
        let report = complete(
            try assembler().requestReport(number: nextReport(run.header.identifier), at: timeline.now))
        try store.add(report, until: 0)
        return report
    }

    /// Replaces the identifier of the installation: what happened so far is stored under the old one.
    package mutating func resetIdentifier() throws(InsightQueueError) {
        var failure: InsightQueueError?
        do { try read(isLast: true) } catch { failure = error }
        try store.folder.resetIdentifier()
        restart(reportedUntil: timeline.now)
        if let failure { throw failure }
    }

    private mutating func restart(reportedUntil time: UInt64) {
        self = InsightRecorder(timeline, store)
        reportedUntil = time
        isRestarted = true
    }

    /// Begins to count under the current consent and identity, which another process may have replaced.
    /// - Returns: The beginning of the consent as a reading of the run's clock.
    private mutating func begin() throws(InsightQueueError) -> UInt64 {
        let header = timeline.run.header
        if collector == nil { try store.folder.correctConsent(timeline) }
        guard let consent = store.folder.consent else { throw .noConsent }
        // What was counted under a consent that was withdrawn must not be stored.
        if collector != nil, consent != self.consent { restart(reportedUntil: 0) }
        let identity = try store.identity()
        if collector != nil, identity != self.identity {
            // What was counted belongs to the old one.
            try storeSegment()
            restart(reportedUntil: lastTime)
        }
        let since = consent.beginning(in: header)
        guard collector == nil else { return since }
        // Segments of an earlier consent were deleted when it was withdrawn, and their numbers with them.
        let progress = store.folder.progress(of: header.identifier)
        let from = max(progress.until, since)
        let digest = store.options.catalogue?() ?? "", device = store.options.device, system = store.options.system
        let folder = timeline.runs?.path ?? ""
        try store.folder.updateProgress(of: header.identifier) {
            $0.catalogue = digest
            $0.device = device
            $0.system = system
            $0.folder = folder
        }
        collector = SegmentCollector(
            header, after: progress.segment, from: from == 0 ? nil : from, pseudonyms: try store.pseudonyms())
        self.consent = consent
        self.identity = identity
        reportedUntil = max(reportedUntil, progress.failure)
        return since
    }

    /// Returns whether the next segment has reached a part of its limits.
    private func isFilled(quarters: Int) -> Bool {
        guard let collector else { return false }
        return collector.peopleCount * 4 >= SegmentLimits.people * quarters
            || collector.bytes * 4 >= SegmentLimits.bytes * quarters
    }

    private mutating func recordFailure(_ event: TimelineEvent, _ names: NameIndex) {
        let perform = PerformRecord(completion: event, names: names)
        guard perform.isErrorReported, unreported.count < Self.maximumUnreported, limiter.admits(perform) else {
            return
        }
        // An earlier recorder reported it; here it only counts towards the limits.
        guard event.time > reportedUntil else { return }
        unreported.append(perform)
    }

    private mutating func storeReports(_ since: UInt64) throws(InsightQueueError) {
        guard !unreported.isEmpty else { return }
        let assembler = try assembler()
        while let failure = unreported.first {
            let report = complete(
                assembler.failureReport(failure, number: nextReport(timeline.runIdentifier)))
            try store.add(report, until: failure.ended ?? 0)
            unreported.removeFirst()
        }
    }

    /// Stores what was counted, and before it what could not be stored yet.
    private mutating func storeSegment() throws(InsightQueueError) {
        try storeTaken()
        let until = lastTime
        guard var segment = collector?.nextSegment(until: until) else { return }
        lastSegment = timeline.now
        // The first says that the run exists; later ones are only of use if something happened.
        let isEmpty = segment.lost == 0 && segment.people.allSatisfy { $0.isNothing }
        let isEnd = timeline.isEnded
        if isEnd { segment.end = RunSegment.End(timeline.run.end) }
        if isEmpty, hasSegment, !isEnd {
            collector?.undoTake()
            return
        }
        unstored = (segment, until)
        try storeTaken()
    }

    private mutating func storeTaken() throws(InsightQueueError) {
        guard let (segment, until) = unstored else { return }
        let redaction = store.redaction
        // The run itself has the secrets of its recent events.
        if missesSecrets { secrets.formUnion(redaction.secrets(in: timeline.run)) }
        missesSecrets = false
        try store.add(segment, until: until, redaction: redaction.adding(secrets))
        unstored = nil
        hasSegment = true
        if segment.end != nil { try store.folder.updateProgress(of: segment.run) { $0.isClosed = true } }
    }

    private func assembler() throws(InsightQueueError) -> ReportAssembler {
        let run = timeline.run
        return ReportAssembler(
            run, crash: nil, since: try store.since(run.header), pseudonyms: try store.pseudonyms(),
            redaction: store.redaction)
    }

    private func nextReport(_ run: String) -> Int { store.folder.progress(of: run).report + 1 }

    private func complete(_ report: InsightReport) -> InsightReport {
        var report = report
        store.complete(&report)
        return report
    }
}

extension RunSegment.Person {
    /// Whether there is nothing to report, not even an end.
    fileprivate var isNothing: Bool { isEmpty && !isEnded }
}

extension Duration {
    fileprivate var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0 else { return 0 }
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : whole &+ UInt64(max(0, attoseconds)) / 1_000_000_000
    }
}
