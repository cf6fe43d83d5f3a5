package import Firesteel
package import FiresteelTimeline

/// Closes a document and the feature's stack.
package enum CloseDocument: TerminatingAction {
    package static let description = "Close a document"
    /// It may discard a draft for good.
    package static let effect = ActionEffect.destroys

    package static func perform(
        _ context: ActionContext<ClosingDocument>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let name = try context.input.document.name()
            if context.input.discardsDraft {
                await context.input.document.store.discardDraft(of: name, by: presenter.draftOwner)
            }
            presenter.showClosed(name)
            return .successClosing
        }
    }
}

/// A document to close, and whether to discard the draft of the tab.
package struct ClosingDocument: Sendable {
    package let document: DocumentReference
    package let discardsDraft: Bool

    package init(_ document: DocumentReference, discardsDraft: Bool) {
        self.document = document
        self.discardsDraft = discardsDraft
    }
}

extension ClosingDocument: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(document)
        if discardsDraft { summary.add("Discards draft", true) }
    }
}
