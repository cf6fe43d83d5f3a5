package import Firesteel

package enum DeleteDocument: Action {
    package static let description = "Move a document to the trash"
    package static let effect = ActionEffect.destroys
    package static let analyticsIdentifier: String? = "document-delete"

    /// Deletes the document and closes the feature's stack.
    package static func perform(
        _ context: ActionContext<DocumentReference>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            presenter.showDeleted(try await context.input.store.delete(try context.input.name()))
            return .successClosing
        }
    }
}
