package import Firesteel
package import FiresteelTimeline

package enum RestoreDraft: Action {
    package static let description = "Restore a draft that was discarded"

    package static func perform(
        _ context: ActionContext<DiscardedDraft>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let (draft, store) = (context.input, context.input.reference.document.store)
            let name = try draft.reference.document.name()
            try await store.storeDraft(draft.text, of: name, madeFrom: draft.madeFrom, by: draft.reference.owner)
            presenter.showDrafts(
                of: name, others: await store.drafts(of: name).filter { $0.owner != presenter.draftOwner })
            return .success
        }
    }
}

/// A discarded draft with its text.
package struct DiscardedDraft: Sendable {
    package let reference: DraftReference
    package let text: String
    /// The version that the text is based on.
    package let madeFrom: DocumentVersion

    package init(_ reference: DraftReference, text: String, madeFrom: DocumentVersion) {
        self.reference = reference
        self.text = text
        self.madeFrom = madeFrom
    }
}

extension DiscardedDraft: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(reference.document)
        summary.hide("Text")
    }
}
