package import Firesteel
package import FiresteelTimeline

package enum SearchDocuments: Action {
    package static let description = "Search the names and contents of documents"
    package static let effect = ActionEffect.reads
    package static let analyticsIdentifier: String? = "documents-search"

    package static func perform(
        _ context: ActionContext<DocumentSearch>, presenter: any DocumentListPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let search = context.input
            presenter.show(try await search.store.search(search.query), matching: search.query)
            return .success
        }
    }
}

/// The input of a search.
package struct DocumentSearch: Sendable {
    package let store: DocumentStore
    /// Words separated by spaces.
    package let query: String

    package init(_ query: String, in store: DocumentStore) {
        self.query = query
        self.store = store
    }
}

extension DocumentSearch: TimelineDescribable {
    /// Hides the query, because it is personal.
    package func describe(to summary: inout InputSummary) {
        let count = query.split(separator: " ").count
        summary.add("Words", count == 1 ? "1 word" : "\(count) words")
        summary.hide("Query")
    }
}
