import FiresteelBase
public import FiresteelTimeline
public import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The folder in which a program stores what it will send: messages, how far they go, the consent, and the last response.
///
/// Several processes of a program may use one folder. `docs/insight.md` describes its files.
public struct InsightFolder: Sendable, Hashable {
    /// The path of the folder.
    public let path: String

    /// Creates the folder at a path, which needn't be there.
    public init(path: String) { self.path = path }

    /// The folder of a program beside its runs: the folder `insight` in theirs.
    public init(of runs: RunFolder) { self.init(path: runs.path + "/insight") }

    var queue: String { path + "/queue" }
    var progress: String { path + "/runs" }
    var damaged: String { path + "/damaged" }
    private var consentFile: String { path + "/consent.json" }
    private var statusFile: String { path + "/status.json" }

    // MARK: Reading

    /// Whether the user has consented to storing and sending.
    public var hasConsent: Bool { consent != nil }

    var consent: InsightConsent? { InsightConsent(read(consentFile)) }

    /// The counts of sent and dropped messages, and the last response.
    public var status: InsightStatus { read(statusFile).map(InsightStatus.init) ?? InsightStatus() }

    /// Returns the queued messages in the order in which they are sent.
    public func messages() -> [QueuedMessage] {
        Self.names(in: queue).compactMap { name in
            Self.size(of: "\(queue)/\(name)").flatMap { QueuedMessage(fileName: name, bytes: $0) }
        }.sorted { ($0.kind, $0.time, $0.run, $0.number) < ($1.kind, $1.time, $1.run, $1.number) }
    }

    /// Returns a queued message as it is sent, without compression; `nil` if it is no longer queued.
    public func data(of message: QueuedMessage) -> Data? {
        FileManager.default.contents(atPath: "\(queue)/\(message.id)")
    }

    // MARK: Consent

    /// Records the consent, unless it is there.
    ///
    /// What happened before isn't stored or sent, neither of this run nor of earlier ones.
    /// - Throws: ``InsightQueueError`` if a file can't be written.
    package func giveConsent(_ timeline: Timeline) throws(InsightQueueError) {
        if let consent, !isAhead(consent, timeline) { return }
        try locked { () throws(InsightQueueError) in
            if let consent, !isAhead(consent, timeline) { return }
            try writeConsent(timeline, since: consent?.since ?? Self.now)
        }
    }

    /// Lets a consent that a wrong clock dated to the future apply from now on in this start of the machine.
    ///
    /// Which of both clocks is wrong isn't known, so its time remains: earlier runs are still compared with it.
    func correctConsent(_ timeline: Timeline) throws(InsightQueueError) {
        guard let consent, isAhead(consent, timeline) else { return }
        try locked { () throws(InsightQueueError) in
            // It may have been withdrawn meanwhile.
            guard let consent = self.consent, isAhead(consent, timeline) else { return }
            try writeConsent(timeline, since: consent.since)
        }
    }

    private func isAhead(_ consent: InsightConsent, _ timeline: Timeline) -> Bool {
        consent.isAhead(of: Self.now, in: timeline.run.header)
    }

    private func writeConsent(_ timeline: Timeline, since: Int64) throws(InsightQueueError) {
        let consent = InsightConsent(since: since, in: timeline.run.header, at: timeline.now)
        try write(consent.value, to: consentFile, isSynchronized: true)
    }

    /// The time in microseconds since 1970.
    private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }

    /// Withdraws the consent, and deletes all messages and all that identifies the user.
    ///
    /// The numbers of the messages of each run remain, so that none is used again.
    /// - Throws: ``InsightQueueError`` if a file can't be deleted. What remains is not sent.
    package func withdrawConsent() throws(InsightQueueError) {
        // Without a folder there is nothing to delete, and none is created.
        guard Self.exists(path) else { return }
        try locked { () throws(InsightQueueError) in
            var failure: InsightQueueError?
            func remove(_ file: String) {
                guard unlink(file) != 0, errno != ENOENT, errno != ENOTDIR else { return }
                failure = failure ?? .file(file, SystemError.message(errno))
            }
            remove(consentFile)
            for message in messages() {
                do throws(InsightQueueError) { try recordProgress(message) } catch { failure = failure ?? error }
            }
            for folder in [queue, damaged] {
                for name in Self.names(in: folder) { remove("\(folder)/\(name)") }
                rmdir(folder)
            }
            for file in [statusFile, InsightIdentity.path(in: self)] { remove(file) }
            if let failure { throw failure }
        }
    }

    // MARK: Files

    /// Calls a closure while no other process or thread changes the folder.
    ///
    /// The lock is held only as long as files are written.
    func locked<Result>(_ body: () throws(InsightQueueError) -> Result) throws(InsightQueueError) -> Result {
        if let code = FolderMaking.make(path) { throw .file(path, SystemError.message(code)) }
        guard let lock = FolderLock(path + "/lock", waits: true) else {
            throw .file(path + "/lock", SystemError.message(errno))
        }
        let result = try body()
        _ = consume lock
        return result
    }

    package func updateStatus(_ change: (inout InsightStatus) -> Void) throws(InsightQueueError) {
        try locked { () throws(InsightQueueError) in
            guard hasConsent else { return }
            var status = status
            let before = status
            change(&status)
            if status != before { try write(status.value, to: statusFile) }
        }
    }

    /// Changes the status while the folder is locked.
    func changeStatus(_ change: (inout InsightStatus) -> Void) throws(InsightQueueError) {
        var status = status
        change(&status)
        try write(status.value, to: statusFile)
    }

    func read(_ file: String) -> JSONValue? {
        guard let data = FileManager.default.contents(atPath: file), data.count <= 1 << 20 else { return nil }
        return try? JSONValue(json: Array(data))
    }

    func write(_ value: JSONValue, to file: String, isSynchronized: Bool = false) throws(InsightQueueError) {
        try write(Array(value.json().utf8), to: file, isSynchronized: isSynchronized)
    }

    func write(_ bytes: [UInt8], to file: String, isSynchronized: Bool = false) throws(InsightQueueError) {
        do {
            try FileReplacement.replace(file, with: bytes, isSynchronized: isSynchronized, createsFolder: true)
        } catch {
            throw .file(file, "\(error)")
        }
    }

    /// Returns the names of a folder's files; one that can't be read has none.
    static func names(in folder: String) -> [String] {
        guard !folder.utf8.contains(0), let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    static func size(of file: String) -> Int? {
        var facts = stat()
        guard lstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(facts.st_size)
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
