import FiresteelTimeline
import Foundation

/// The location of a report: a temporary folder for writing, from which the file is moved to its final path in one
/// step.
struct ReportPlace {
    /// The suffix of folders of unfinished reports.
    static let partialSuffix = ".report.partial"
    /// A folder older than this is of a program that ended while it wrote.
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
        partial = folder.appending(path: "." + name.text + Self.partialSuffix)
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

    /// Returns whether a name is that of a folder in which a report is or was being written.
    static func isPartial(_ name: String) -> Bool {
        guard name.hasPrefix("."), name.hasSuffix(partialSuffix) else { return false }
        return ReportName(String(name.dropFirst().dropLast(partialSuffix.count))) != nil
    }
}
