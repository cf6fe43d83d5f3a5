package import Firesteel
package import FiresteelTimeline

package enum RestoreDocument: Action {
    package static let description = "Restore a deleted document"

    package static func perform(
        _ context: ActionContext<TrashReference>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            presenter.showRestored(try await context.input.store.restore(context.input.id))
            return .success
        }
    }
}

/// A document in the trash.
package struct TrashReference: Sendable {
    package let store: DocumentStore
    /// The identifier, see ``DeletedDocument/id``.
    package let id: String

    package init(_ id: String, in store: DocumentStore) {
        self.id = id
        self.store = store
    }
}

extension TrashReference: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add("In the trash", id)
    }
}
