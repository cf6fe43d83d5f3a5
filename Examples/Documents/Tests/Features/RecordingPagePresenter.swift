import DocumentsCore

/// Records calls as text that a test can compare.
final class RecordingPagePresenter: DocumentPresenter, DocumentListPresenter, PreviewPresenter, ImportPresenter,
    ExportPresenter, StatisticsPresenter, FocusPresenter
{
    private(set) var shown: [String] = []
    private(set) var problems: [Problem] = []
    private(set) var documents: [Document] = []
    private(set) var deleted: [DeletedDocument] = []
    /// Called for each step of an import.
    var onProgress: (ImportProgress) -> Void = { _ in }

    func show(_ problem: Problem) {
        shown.append("problem \(problem.code)")
        problems.append(problem)
    }

    func show(_ documents: [DocumentSummary], matching query: String) {
        shown.append("list [\(documents.map(\.name.path).joined(separator: ", "))] for “\(query)”")
    }

    var draftOwner: DraftOwner?

    func show(_ document: Document, draft: Draft?, others: [Draft]) {
        shown.append(
            "document \(document.name)" + (draft.map { " with draft “\($0.text)”" } ?? "")
                + others.map { ", other draft “\($0.text)”" }.joined())
        documents.append(document)
    }

    func showSaved(_ document: Document) { shown.append("saved \(document.name)") }
    func showConflict(theirs: Document) { shown.append("conflict with “\(theirs.text)”") }
    func showDraftKept(of name: DocumentName) { shown.append("draft kept of \(name)") }
    func showDrafts(of name: DocumentName, others: [Draft]) {
        shown.append("drafts of \(name)" + others.map { ", other draft “\($0.text)”" }.joined())
    }

    func showRenamed(_ name: DocumentName, to document: Document) {
        shown.append("renamed \(name) to \(document.name)")
    }

    func showDeleted(_ deleted: DeletedDocument) {
        shown.append("deleted \(deleted.name)")
        self.deleted.append(deleted)
    }

    func showRestored(_ document: Document) { shown.append("restored \(document.name)") }
    func showClosed(_ name: DocumentName) { shown.append("closed \(name)") }
    func showPreview(_ html: String, of name: DocumentName) { shown.append("preview of \(name): \(html)") }

    func showExported(_ html: String, of name: DocumentName) { shown.append("exported \(name): \(html.count) signs") }
    func showFocus(_ isOn: Bool) { shown.append("focus \(isOn ? "on" : "off")") }

    func showStatistics(_ statistics: TextStatistics, of name: DocumentName) {
        shown.append("statistics of \(name): \(statistics.words) words, \(statistics.readingMinutes) min")
    }

    func showImport(_ progress: ImportProgress) {
        shown.append("\(progress.done) of \(progress.total)")
        onProgress(progress)
    }

    func showImported(_ result: ImportProgress) { shown.append("imported \(result.imported)") }
    func showImportStopped(_ progress: ImportProgress) { shown.append("stopped after \(progress.imported)") }
}
