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
/// Other files in the folder are never changed, except the details of crashes, which are deleted with their run.
public struct RunFolder: Sendable, Hashable {
    /// The path of the folder.
    public let path: String

    /// Creates the folder at a path, which needn't be there.
    public init(path: String) {
        self.path = path
    }

    /// Returns the runs, newest first.
    ///
    /// Reads only their headers; ``Run/counts()`` returns the event counts of one run.
    /// - Throws: ``RunError/system(path:code:)`` if the folder can't be read. A missing folder has no runs.
    public func runs() throws(RunError) -> [RunSummary] {
        try identifiers().compactMap(summary)
    }

    /// Opens a run.
    public func open(_ id: String) throws(RunError) -> Run {
        try Run(path: path(of: id))
    }

    /// Removes a run.
    /// - Throws: ``RunError/running(_:)`` if the run is being recorded, ``RunError/notFound(_:)`` if it doesn't exist.
    public func remove(_ id: String) throws(RunError) {
        let path = try path(of: id)
        let file = try JournalFile(path: path)
        guard !isRunning(file) else { throw .running(id) }
        try removeFile(file)
    }

    /// Removes the runs that exceed a retention, the oldest first.
    ///
    /// Runs that are being recorded are retained. Files named like runs that can't be opened are retained and not
    /// counted, because they may be in use. ``runs()`` lists them with the reason.
    /// - Parameters:
    ///   - retention: The limits.
    ///   - now: The current time, in microseconds since 1970.
    /// - Returns: The identifiers of the removed runs.
    /// - Throws: ``RunError`` if the folder can't be read, or for the first run that could not be removed. Other runs
    ///   that exceed the retention are removed nevertheless.
    @discardableResult
    public func prune(_ retention: Retention, now: Int64) throws(RunError) -> [String] {
        var unopened: [RunSummary] = []
        return try prune(retention, now: now, unopened: &unopened)
    }

    /// - Parameters:
    ///   - starting: The run that starts, whose clocks give the age, or `nil` if `now` is certain.
    ///   - unopened: Receives the files named like runs that can't be opened.
    func prune(
        _ retention: Retention, now: Int64, starting: RunHeader? = nil, unopened: inout [RunSummary]
    ) throws(RunError) -> [String] {
        let identifiers = try identifiers()
        let age = RunAge(retention.age, now: now, starting: starting, among: identifiers) { identifier in
            // One that can't be read confirms nothing.
            (try? Run(path: path + "/" + identifier.fileName))?.header
        }
        var kept = 0
        var bytes = 0
        var removed: [String] = []
        var failure: RunError?
        for identifier in identifiers {
            guard let file = openFile(of: identifier, unopened: &unopened) else { continue }
            let exceeds =
                kept >= retention.runs || bytes + file.size > retention.bytes || age.isExceeded(by: identifier, file)
            // It occupies space until it is removed.
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
            // Deleted since the folder was read.
            if case .notFound = error { return nil }
            unopened.append(summary(identifier, bytes: 0, .failure(error)))
            return nil
        }
    }

    /// Removes the file of a run.
    ///
    /// A missing file is not an error.
    private func removeFile(_ file: JournalFile) throws(RunError) {
        if let run = try? Run(head: file) { removeCrashDetails(of: run) }
        guard unlink(file.path) == 0 || errno == ENOENT else { throw .system(path: file.path, code: errno) }
    }

    // MARK: Files

    /// Returns the runs by their files' names, the newest first.
    private func identifiers() throws(RunError) -> [RunIdentifier] {
        guard !path.utf8.contains(0) else { throw .system(path: path, code: EINVAL) }
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
        // Only run identifiers are accepted, so no other path can be accessed.
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
            // Deleted since the folder was read.
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
            // Without a readable header, only the lock indicates this.
            return file.isBeingRecorded(process: 0, processStart: 0, boot: [])
        }
        return run.end == .running
    }
}
