internal import CFiresteelTimeline

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A folder of runs.
///
/// Files whose names are not those of runs are never touched.
public struct RunFolder: Sendable, Hashable {
    /// Where the folder is.
    public let path: String

    /// The folder at a path, which needn't be there.
    public init(path: String) {
        self.path = path
    }

    /// The runs, the newest first.
    ///
    /// Reads their heads only; ``Run/counts()`` tells how much happened in one.
    /// - Throws: ``RunError/system(path:code:)`` if the folder can't be read. A folder that isn't there has no runs.
    public func runs() throws(RunError) -> [RunSummary] {
        try identifiers().compactMap(summary)
    }

    /// Opens a run.
    public func open(_ id: String) throws(RunError) -> Run {
        try Run(path: path(of: id))
    }

    /// Removes a run.
    /// - Throws: ``RunError/running(_:)`` if it is still being recorded, ``RunError/notFound(_:)`` if there is none.
    public func remove(_ id: String) throws(RunError) {
        let path = try path(of: id)
        let file = try JournalFile(path: path)
        guard !isRunning(file) else { throw .running(id) }
        try removeFile(file)
    }

    /// Removes the runs that exceed a retention, the oldest first.
    ///
    /// Runs that are being recorded stay. So does what is named like a run and can't be opened, which isn't counted either:
    /// nobody could say whether it is being recorded. ``runs()`` lists it with the reason.
    /// - Parameters:
    ///   - retention: What may stay.
    ///   - now: The time by which ages are counted, in microseconds since 1970.
    /// - Returns: The identifiers of those removed.
    /// - Throws: ``RunError``, if the folder can't be read, or for the first run that could not be removed. The others that
    ///   exceed the retention are removed all the same.
    @discardableResult
    public func prune(_ retention: Retention, now: Int64) throws(RunError) -> [String] {
        var unopened: [RunSummary] = []
        return try prune(retention, now: now, unopened: &unopened)
    }

    /// - Parameter unopened: Gets what is named like a run and can't be opened.
    func prune(_ retention: Retention, now: Int64, unopened: inout [RunSummary]) throws(RunError) -> [String] {
        let oldest = Self.oldest(retention.age, now: now)
        var kept = 0
        var bytes = 0
        var removed: [String] = []
        var failure: RunError?
        for identifier in try identifiers() {
            guard let file = openFile(of: identifier, unopened: &unopened) else { continue }
            let exceeds = kept >= retention.runs || bytes + file.size > retention.bytes || identifier.started < oldest
            // Until it is gone it takes room.
            kept += 1
            bytes += file.size
            guard exceeds, !isRunning(file) else { continue }
            do throws(RunError) {
                try removeFile(file)
                removed.append(identifier.text)
                kept -= 1
                bytes -= file.size
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return removed
    }

    private func openFile(of identifier: RunIdentifier, unopened: inout [RunSummary]) -> JournalFile? {
        do throws(RunError) {
            return try JournalFile(path: path + "/" + identifier.fileName)
        } catch {
            // Gone since the folder was read.
            if case .notFound = error { return nil }
            unopened.append(summary(identifier, bytes: 0, .failure(error)))
            return nil
        }
    }

    /// The time before which a run is older than `age`, in microseconds since 1970.
    ///
    /// An age that microseconds can't count is unlimited.
    private static func oldest(_ age: Duration, now: Int64) -> Int64 {
        let (microseconds, isUncountable) = age.components.seconds.multipliedReportingOverflow(by: 1_000_000)
        let (oldest, isOutside) = now.subtractingReportingOverflow(microseconds)
        guard isUncountable || isOutside else { return oldest }
        return age > .zero ? .min : .max
    }

    /// Removes the file of a run; one that is gone already is no failure.
    private func removeFile(_ file: JournalFile) throws(RunError) {
        guard unlink(file.path) == 0 || errno == ENOENT else { throw .system(path: file.path, code: errno) }
    }

    // MARK: Files

    /// The runs by their files' names, the newest first.
    private func identifiers() throws(RunError) -> [RunIdentifier] {
        guard let folder = opendir(path) else {
            if errno == ENOENT { return [] }
            throw .system(path: path, code: errno)
        }
        defer { closedir(folder) }
        var identifiers: [RunIdentifier] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if let identifier = RunIdentifier(fileName: name) { identifiers.append(identifier) }
        }
        return identifiers.sorted { ($0.started, $0.text) > ($1.started, $1.text) }
    }

    private func path(of id: String) throws(RunError) -> String {
        // Nothing but the name of a run: no other path can be asked for.
        guard let identifier = RunIdentifier(text: id) else { throw .notFound(id) }
        return path + "/" + identifier.fileName
    }

    private func summary(_ identifier: RunIdentifier) -> RunSummary? {
        let state: Result<RunSummary.State, RunError>
        var bytes = 0
        do throws(RunError) {
            let file = try JournalFile(path: path + "/" + identifier.fileName)
            bytes = file.size
            let run = try Run(head: file)
            state = .success(RunSummary.State(header: run.header, end: run.end))
        } catch {
            // Gone since the folder was read.
            if case .notFound = error { return nil }
            state = .failure(error)
        }
        return summary(identifier, bytes: bytes, state)
    }

    private func summary(
        _ identifier: RunIdentifier, bytes: Int, _ state: Result<RunSummary.State, RunError>
    ) -> RunSummary {
        RunSummary(
            id: identifier.text, path: path + "/" + identifier.fileName, bytes: bytes, started: identifier.started,
            process: identifier.process, state: state)
    }

    private func isRunning(_ file: JournalFile) -> Bool {
        guard let run = try? Run(head: file) else {
            // Without a head that can be read, only the lock tells.
            return file.isBeingRecorded(process: 0, processStart: 0, boot: [])
        }
        return run.end == .running
    }
}
