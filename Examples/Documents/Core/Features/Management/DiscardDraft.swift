package import Firesteel
package import FiresteelTimeline

package enum DiscardDraft: Action {
    package static let description = "Discard the unsaved draft that a closed tab left"

    package static func perform(
        _ context: ActionContext<DraftReference>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let (draft, store) = (context.input, context.input.document.store)
            let name = try draft.document.name()
            await store.discardDraft(of: name, by: draft.owner)
            presenter.showDrafts(
                of: name, others: await store.drafts(of: name).filter { $0.owner != presenter.draftOwner })
            return .success
        }
    }
}

/// A draft of a document.
package struct DraftReference: Sendable {
    package let document: DocumentReference
    /// The owner, or `nil` for a draft without one.
    package let owner: DraftOwner?

    package init(of document: DocumentReference, by owner: DraftOwner?) {
        self.document = document
        self.owner = owner
    }
}

extension DraftReference: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(document)
    }
}
