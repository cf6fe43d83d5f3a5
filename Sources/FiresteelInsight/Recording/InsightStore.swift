package import FiresteelTimeline
import Foundation

/// Stores the messages of runs in a folder, without secrets.
package struct InsightStore: Sendable {
    package let folder: InsightFolder
    package let options: InsightOptions
    /// What is removed from texts, with the values of the environment at the start.
    let redaction: Redaction
    private let pseudonymsOfProgram: (any Pseudonyms)?

    /// Creates a store.
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

    /// Returns the beginning of the consent as a reading of a run's clock, 0 if the run started later.
    ///
    /// - Throws: ``InsightQueueError/noConsent``.
    func since(_ header: RunHeader) throws(InsightQueueError) -> UInt64 {
        guard let consent = folder.consent else { throw .noConsent }
        return consent.beginning(in: header)
    }

    /// Stores a segment.
    /// - Parameter until: The end of its period, as a reading of the run's clock.
    func add(
        _ segment: RunSegment, until: UInt64, device: String, redaction: Redaction
    ) throws(InsightQueueError) {
        var segment = segment
        let status = folder.status
        segment.device = device
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

    private func message(
        _ run: String, _ kind: QueuedMessage.Kind, _ number: Int, until: UInt64
    ) -> QueuedMessage {
        QueuedMessage(
            time: Int64(Date().timeIntervalSince1970 * 1_000), run: run, kind: kind, number: number, until: until,
            bytes: 0)
    }

    // MARK: Ended runs

    /// Stores what runs that ended didn't: their last segment, the report of an abnormal end, and those of failures.
    ///
    /// Each run is read once; another process that reads runs for this folder does it instead. A run that can't be read is
    /// skipped, and read again at the next start.
    package func addEndedRuns(of runs: RunFolder, except current: String) throws(InsightQueueError) {
        guard folder.hasConsent else { throw .noConsent }
        try folder.whileReadingRuns { () throws(InsightQueueError) in
            let summaries: [RunSummary]
            do {
                summaries = try runs.runs()
            } catch {
                throw .file(runs.path, "\(error)")
            }
            for summary in summaries.reversed() where summary.id != current && !summary.isRunning {
                try addEndedRun(summary.id, of: runs)
            }
            try folder.removeProgress(except: Set(summaries.map(\.id)))
        }
    }

    private func addEndedRun(_ identifier: String, of runs: RunFolder) throws(InsightQueueError) {
        let progress = folder.progress(of: identifier)
        guard !progress.isClosed, let run = try? runs.open(identifier), run.end != .running else { return }
        let since = try since(run.header)
        let pseudonyms = try pseudonyms()
        let last = run.lastTime
        if last >= since {
            let ofRun = redaction.adding(redaction.secrets(in: run))
            let from = max(progress.until, since)
            let after = progress.segment == 0 && from == 0 ? nil : (number: progress.segment, until: from)
            if !progress.hasEnd, let segment = RunSegment.remainder(of: run, after: after, pseudonyms: pseudonyms) {
                try add(
                    segment, until: max(last, from), device: progress.device.isEmpty ? options.device : progress.device,
                    redaction: ofRun)
            }
            try addReports(of: run, in: runs, progress, since: since, pseudonyms)
        }
        try folder.updateProgress(of: identifier) { $0.isClosed = true }
    }

    private func addReports(
        of run: Run, in runs: RunFolder, _ progress: RunProgress, since: UInt64, _ pseudonyms: any Pseudonyms
    ) throws(InsightQueueError) {
        let failures = run.reportedFailures(after: max(progress.failure, since == 0 ? 0 : since - 1))
        let assembler = ReportAssembler(
            run, crash: runs.crashDetails(of: run), since: since, pseudonyms: pseudonyms, redaction: redaction)
        var number = progress.report
        if !progress.hasCrash, var report = assembler.crashReport(number: number + 1) {
            number += 1
            report.device = progress.device.isEmpty ? options.device : progress.device
            report.catalogue = progress.catalogue
            try add(report, until: run.lastTime)
        }
        for failure in failures {
            number += 1
            var report = assembler.failureReport(failure, number: number)
            report.device = progress.device.isEmpty ? options.device : progress.device
            report.catalogue = progress.catalogue
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

    /// Returns the failures after a time that the program marked, as far as they are reported.
    fileprivate func reportedFailures(after time: UInt64) -> [PerformRecord] {
        var limiter = FailureLimiter()
        var failures: [PerformRecord] = []
        forEachPerform { perform in
            if perform.outcome?.isFailure == true, (perform.ended ?? 0) > time, perform.isErrorReported,
                limiter.admits(perform)
            {
                failures.append(perform)
            }
            return true
        }
        return failures
    }
}
