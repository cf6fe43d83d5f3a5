package import FiresteelTimeline

/// Stores what runs that ended didn't: their last segment, the report of an abnormal end, and those of failures.
///
/// It reads one run at a time, the oldest first, so that what is stored can be sent in between: many crashes in a row leave
/// more than the queue has room for. Each run is read once, by one of the processes that read runs for this folder. A run that
/// can't be read is skipped, and read again at the next start.
package struct EndedRunReader: Sendable {
    private let store: InsightStore
    private let runs: RunFolder
    private let current: String
    /// The runs to read, the newest first, or `nil` before they are listed.
    private var waiting: [String]?
    /// The other runs that hadn't ended when they were listed: one that crashes may take a while to end.
    private var running: [String] = []
    /// The runs that no longer exist, or didn't yet when the others were listed.
    private var missing: Set<String> = []

    private var isFinished = false

    package enum Result {
        /// A run was read; there may be others.
        case read
        /// Reports fill half of the queue's size or are a quarter of its number, and nothing was read.
        case full
        /// Another process reads a run, and nothing was read.
        case busy
        /// All runs that ended are read, by this process or by another one.
        case finished
    }

    /// Creates a reader.
    /// - Parameter current: The identifier of the run that is being recorded.
    package init(_ store: InsightStore, of runs: RunFolder, except current: String) {
        self.store = store
        self.runs = runs
        self.current = current
    }

    /// Reads the next run.
    /// - Parameters:
    ///   - needsRoom: Whether it requires room in the queue; otherwise the oldest messages are dropped for it.
    ///   - waits: Whether it waits for another process that reads a run.
    /// - Throws: ``InsightQueueError`` without consent, or if something can't be stored; the run is read again then.
    package mutating func next(needsRoom: Bool = true, waits: Bool = false) throws(InsightQueueError) -> Result {
        guard store.folder.hasConsent else { throw .noConsent }
        if isFinished { return .finished }
        var reader = self
        defer { self = reader }
        let result = try store.folder.whileReadingRuns(waits: waits) { () throws(InsightQueueError) in
            try reader.readNext(needsRoom)
        }
        reader.isFinished = result == .finished && reader.running.isEmpty
        return result ?? .busy
    }

    private mutating func readNext(_ needsRoom: Bool) throws(InsightQueueError) -> Result {
        var remaining = try list()
        if remaining.isEmpty {
            remaining = takeEnded()
            // They remain if there is no room, or nothing can be stored now.
            waiting = remaining
        }
        guard let next = remaining.last else {
            try store.folder.removeProgress(of: missing, in: runs)
            return .finished
        }
        if needsRoom, !hasRoom { return .full }
        try store.addEndedRun(next, of: runs)
        remaining.removeLast()
        waiting = remaining
        return .read
    }

    private mutating func list() throws(InsightQueueError) -> [String] {
        if let waiting { return waiting }
        // Runs that start from now on have their progress, and are not in the list.
        let known = store.folder.runsWithProgress()
        let summaries: [RunSummary]
        do {
            summaries = try runs.runs()
        } catch {
            throw .file(runs.path, "\(error)")
        }
        missing = known.subtracting(summaries.map(\.id)).subtracting([current])
        let ended = summaries.filter { $0.id != current && !$0.isRunning }.map(\.id)
        running = summaries.filter { $0.id != current && $0.isRunning }.map(\.id)
        waiting = ended
        return ended
    }

    /// Returns the runs that ended since they were listed.
    private mutating func takeEnded() -> [String] {
        // Lists the headers; opening a run reads its names as well.
        guard !running.isEmpty, let summaries = try? runs.runs() else { return [] }
        let recorded = Set(summaries.filter(\.isRunning).map(\.id))
        let ended = running.filter { !recorded.contains($0) }
        running.removeAll { !recorded.contains($0) }
        return ended
    }

    /// Whether the reports of a run have room beside those of what happens now: segments are dropped for them.
    private var hasRoom: Bool {
        let reports = store.folder.messages().filter(\.kind.isReport)
        let limits = store.options.limits
        return reports.isEmpty
            || reports.count < limits.messages / 4 && reports.reduce(0) { $0 + $1.bytes } < limits.bytes / 2
    }
}

extension Timeline {
    /// The folder of the runs, or `nil` in memory.
    package var runs: RunFolder? {
        guard case .file(let path) = recording, let slash = path.lastIndex(of: "/") else { return nil }
        return RunFolder(path: String(path[..<slash]))
    }
}
