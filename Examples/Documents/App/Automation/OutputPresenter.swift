import DocumentsCore
import FiresteelAutomation
import Foundation

/// Shows the results of actions as text and JSON: in a terminal, to a script or to an agent.
struct OutputPresenter {
    let output: ActionOutput

    /// The presenters of published actions; the focus mode belongs to pages and has none.
    static let all = [
        AutomationPresenter((any DocumentPresenter).self) { OutputPresenter(output: $0) },
        AutomationPresenter((any DocumentListPresenter).self) { OutputPresenter(output: $0) },
        AutomationPresenter((any ExportPresenter).self) { OutputPresenter(output: $0) },
        AutomationPresenter((any ImportPresenter).self) { OutputPresenter(output: $0) },
        AutomationPresenter((any StatisticsPresenter).self) { OutputPresenter(output: $0) },
        AutomationPresenter((any ProblemPresenter).self) { OutputPresenter(output: $0) },
    ]

    private func write(_ text: String, about document: Document) {
        output.write(text, ["document": document.name.path, "version": document.version.description])
    }
}

extension OutputPresenter: ProblemPresenter {
    func show(_ problem: Problem) {
        output.write(
            "\(problem.message) \(problem.remedy)",
            ["problem": problem.code, "message": problem.message, "remedy": problem.remedy])
    }
}

extension OutputPresenter: DocumentPresenter {
    /// `nil`, since drafts belong to open pages.
    var draftOwner: DraftOwner? { nil }

    func show(_ document: Document, draft: Draft?, others: [Draft]) {
        output.write(
            "\(document.name):\n\(document.text)",
            ["document": document.name.path, "version": document.version.description, "text": document.text])
    }
    func showSaved(_ document: Document) { write("Saved \(document.name).", about: document) }
    func showConflict(theirs: Document) { write("\(theirs.name) has changed on disk.", about: theirs) }
    func showDraftKept(of name: DocumentName) {}
    func showDrafts(of name: DocumentName, others: [Draft]) {}
    func showRenamed(_ name: DocumentName, to document: Document) {
        write("Renamed \(name) to \(document.name).", about: document)
    }
    func showDeleted(_ deleted: DeletedDocument) {
        output.write("Moved \(deleted.name) to the trash.", ["document": deleted.name.path, "trash": deleted.id])
    }
    func showRestored(_ document: Document) { write("Restored \(document.name).", about: document) }
    func showClosed(_ name: DocumentName) { output.write("Closed \(name).", ["document": name.path]) }
}

extension OutputPresenter: DocumentListPresenter {
    /// A found document.
    private struct Found: Encodable {
        let document: String
        let bytes: Int
        let modified: Date
        let excerpt: String?
    }

    func show(_ documents: [DocumentSummary], matching query: String) {
        let lines = documents.map { $0.name.path + ($0.excerpt.map { ": \($0)" } ?? "") }
        output.write(
            lines.isEmpty ? "No document matches." : lines.joined(separator: "\n"),
            documents.map {
                Found(document: $0.name.path, bytes: $0.bytes, modified: $0.modified, excerpt: $0.excerpt)
            })
    }
}

extension OutputPresenter: ExportPresenter {
    func showExported(_ html: String, of name: DocumentName) {
        output.write(html, ["document": name.path, "html": html])
    }
}

extension OutputPresenter: ImportPresenter {
    /// Shows nothing: only the result is returned.
    func showImport(_ progress: ImportProgress) {}
    func showImported(_ result: ImportProgress) { show("Imported", result) }
    func showImportStopped(_ progress: ImportProgress) { show("Stopped after", progress) }

    private func show(_ word: String, _ progress: ImportProgress) {
        let skipped = progress.skipped.map { "\nSkipped \($0.path): \($0.reason)" }.joined()
        output.write(
            "\(word) \(progress.imported) of \(progress.total) files.\(skipped)",
            ["imported": progress.imported, "files": progress.total, "skipped": progress.skipped.count])
    }
}

extension OutputPresenter: StatisticsPresenter {
    func showStatistics(_ statistics: TextStatistics, of name: DocumentName) {
        output.write(
            "\(name): \(statistics.words) words, \(statistics.readingMinutes) minutes",
            [
                "words": statistics.words, "characters": statistics.characters, "sentences": statistics.sentences,
                "paragraphs": statistics.paragraphs, "readingMinutes": statistics.readingMinutes,
            ])
    }
}
