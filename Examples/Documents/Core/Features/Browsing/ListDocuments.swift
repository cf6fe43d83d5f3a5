package import Firesteel
package import FiresteelTimeline

package enum ListDocuments: Action {
    package static let description = "Read the folder and show its documents"

    package static func perform(
        _ context: ActionContext<DocumentFolder>, presenter: any DocumentListPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            presenter.show(try await context.input.store.list(), matching: "")
            return .success
        }
    }
}

/// The input for listing the documents of a store.
package struct DocumentFolder: Sendable {
    package let store: DocumentStore

    package init(of store: DocumentStore) { self.store = store }
}

extension DocumentFolder: TimelineDescribable {
    /// Hides the folder, because its path may contain the user's name.
    package func describe(to summary: inout InputSummary) {
        summary.hide("Folder")
    }
}
