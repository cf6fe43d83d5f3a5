package import FiresteelTimeline

/// Creates reports from the events of a run.
package struct ReportAssembler {
    /// The program's own session.
    private static let main: UInt32 = 1

    private let run: Run
    private let crash: CrashDetails?
    private let pseudonyms: any Pseudonyms
    private let redaction: Redaction
    /// The beginning of the consent, as a reading of the run's clock: earlier events are not included.
    private let since: UInt64
    private let names: NameIndex
    /// The principals of the sessions.
    private var principals: [UInt32: String] = [:]
    /// The last performs that completed, in the order of their ends.
    private var completed: [PerformRecord] = []
    private var inFlight: [PerformRecord] = []
    private var lastTime: UInt64

    /// Reads a run.
    /// - Parameters:
    ///   - run: The run, which may be recorded meanwhile.
    ///   - crash: The details of its crash.
    ///   - since: A reading of the run's clock; earlier events are not included.
    ///   - redaction: The known secrets; those of the run are added.
    package init(
        _ run: Run, crash: CrashDetails?, since: UInt64, pseudonyms: any Pseudonyms, redaction: Redaction
    ) {
        self.run = run
        self.crash = crash
        self.since = since
        self.pseudonyms = pseudonyms
        self.redaction = redaction.adding(redaction.secrets(in: run))
        names = run.names
        lastTime = run.header.startMonotonic
        read()
    }

    private mutating func read() {
        run.forEachEvent { event in
            lastTime = max(lastTime, event.time)
            if let principal = event.principal { principals[event.session] = principal }
            return true
        }
        var last = LastPerforms(limit: ReportLimits.steps)
        run.forEachPerform { perform in
            if perform.isInFlight { inFlight.append(perform) } else if perform.outcome != nil { last.add(perform) }
            return true
        }
        completed = last.performs.filter { ($0.ended ?? 0) >= since }
        inFlight = inFlight.filter { $0.began >= since }
        switch run.end {
        case .orderly(let end), .signal(_, let end): lastTime = max(lastTime, end)
        default: break
        }
    }

    /// Returns the report of an abnormal end, or `nil` if the run is being recorded, ended orderly or with the machine.
    package func crashReport(number: Int) -> InsightReport? {
        guard let end = RunSegment.End(run.end) else { return nil }
        let kind: InsightReport.Kind
        switch end.kind {
        case .signal: kind = .crash
        case .killed: kind = .killed
        case .orderly, .restarted: return nil
        }
        let performs = inFlight.sorted { ($0.began, $0.id) < ($1.began, $1.id) }
        let subject = performs.crashedLast(crash) { $0.action?.identifier }.last
        var report = report(kind, number: number, at: lastTime, subject: subject, .inFlight)
        report.end = end
        if let message = crash?.message {
            report.fatal = InsightReport.Fatal(recorded: message)
        } else if let reason = crash?.backtrace?.reason, !reason.isEmpty {
            report.fatal = InsightReport.Fatal(message: reason)
        }
        report.backtrace = (crash?.backtrace?.frames ?? []).prefix(ReportLimits.frames).map(InsightReport.Frame.init)
        return finished(report, of: subject?.session)
    }

    /// Returns the report of a perform that failed.
    package func failureReport(_ perform: PerformRecord, number: Int) -> InsightReport {
        var report = report(.failure, number: number, at: perform.ended ?? lastTime, subject: perform, .failed)
        let message = perform.errorMessage ?? ""
        report.failure = InsightReport.Failure(
            type: perform.errorType ?? "", enumCase: perform.errorCase,
            message: perform.isErrorCut ? redaction.redactedTruncated(message) : message)
        return finished(report, of: perform.session)
    }

    /// Returns a report that the user requested.
    package func requestReport(number: Int, at time: UInt64) -> InsightReport {
        finished(report(.request, number: number, at: time, subject: nil, .inFlight), of: Self.main)
    }

    // MARK: Parts

    private func report(
        _ kind: InsightReport.Kind, number: Int, at time: UInt64, subject: PerformRecord?, _ state: InsightReport.State
    ) -> InsightReport {
        let header = run.header
        var report = InsightReport(
            run: header.identifier, number: number, time: milliseconds(time), kind: kind,
            program: RunSegment.Program(header.program), system: header.host)
        let principal = subject.flatMap { principals[$0.session] }
        let person = principal.map(pseudonyms.pseudonym) ?? pseudonyms.ofRun
        report.person = person.isEmpty ? nil : person
        if let subject, let path = RunSegment.ActionPath(subject.action) {
            report.action = path
            report.names = InsightReport.Names(subject)
            report.state = state
        }
        report.steps = (completed + inFlight).suffix(ReportLimits.steps).compactMap { step($0, until: time) }
        report.flags = run.flags().prefix(ReportLimits.flags).compactMap(flag)
        report.availability = availability()
        return report
    }

    private func step(_ perform: PerformRecord, until time: UInt64) -> InsightReport.Step? {
        guard let path = RunSegment.ActionPath(perform.action) else { return nil }
        let outcome: InsightReport.Step.Outcome =
            switch perform.outcome {
            case .success, .successClosing: .success
            case .failure, .failureClosing: .failure
            case .cancelled: .cancelled
            case nil: .inFlight
            }
        return InsightReport.Step(
            action: path, names: InsightReport.Names(perform), outcome: outcome, time: milliseconds(perform.began),
            duration: Int64(clamping: perform.lasted(until: time) / 1_000_000),
            isReplayable: perform.keptInput?.json != nil)
    }

    private func flag(_ flag: RunFlag) -> InsightReport.Flag? {
        // Without a time it is older than the events that are left.
        guard let latest = flag.latest, since == 0 || (latest.last ?? 0) >= since else { return nil }
        return InsightReport.Flag(
            key: flag.key, value: redaction.shown(flag: latest.value, named: flag.key), variant: latest.variant ?? "",
            reason: latest.reason ?? "", provider: latest.provider ?? "")
    }

    private func availability() -> [InsightReport.Availability] {
        var latest: [String: AvailabilityRecord] = [:]
        for record in run.availabilityRecords() where record.time >= since {
            if let feature = record.feature { latest[feature.path] = record }
        }
        return latest.sorted { $0.key < $1.key }.prefix(ReportLimits.features).map { path, record in
            InsightReport.Availability(
                feature: path, state: record.new.identifier, reasons: Array(record.reasons.prefix(ReportLimits.reasons))
            )
        }
    }

    /// Returns the report with the last events, without secrets, and within the limits.
    ///
    /// - Parameter session: The session of the report's action: other people's retained inputs are not included.
    private func finished(_ report: InsightReport, of session: UInt32?) -> InsightReport {
        var report = report
        let beginning = since == 0 ? nil : run.header.microseconds(of: since)
        var entries = ReportEntries(since: beginning, inputsOf: session) { [pseudonyms] principal in
            pseudonyms.pseudonym(of: principal)
        }
        RunData(run, matching: nil, crash: crash, includesInputs: true).write { json, isEntry in
            entries.add(json, isEntry: isEntry)
        }
        report.timeline = entries.finished()
        report.redact(redaction)
        report.limit()
        return report
    }

    private func milliseconds(_ time: UInt64) -> Int64 { max(0, run.header.microseconds(of: time) / 1_000) }
}

/// The performs that completed last.
private struct LastPerforms {
    private var ring: [PerformRecord] = []
    private var next = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    mutating func add(_ perform: PerformRecord) {
        if ring.count < limit {
            ring.append(perform)
        } else {
            ring[next] = perform
            next = (next + 1) % limit
        }
    }

    /// The performs, in the order in which they were added.
    var performs: [PerformRecord] { Array(ring[next...] + ring[..<next]) }
}

extension RunSegment.Program {
    init(_ program: ProgramDescription) {
        self.init(name: program.name, version: program.version, build: program.build)
    }
}

extension InsightReport.Names {
    /// Creates the display names of a perform, or returns `nil` if its name is lost.
    init?(_ perform: PerformRecord) {
        guard let action = perform.action, let feature = perform.feature else { return nil }
        self.init(feature: feature.name, action: action.name)
    }
}

extension InsightReport.Frame {
    init(_ frame: Backtrace.Frame) {
        self.init(
            function: frame.symbol, file: frame.file?.lastPathPart, line: frame.line, module: frame.image.lastPathPart,
            isOwn: !frame.isSystem)
    }
}
