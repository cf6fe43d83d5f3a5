import DocumentsCore
import Synchronization

/// Collects the results of an action as messages for the response to its page.
///
/// The results of externally requested actions are sent through the tab's stream, because no page reads the response.
final class TabPresenter: Sendable {
    private let messages = Mutex<[PageMessage]>([])
    private let streams: TabStreams?
    let draftOwner: DraftOwner?

    /// - Parameters:
    ///   - tab: The tab of the page, or `nil` if it has no drafts.
    ///   - streams: The streams of the tab for external requests, or `nil` if the page receives a response.
    init(of tab: Tab? = nil, notifying streams: TabStreams? = nil) {
        draftOwner = tab.flatMap { DraftOwner($0.id) }
        self.streams = streams
    }

    /// Returns the collected messages.
    func collected() -> [PageMessage] { messages.withLock { $0 } }

    private func notify(_ message: PageMessage) {
        messages.withLock { $0.append(message) }
        streams?.send(.outside(message))
    }
}

extension TabPresenter: ProblemPresenter {
    func show(_ problem: Problem) { notify(.problem(problem)) }
}

extension TabPresenter: DocumentListPresenter {
    func show(_ documents: [DocumentSummary], matching query: String) { notify(.documents(documents, query: query)) }
}

extension TabPresenter: DocumentPresenter {
    func show(_ document: Document, draft: Draft?, others: [Draft]) {
        notify(.document(document, draft: draft, others: others))
    }
    func showSaved(_ document: Document) { notify(.saved(document)) }
    func showConflict(theirs: Document) { notify(.conflict(theirs: theirs)) }
    func showDraftKept(of name: DocumentName) { notify(.draftKept(name)) }
    func showDrafts(of name: DocumentName, others: [Draft]) { notify(.drafts(name, others: others)) }
    func showRenamed(_ name: DocumentName, to document: Document) { notify(.renamed(name, to: document)) }
    func showDeleted(_ deleted: DeletedDocument) { notify(.deleted(deleted)) }
    func showRestored(_ document: Document) { notify(.restored(document)) }
    func showClosed(_ name: DocumentName) { notify(.closed(name)) }
}

extension TabPresenter: PreviewPresenter {
    func showPreview(_ html: String, of name: DocumentName) { notify(.preview(html: html, name)) }
}

extension TabPresenter: ExportPresenter {
    func showExported(_ html: String, of name: DocumentName) { notify(.exported(html: html, name)) }
}

extension TabPresenter: ImportPresenter {
    /// Shows nothing: a page shows the progress of its own imports, and the result of others.
    func showImport(_ progress: ImportProgress) {}
    func showImported(_ result: ImportProgress) { notify(.imported(result)) }
    func showImportStopped(_ progress: ImportProgress) { notify(.importStopped(progress)) }
}

extension TabPresenter: StatisticsPresenter {
    func showStatistics(_ statistics: TextStatistics, of name: DocumentName) { notify(.statistics(statistics, name)) }
}

extension TabPresenter: FocusPresenter {
    func showFocus(_ isOn: Bool) { notify(.focus(isOn)) }
}
