import FiresteelTimeline
import Foundation

/// Writes a report as an archive.
struct ZipReport {
    private struct File {
        let path: String
        let file: ReportFile
        var isShortened: Bool {
            if case .dropOldest = file.excess { true } else { false }
        }
        var isOfRun: Bool { file.isOfRun }
    }

    /// Room for the manifest and for the archive's own directory.
    private static let reserved = 24 << 10

    private let head: ReportHead
    private let collected: CollectedReport

    init(_ head: ReportHead, _ collected: CollectedReport) {
        self.head = head
        self.collected = collected
    }

    func write(to url: URL, progress: @Sendable (ReportProgress) -> Void) throws -> ReportSummary {
        let files = try files()
        let page = try PageReport(head, collected)
        let archive = try ZipWriter(path: url.path)
        var summary = ReportSummary()
        var written: Set<String> = []
        // Files that can't be shortened come first, so that the others take the remaining space; runs, the longest,
        // come last.
        let order =
            files.filter { !$0.isShortened } + files.filter { $0.isShortened && !$0.isOfRun }
            + files.filter { $0.isShortened && $0.isOfRun }
        var room = head.maximumBytes - Self.reserved - page.emptySize
        for (index, file) in order.enumerated() {
            try Task.checkCancellation()
            let bound = file.isShortened ? room / (order.count - index + 1) : room
            do {
                let name = try archive.checked(file.path)
                let text = try text(of: file.file, within: bound - Self.overhead(of: file.path))
                if text.fits {
                    try archive.add(name, modified: head.date) { write in try text.forEach(write) }
                    room -= text.bytes + Self.overhead(of: file.path)
                    written.insert(file.path)
                    if text.dropped > 0 { summary.dropped[file.path] = text.dropped }
                } else {
                    summary.leftOut.append(file.path)
                }
            } catch let error as ZipError where error.isOfArchive {
                throw error
            } catch let error as CancellationError {
                throw error
            } catch {
                // An error in a section affects only that file.
                summary.failures[collected.redaction.redacted(file.path)] = collected.redaction.redacted("\(error)")
            }
            let fraction = 0.5 + 0.45 * Double(index + 1) / Double(order.count)
            progress(ReportProgress(fraction: fraction, step: "Wrote \(file.path)"))
        }
        let rendered = try page.render(within: page.emptySize + max(0, room))
        try archive.add("index.html", Data(rendered.text.utf8), modified: head.date)
        if !rendered.summary.leftOut.isEmpty || !rendered.summary.dropped.isEmpty {
            summary.dropped["index.html"] = rendered.summary.dropped.values.reduce(0, +)
        }
        let manifest = try ReportJSON.text(ReportManifest(head, sections: sections(files, written), summary))
        try archive.add("manifest.json", Data(collected.redaction.redacted(manifest).utf8), modified: head.date)
        try archive.finish()
        return summary
    }

    /// Returns the maximum overhead of a file in the archive: its headers, and what deflating can't reduce.
    private static func overhead(of path: String) -> Int { 300 + 2 * path.utf8.count }

    private func text(of file: ReportFile, within bound: Int) throws -> NewestPieces {
        // Deflating incompressible data adds less than one in a thousand.
        var text = NewestPieces(bound: max(0, bound - bound / 1_000))
        var index = 0
        try file.write { piece in
            try Task.checkCancellation()
            let isEntry =
                switch file.excess {
                case .leaveOut: false
                case .dropOldest(let isEntry): isEntry(piece, index)
                }
            index += 1
            text.add(collected.redaction.redacted(piece), isEntry: isEntry)
        }
        return text
    }

    /// Returns the files of all sections, each in a separate folder.
    private func files() throws -> [File] {
        var files: [File] = []
        for section in collected.sections {
            let parts = section.content.parts.map(redacted).compactMap(ReportPart.Coded.init)
            if !parts.isEmpty {
                let json = try ReportJSON.text(parts)
                files.append(
                    File(
                        path: "\(section.identifier)/\(section.identifier).json",
                        file: ReportFile("\(section.identifier).json", json)))
            }
            files += section.content.files.map { File(path: "\(section.identifier)/\($0.name)", file: $0) }
        }
        return files
    }

    /// Returns a part in which facts with secret names are hidden.
    private func redacted(_ part: ReportPart) -> ReportPart {
        guard case .facts(let facts) = part.form else { return part }
        var part = ReportPart.facts(
            facts.map { ReportFact($0.name, collected.redaction.shown($0.value, named: $0.name)) })
        part.isPageOnly = false
        return part
    }

    private func sections(_ files: [File], _ written: Set<String>) -> [ReportManifest.Section] {
        collected.sections.map { section in
            ReportManifest.Section(
                identifier: section.identifier, title: section.title,
                files: files.map(\.path).filter { written.contains($0) && $0.hasPrefix(section.identifier + "/") },
                failure: collected.failures[section.identifier])
        }
    }
}
