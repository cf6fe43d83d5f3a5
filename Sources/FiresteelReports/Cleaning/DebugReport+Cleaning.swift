public import Foundation

extension DebugReport {
    /// Removes old reports.
    ///
    /// Also removes leftovers of programs that ended while writing a report, as writing the next report does. Other files
    /// aren't changed: reports are identified by their names. Call it when the program starts.
    ///
    /// - Parameters:
    ///   - folder: The folder of reports. A missing folder has none.
    ///   - age: The maximum age in seconds, by the time in the name.
    ///   - count: The maximum number of reports; the newest remain.
    ///   - now: The current time.
    /// - Returns: The names of the removed reports.
    /// - Throws: ``DebugReportError`` if the folder can't be read, or for the first report that can't be removed; the
    ///   others are removed nevertheless.
    @discardableResult
    public static func removeOld(
        in folder: URL, olderThan age: TimeInterval, keeping count: Int = .max, now: Date = Date()
    ) throws(DebugReportError) -> [String] {
        let manager = FileManager.default
        guard manager.fileExists(atPath: folder.path) else { return [] }
        let names: [String]
        do {
            names = try manager.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw .file(folder.path, error.localizedDescription)
        }
        let reports = names.compactMap { ReportName($0) }.sorted { ($0.date, $0.text) > ($1.date, $1.text) }
        let unwanted = reports.enumerated().filter { index, report in
            index >= max(0, count) || now.timeIntervalSince(report.date) > age
        }.map(\.element.text)
        var removed: [String] = []
        var failure: DebugReportError?
        func remove(_ name: String, _ body: (URL) throws -> Bool) {
            let url = folder.appending(path: name)
            do {
                if try body(url) { removed.append(name) }
            } catch {
                // Another process removed it.
                guard manager.fileExists(atPath: url.path) else { return }
                failure = failure ?? .file(url.path, error.localizedDescription)
            }
        }
        for name in unwanted {
            remove(name) { url in
                try manager.removeItem(at: url)
                return true
            }
        }
        for name in names { remove(name) { _ in try ReportLocation.removeIfAbandoned(name, in: folder, now: now) } }
        if let failure { throw failure }
        return removed
    }
}
