import FiresteelBase
import Foundation

/// The location of a report: a temporary folder for writing, from which the file is moved to its final path in one
/// step.
struct ReportPlace {
    /// The suffix of folders of unfinished reports.
    static let partialSuffix = ".report.partial"
    /// A folder older than this is of a program that ended while it wrote, even if there is a process with its number.
    static let abandonedAfter: TimeInterval = 86_400

    /// The final location of the report.
    let file: URL
    private let partial: URL

    init(folder: URL, name: ReportName, now: Date) throws(DebugReportError) {
        if let code = FolderMaking.make(folder.path) {
            throw .file(folder.path, String(cString: strerror(code)))
        }
        file = folder.appending(path: name.text)
        // In the same folder, because moving from another file system isn't atomic.
        Self.removeAbandoned(in: folder, now: now)
        let process = ProcessInfo.processInfo.processIdentifier
        partial = folder.appending(path: ".\(name.text).\(process)\(Self.partialSuffix)")
        do {
            try FileManager.default.createDirectory(
                at: partial, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .file(folder.path, error.localizedDescription)
        }
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
        do {
            try FileManager.default.removeItem(at: partial)
        } catch {
            // Another process removed it, or it remains until reports are cleaned, which removes such folders.
        }
    }

    /// Returns whether a file is a folder in which a program wrote a report that has ended since.
    static func isAbandoned(_ name: String, in folder: URL, now: Date) -> Bool {
        guard name.hasPrefix("."), name.hasSuffix(partialSuffix) else { return false }
        let report = name.dropFirst().dropLast(partialSuffix.count)
        // Earlier versions wrote no process.
        let end = report.lastIndex(of: ".") ?? report.endIndex
        let process = ReportName(String(report[..<end])) == nil ? nil : Int32(report[end...].dropFirst())
        guard process != nil || ReportName(String(report)) != nil else { return false }
        if let process, process > 0, kill(process, 0) != 0, errno == ESRCH { return true }
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
        // An item without attributes was deleted, or can't be removed either.
        guard let changed = attributes?[.modificationDate] as? Date else { return false }
        return now.timeIntervalSince(changed) > abandonedAfter
    }

    /// Removes the folders of reports that killed programs left.
    private static func removeAbandoned(in folder: URL, now: Date) {
        // What can't be listed or removed costs space only, until reports are cleaned, which reports it.
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where isAbandoned(name, in: folder, now: now) {
            try? FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }
}
