import FiresteelTimeline

/// The summaries of earlier runs for the list. Each requires a pass over the run, and ended runs never change, so they
/// are cached.
actor RunSummaryCache {
    private var known: [String: PageData.Run] = [:]

    /// Returns the description of a run, or the error of reading it.
    /// - Parameter folder: The folder of the run, which has the details of its crash.
    func describe(_ summary: RunSummary, in folder: RunFolder?) -> PageData.Run {
        if let run = known[summary.id] { return run }
        do {
            let recorded = try Run(path: summary.path)
            var run = PageData.Run(recorded, crash: folder?.crashDetails(of: recorded), bytes: summary.bytes)
            // A run is found by the name of its file, which may be a copy of another.
            run.id = summary.id
            if run.how != RunEnd.running.identifier { known[summary.id] = run }
            return run
        } catch {
            // Not cached: a temporary error, such as a lack of file descriptors, may not recur.
            return PageData.Run(unreadable: summary, because: error)
        }
    }

    /// Removes the runs that no longer exist.
    func removeAll(except identifiers: [String]) {
        let kept = Set(identifiers)
        known = known.filter { kept.contains($0.key) }
    }
}

extension PageData.Run {
    /// Creates a run that is not open in an index: counted in one pass.
    init(_ run: Run, crash: CrashDetails?, bytes: Int) {
        let counts = run.counts()
        let end = run.end
        self.init(
            header: run.header, end: end, isCurrent: false,
            ended: end == .running ? nil : run.header.microseconds(of: counts.lastTime), lasted: nil, bytes: bytes)
        performs = counts.performs
        failures = counts.failures
        inFlight = counts.inFlight.crashedLast(crash) { $0.action?.identifier }.map { PageData.Row($0, run.header) }
    }

    /// Creates a run that can't be read.
    init(unreadable summary: RunSummary, because error: any Error) {
        self.init(
            id: summary.id, current: false, started: summary.started, how: "unreadable", problem: "\(error)",
            pid: summary.process, bytes: summary.bytes)
    }

    /// Creates the description from the header of a run.
    init(header: RunHeader, end: RunEnd, isCurrent: Bool, ended: Int64?, lasted: Int64?, bytes: Int) {
        var signal: PageData.Signal?
        if case .signal(let number, _) = end {
            signal = PageData.Signal(number: number.rawValue, name: number.name, words: number.description)
        }
        self.init(
            id: header.identifier, current: isCurrent, started: header.started, ended: ended,
            lasted: lasted ?? ended.map { $0 - header.started }, how: end.identifier, signal: signal,
            program: header.program.name, version: header.program.version, build: header.program.build,
            host: header.host, pid: header.process, bytes: bytes)
    }
}

extension PageData.Row {
    /// Creates a perform that was read without an index, and so without its place.
    init(_ perform: PerformRecord, _ header: RunHeader) {
        let feature = perform.feature
        self.init(
            id: perform.id, at: header.microseconds(of: perform.began),
            took: perform.duration.map { Int64(clamping: $0 / 1_000) },
            outcome: perform.outcome?.identifier ?? OutcomeWord.inFlight,
            feature: PageData.Name(path: feature?.path ?? "", name: feature?.name ?? "Unknown feature"),
            action: PageData.ActionName(
                identifier: perform.action?.identifier ?? "", name: perform.action?.name ?? "Unknown action"),
            input: perform.input.flatMap { $0.isEmpty ? nil : $0 },
            session: perform.session == 0
                ? nil : PageData.SessionName(id: perform.session, name: perform.sessionName ?? ""),
            source: perform.source.identifier, user: perform.isUserInitiated,
            parent: perform.parent == 0 ? nil : perform.parent, depth: Int(perform.depth), error: perform.errorMessage)
    }
}
