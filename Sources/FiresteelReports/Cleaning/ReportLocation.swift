import FiresteelBase
import Foundation

/// The location of a report: a temporary folder for writing, from which the file is moved to its final path in one
/// step.
struct ReportLocation {
    /// The suffix of folders of unfinished reports.
    static let partialSuffix = ".report.partial"
    /// A folder of an earlier version, which didn't lock it, is abandoned when it is older than this.
    static let abandonedAfter: TimeInterval = 86_400

    /// The final location of the report.
    let file: URL
    private let partial: URL
    /// The descriptor of the folder, which is locked while it is written to.
    private let lock: Int32

    init(folder: URL, name: ReportName, now: Date) throws(DebugReportError) {
        if let code = FolderMaking.make(folder.path) {
            throw .file(folder.path, String(cString: strerror(code)))
        }
        file = folder.appending(path: name.text)
        // In the same folder, because moving from another file system isn't atomic.
        Self.removeAbandoned(in: folder, now: now)
        (partial, lock) = try Self.makePartial(of: name, in: folder)
    }

    /// Makes a locked folder with a name that no other process uses.
    private static func makePartial(of name: ReportName, in folder: URL) throws(DebugReportError) -> (URL, Int32) {
        for _ in 0..<3 {
            let number = String(UInt64.random(in: 0 ... .max), radix: 16)
            let partial = folder.appending(path: ".\(name.text).\(number)\(partialSuffix)")
            guard mkdir(partial.path, 0o700) == 0 else { throw .file(folder.path, String(cString: strerror(errno))) }
            let lock = open(partial.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard lock >= 0 else {
                // Another process may have removed the folder before it was locked.
                if errno == ENOENT { continue }
                throw .file(folder.path, String(cString: strerror(errno)))
            }
            // A file system without locks retains abandoned folders.
            let isLocked = flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
            var status = stat()
            if isLocked, stat(partial.path, &status) == 0 { return (partial, lock) }
            // Another process is removing it.
            close(lock)
        }
        throw .file(folder.path, String(cString: strerror(ENOENT)))
    }

    /// The file to write to.
    var partialFile: URL { partial.appending(path: "report") }

    /// Moves the file to its final location.
    ///
    /// - Returns: The size of the file.
    func publish() throws(DebugReportError) -> Int {
        do {
            let manager = FileManager.default
            try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: partialFile.path)
            let size = try manager.attributesOfItem(atPath: partialFile.path)[.size] as? Int ?? 0
            try manager.moveItem(at: partialFile, to: file)
            return size
        } catch {
            throw .file(file.path, error.localizedDescription)
        }
    }

    /// Removes the temporary files of its writing.
    func removePartial() {
        defer { close(lock) }
        do {
            try FileManager.default.removeItem(at: partial)
        } catch {
            // Another process removed it, or it remains until reports are cleaned, which removes such folders.
        }
    }

    /// Removes a file if it is a folder in which a program wrote a report that has ended since.
    ///
    /// - Returns: Whether it was removed.
    /// - Throws: The file manager's error.
    static func removeIfAbandoned(_ name: String, in folder: URL, now: Date) throws -> Bool {
        guard name.hasPrefix("."), name.hasSuffix(partialSuffix) else { return false }
        let report = name.dropFirst().dropLast(partialSuffix.count)
        let path = folder.appending(path: name).path
        if let end = report.lastIndex(of: "."), UInt64(report[report.index(after: end)...], radix: 16) != nil,
            ReportName(String(report[..<end])) != nil
        {
            return try removeIfUnlocked(path)
        }
        guard ReportName(String(report)) != nil else { return false }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        // An item without attributes was deleted, or can't be removed either.
        guard let changed = attributes?[.modificationDate] as? Date else { return false }
        guard now.timeIntervalSince(changed) > abandonedAfter else { return false }
        try FileManager.default.removeItem(atPath: path)
        return true
    }

    /// Removes a folder that no process has locked, while it has the lock.
    private static func removeIfUnlocked(_ path: String) throws -> Bool {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { return false }
        defer { close(folder) }
        guard flock(folder, LOCK_EX | LOCK_NB) == 0 else { return false }
        try FileManager.default.removeItem(atPath: path)
        return true
    }

    /// Removes the folders of reports that killed programs left.
    private static func removeAbandoned(in folder: URL, now: Date) {
        // What can't be listed or removed costs space only, until reports are cleaned, which reports it.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            _ = try? removeIfAbandoned(name, in: folder, now: now)
        }
    }
}
