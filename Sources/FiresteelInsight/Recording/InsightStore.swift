package import FiresteelTimeline
import Foundation

/// Stores the messages of runs in a folder, without secrets.
package struct InsightStore: Sendable {
    package let folder: InsightFolder
    package let options: InsightOptions
    /// The redaction of texts, with the values of the environment at the start.
    let redaction: Redaction
    private let pseudonymsOfProgram: (any Pseudonyms)?

    package init(_ folder: InsightFolder, _ options: InsightOptions) {
        self.folder = folder
        self.options = options
        redaction = options.redaction
        pseudonymsOfProgram = options.pseudonyms
    }

    /// Returns the pseudonyms of people, of the program or of the installation.
    func pseudonyms() throws(InsightQueueError) -> any Pseudonyms {
        if let pseudonymsOfProgram { return pseudonymsOfProgram }
        let identity = try InsightIdentity.load(in: folder)
        return KeyedPseudonyms(key: identity.key, person: identity.person)
    }

    /// Returns the identity of the installation, or `nil` if the program has pseudonyms.
    func identity() throws(InsightQueueError) -> InsightIdentity? {
        guard pseudonymsOfProgram == nil else { return nil }
        return try InsightIdentity.load(in: folder)
    }

    /// Returns the beginning of the consent as a reading of a run's clock, 0 if the run started later.
    ///
    /// - Throws: ``InsightQueueError/noConsent``.
    func since(_ header: RunHeader) throws(InsightQueueError) -> UInt64 {
        guard let consent = folder.consent else { throw .noConsent }
        return consent.beginning(in: header)
    }

    /// Stores a segment.
    /// - Parameter until: The end of its period, as a reading of the run's clock.
    func add(_ segment: RunSegment, until: UInt64, redaction: Redaction) throws(InsightQueueError) {
        var segment = segment
        let status = folder.status
        let progress = folder.progress(of: segment.run)
        segment.device = device(progress)
        segment.system = system(progress) ?? segment.system
        segment.unsent = max(0, status.droppedCount - status.reported)
        segment.redact(redaction)
        segment.limit()
        let isAbnormal = segment.end?.kind == .signal || segment.end?.kind == .killed
        let message = message(
            segment.run, isAbnormal ? .end : .segment, segment.number, until: until)
        let isStored = try folder.add(message, segment.json, limits: options.limits)
        guard isStored, segment.unsent > 0 else { return }
        try folder.updateStatus { $0.reported += segment.unsent }
    }

    /// Stores a report, whose secrets are removed again: more may be known by now.
    func add(_ report: InsightReport, until: UInt64) throws(InsightQueueError) {
        var report = report
        report.redact(redaction)
        let kind: QueuedMessage.Kind =
            switch report.kind {
            case .crash, .killed: .crash
            case .failure: .failure
            case .request: .request
            }
        try folder.add(
            message(report.run, kind, report.number, until: until), report.json, limits: options.limits)
    }

    /// Adds to a report what the program declared about its run.
    func complete(_ report: inout InsightReport) {
        let progress = folder.progress(of: report.run)
        report.device = device(progress)
        report.system = system(progress) ?? report.system
        report.catalogue = progress.catalogue
    }

    /// The class of the device when a run was recorded; if it wasn't stored, the current one.
    private func device(_ progress: RunProgress) -> String {
        (progress.device.isEmpty ? options.device : progress.device).cut(to: SegmentLimits.text)
    }

    /// The system that the program declared likewise, or `nil`.
    private func system(_ progress: RunProgress) -> String? {
        let system = progress.system.isEmpty ? options.system : progress.system
        return system.isEmpty ? nil : system.cut(to: SegmentLimits.text)
    }

    private func message(
        _ run: String, _ kind: QueuedMessage.Kind, _ number: Int, until: UInt64
    ) -> QueuedMessage {
        QueuedMessage(
            time: Int64(Date().timeIntervalSince1970 * 1_000), run: run, kind: kind, number: number, until: until,
            bytes: 0)
    }

    // MARK: Ended runs

    /// Stores what all runs that ended didn't, whether the queue has room or not.
    package func addEndedRuns(of runs: RunFolder, except current: String) throws(InsightQueueError) {
        var reader = EndedRunReader(self, of: runs, except: current)
        while try reader.next(needsRoom: false, waits: true) == .read {}
    }

    /// Stores what a run that ended didn't.
    func addEndedRun(_ identifier: String, of runs: RunFolder) throws(InsightQueueError) {
        let progress = folder.progress(of: identifier)
        guard !progress.isClosed, let run = try? runs.open(identifier), run.end != .running else { return }
        let since = try since(run.header)
        let pseudonyms = try pseudonyms()
        let last = run.lastTime
        if last >= since {
            let ofRun = redaction.adding(redaction.secrets(in: run))
            let from = max(progress.until, since)
            let after = progress.segment == 0 && from == 0 ? nil : (number: progress.segment, until: from)
            // An earlier attempt may have stored the end, and not that the run is closed.
            let hasEnd = progress.hasEnd || progress.segment > 0 && folder.hasQueuedEnd(of: identifier)
            if !hasEnd, let segment = RunSegment.remainder(of: run, after: after, pseudonyms: pseudonyms) {
                try add(segment, until: max(last, from), redaction: ofRun)
                // The name of its message says so only for an abnormal end.
                try folder.updateProgress(of: identifier) { $0.hasEnd = true }
            }
            try addReports(of: run, in: runs, progress, since: since, pseudonyms)
        }
        try folder.updateProgress(of: identifier) {
            $0.isClosed = true
            $0.folder = runs.path
        }
    }

    private func addReports(
        of run: Run, in runs: RunFolder, _ progress: RunProgress, since: UInt64, _ pseudonyms: any Pseudonyms
    ) throws(InsightQueueError) {
        let failures = run.reportedFailures(since: since, after: progress.failure)
        let assembler = ReportAssembler(
            run, crash: runs.crashDetails(of: run), since: since, pseudonyms: pseudonyms, redaction: redaction)
        var number = progress.report
        if !progress.hasCrash, var report = assembler.crashReport(number: number + 1) {
            number += 1
            complete(&report)
            try add(report, until: run.lastTime)
        }
        for failure in failures {
            number += 1
            var report = assembler.failureReport(failure, number: number)
            complete(&report)
            try add(report, until: failure.ended ?? 0)
        }
    }
}

extension Run {
    /// The time of the last event or of the end, as a reading of the run's clock.
    fileprivate var lastTime: UInt64 {
        var last = header.startMonotonic
        forEachEvent { event in
            last = max(last, event.time)
            return true
        }
        switch end {
        case .orderly(let time), .signal(_, let time): last = max(last, time)
        default: break
        }
        return last
    }

    /// Returns the failures that the program marked, as far as they are reported.
    /// - Parameters:
    ///   - since: A reading of the run's clock; earlier failures are not reported.
    ///   - last: The time of the last failure that was reported: until then they only count towards the limits.
    fileprivate func reportedFailures(since: UInt64, after last: UInt64) -> [PerformRecord] {
        var limiter = FailureLimiter()
        var failures: [PerformRecord] = []
        forEachPerform { perform in
            let ended = perform.ended ?? 0
            guard perform.outcome?.isFailure == true, ended >= since, perform.isErrorReported else { return true }
            if limiter.admits(perform), ended > last { failures.append(perform) }
            return true
        }
        return failures
    }
}
