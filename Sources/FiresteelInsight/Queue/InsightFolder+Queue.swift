import FiresteelBase
import FiresteelTimeline
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension InsightFolder {
    /// Returns the progress of a run's messages.
    package func progress(of run: String) -> RunProgress {
        var progress = read(progressFile(run)).map(RunProgress.init) ?? RunProgress()
        for name in Self.names(in: queue) {
            if let message = QueuedMessage(fileName: name, bytes: 0), message.run == run { progress.add(message) }
        }
        return progress
    }

    /// Stores a message; a message of this kind and number that the run has already isn't stored again.
    ///
    /// The message is written completely or not at all, and synchronized with the disk. Afterwards the oldest segments beyond
    /// the limits are dropped and counted, then the oldest reports; none is if it can't be stored.
    /// - Throws: ``InsightQueueError`` without consent, or if the message can't be written.
    /// - Returns: Whether it was stored.
    @discardableResult
    package func add(
        _ message: QueuedMessage, _ bytes: [UInt8], limits: InsightLimits
    ) throws(InsightQueueError) -> Bool {
        try locked { () throws(InsightQueueError) in
            guard hasConsent else { throw .noConsent }
            let before = progress(of: message.run)
            let last = message.kind.isReport ? before.report : before.segment
            guard message.number > last, !(message.kind == .crash && before.hasCrash) else { return false }
            guard message.number <= QueuedMessage.maximumNumber else {
                try changeStatus { $0.dropped[.full, default: 0] += 1 }
                return false
            }
            guard bytes.count <= limits.bytes else {
                try recordProgress(message)
                try changeStatus { $0.dropped[.full, default: 0] += 1 }
                return false
            }
            do throws(InsightQueueError) {
                try write(bytes, to: "\(queue)/\(message.id)", isSynchronized: true)
            } catch {
                guard case .file(_, let reason) = error else { throw error }
                // The file has another name at each attempt, and the same error is reported once.
                throw .file(queue, reason)
            }
            try makeRoom(limits, for: message)
            return true
        }
    }

    /// Returns whether the last queued segment of a run has the end of the run.
    ///
    /// The name of a message says so only for an abnormal end.
    func hasQueuedEnd(of run: String) -> Bool {
        let segments = messages().filter { $0.run == run && !$0.kind.isReport }
        guard let last = segments.max(by: { $0.number < $1.number }), let bytes = bytes(of: last).bytes else {
            return false
        }
        return (try? RunSegment(json: bytes))?.end != nil
    }

    /// Returns whether a message is queued.
    package func contains(_ message: QueuedMessage) -> Bool { Self.exists("\(queue)/\(message.id)") }

    /// Removes a message that a server has, or that is dropped.
    /// - Parameter reason: The reason why it is dropped, or `nil` if a server has it.
    package func remove(_ message: QueuedMessage, _ reason: InsightStatus.Reason?) throws(InsightQueueError) {
        try locked { () throws(InsightQueueError) in
            // Another process was faster, or the consent was withdrawn.
            guard hasConsent, contains(message) else { return }
            try discard(message, reason)
        }
    }

    /// Sets a message aside that is damaged.
    package func setAside(_ message: QueuedMessage) throws(InsightQueueError) {
        try locked { () throws(InsightQueueError) in
            guard hasConsent, contains(message) else { return }
            // Its number isn't used again: a server might have it.
            try recordProgress(message)
            try moveAside(message.id)
        }
    }

    /// Sets files of the queue aside that are not messages.
    package func setStraysAside() throws(InsightQueueError) {
        let strays = Self.names(in: queue).filter { QueuedMessage(fileName: $0, bytes: 0) == nil }
        guard !strays.isEmpty else { return }
        try locked { () throws(InsightQueueError) in for name in strays { try moveAside(name) } }
    }

    /// Changes the progress of a run.
    package func updateProgress(
        of run: String, _ change: (inout RunProgress) -> Void
    ) throws(InsightQueueError) {
        try locked { () throws(InsightQueueError) in
            guard hasConsent else { throw .noConsent }
            try writeProgress(of: run, change)
        }
    }

    /// The runs whose progress is stored.
    func runsWithProgress() -> Set<String> {
        Set(Self.names(in: progress).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) })
    }

    /// The runs that ended with something that isn't stored yet; the program stores it when it runs again.
    package func unreadRuns() -> [String] {
        runsWithProgress().filter { run in
            let progress = progress(of: run)
            guard !progress.isClosed, !progress.folder.isEmpty else { return false }
            return (try? RunFolder(path: progress.folder).open(run)).map { $0.end != .running } ?? false
        }.sorted()
    }

    /// Deletes the progress of runs that no longer exist, unless they have a queued message or are in another folder.
    ///
    /// The runs of other folders may be recorded by other processes; theirs is deleted once it wasn't changed for long.
    func removeProgress(of runs: Set<String>, in folder: RunFolder) throws(InsightQueueError) {
        guard !runs.isEmpty else { return }
        try locked { () throws(InsightQueueError) in
            let queued = Set(messages().map(\.run))
            for run in runs where !queued.contains(run) {
                let file = progressFile(run)
                let progress = read(file).map(RunProgress.init)
                let isOwn = progress?.folder == folder.path
                guard isOwn || Self.isForgotten(file) else { continue }
                unlink(file)
                // What it had since the last message is lost.
                if isOwn, progress?.isClosed == false { try changeStatus { $0.dropped[.deleted, default: 0] += 1 } }
            }
        }
    }

    /// Returns whether a file wasn't changed for 90 days.
    private static func isForgotten(_ file: String) -> Bool {
        let facts = try? FileManager.default.attributesOfItem(atPath: file)
        guard let changed = facts?[.modificationDate] as? Date else { return false }
        return changed.timeIntervalSinceNow < -90 * 86_400
    }

    // MARK: Within the lock

    private func progressFile(_ run: String) -> String { "\(progress)/\(run).json" }

    private func writeProgress(of run: String, _ change: (inout RunProgress) -> Void) throws(InsightQueueError) {
        let before = read(progressFile(run)).map(RunProgress.init) ?? RunProgress()
        var progress = before
        change(&progress)
        if progress != before { try write(progress.value, to: progressFile(run), isSynchronized: true) }
    }

    /// Records a message that leaves the queue, before it does.
    func recordProgress(_ message: QueuedMessage) throws(InsightQueueError) {
        try writeProgress(of: message.run) { $0.add(message) }
    }

    private func discard(_ message: QueuedMessage, _ reason: InsightStatus.Reason?) throws(InsightQueueError) {
        try recordProgress(message)
        let file = "\(queue)/\(message.id)"
        guard unlink(file) == 0 || errno == ENOENT else { throw .file(file, SystemError.message(errno)) }
        try changeStatus { status in
            if let reason { status.dropped[reason, default: 0] += 1 } else { status.sent += 1 }
        }
    }

    /// Drops the oldest segments, then the oldest reports, until the queue is within its limits.
    private func makeRoom(_ limits: InsightLimits, for new: QueuedMessage) throws(InsightQueueError) {
        func rank(_ message: QueuedMessage) -> (Int, Int64, String, Int) {
            (message.kind.isReport ? 1 : 0, message.time, message.run, message.number)
        }
        let queued = messages().sorted { rank($0) < rank($1) }
        var bytes = queued.reduce(0) { $0 + $1.bytes }
        var count = queued.count
        for message in queued where bytes > limits.bytes || count > limits.messages {
            if message.id == new.id { continue }
            try discard(message, .full)
            bytes -= message.bytes
            count -= 1
        }
    }

    /// The number of damaged files that are retained.
    private static let maximumDamaged = 20

    private func moveAside(_ name: String) throws(InsightQueueError) {
        if let code = FolderMaking.make(damaged) { throw .file(damaged, SystemError.message(code)) }
        guard rename("\(queue)/\(name)", "\(damaged)/\(name)") == 0 || errno == ENOENT else {
            throw .file("\(queue)/\(name)", SystemError.message(errno))
        }
        for old in Self.names(in: damaged).sorted().dropLast(Self.maximumDamaged) { unlink("\(damaged)/\(old)") }
        try changeStatus { status in
            status.dropped[.damaged, default: 0] += 1
            status.damaged = (status.damaged + [name]).suffix(Self.maximumDamaged)
        }
    }

    // MARK: Sending

    /// Calls a closure while no other process sends from this folder; returns `nil` if another one does.
    package func whileSending<Result>(_ body: () async -> Result) async -> Result? {
        guard let lock = FolderLock(path + "/sending.lock", waits: false) else { return nil }
        let result = await body()
        _ = consume lock
        return result
    }

    /// Calls a closure while no other process reads ended runs for this folder; returns `nil` if another one does.
    ///
    /// - Parameter waits: Whether it waits for the other one.
    func whileReadingRuns<Result>(
        waits: Bool = false, _ body: () throws(InsightQueueError) -> Result
    ) throws(InsightQueueError) -> Result? {
        if let code = FolderMaking.make(path) { throw .file(path, SystemError.message(code)) }
        guard let lock = FolderLock(path + "/runs.lock", waits: waits) else { return nil }
        let result = try body()
        _ = consume lock
        return result
    }

    /// Returns the bytes of a queued message, or `nil` if the file is damaged or no longer there.
    package func bytes(of message: QueuedMessage) -> (bytes: [UInt8]?, isThere: Bool) {
        guard let data = data(of: message) else { return (nil, contains(message)) }
        let bytes = Array(data)
        let isWhole: Bool
        if message.kind.isReport {
            let report = try? InsightReport(json: bytes)
            isWhole = report?.run == message.run && report?.number == message.number
        } else {
            let segment = try? RunSegment(json: bytes)
            isWhole = segment?.run == message.run && segment?.number == message.number
        }
        return (isWhole ? bytes : nil, true)
    }
}
