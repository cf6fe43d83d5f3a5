import FiresteelTimeline
import Foundation

/// Where a report is written: to a folder of its own that is gone afterwards, and from there in one step to its place.
struct ReportPlace {
    /// What folders of reports that are being written are called at the end.
    static let partialSuffix = ".report.partial"
    /// A folder older than this is of a program that ended while it wrote.
    static let abandonedAfter: TimeInterval = 86_400

    /// Where the report will be.
    let file: URL
    private let partial: URL

    init(folder: URL, name: ReportName, now: Date) throws(DebugReportError) {
        if let code = FolderMaking.make(folder.path) {
            throw .file(folder.path, String(cString: strerror(code)))
        }
        file = folder.appending(path: name.text)
        // In the same folder, since moving from another file system isn't one step.
        partial = folder.appending(path: "." + name.text + Self.partialSuffix)
        do {
            try FileManager.default.createDirectory(
                at: partial, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .file(folder.path, error.localizedDescription)
        }
    }

    /// Where it is written.
    var partialFile: URL { partial.appending(path: "report") }

    /// Puts the file in its place.
    ///
    /// - Returns: How large it is.
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

    /// Removes what was needed to write it.
    func removePartial() {
        do {
            try FileManager.default.removeItem(at: partial)
        } catch {
            // Somebody else removed it, or it stays until reports are cleaned, which removes such folders.
        }
    }

    /// Whether a name is that of a folder in which a report is or was being written.
    static func isPartial(_ name: String) -> Bool {
        guard name.hasPrefix("."), name.hasSuffix(partialSuffix) else { return false }
        return ReportName(String(name.dropFirst().dropLast(partialSuffix.count))) != nil
    }
}
