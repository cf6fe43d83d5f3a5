public import Foundation

extension DebugReport {
    /// Removes reports that are no longer wanted.
    ///
    /// What programs left behind a day ago that ended while they wrote a report goes as well. Nothing but reports is touched,
    /// which are known by their names. Call it when the program starts.
    ///
    /// - Parameters:
    ///   - folder: Where reports are written to. One that isn't there has none.
    ///   - age: How old a report may be, in seconds by the time in its name.
    ///   - count: How many of the newest may stay at most.
    ///   - now: By when ages are counted.
    /// - Returns: The names of those that were removed.
    /// - Throws: ``DebugReportError`` where the folder can't be read, or for the first that can't be removed; the others
    ///   are removed all the same.
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
        var unwanted = reports.enumerated().filter { index, report in
            index >= max(0, count) || now.timeIntervalSince(report.date) > age
        }.map(\.element.text)
        unwanted += names.filter { name in
            guard ReportPlace.isPartial(name) else { return false }
            let path = folder.appending(path: name).path
            let attributes = try? manager.attributesOfItem(atPath: path)
            // One that can't be asked for its age is gone, or can't be removed either.
            guard let changed = attributes?[.modificationDate] as? Date else { return false }
            return now.timeIntervalSince(changed) > ReportPlace.abandonedAfter
        }
        var removed: [String] = []
        var failure: DebugReportError?
        for name in unwanted {
            let url = folder.appending(path: name)
            do {
                try manager.removeItem(at: url)
                removed.append(name)
            } catch {
                // Somebody else removed it.
                guard manager.fileExists(atPath: url.path) else { continue }
                failure = failure ?? .file(url.path, error.localizedDescription)
            }
        }
        if let failure { throw failure }
        return removed
    }
}
