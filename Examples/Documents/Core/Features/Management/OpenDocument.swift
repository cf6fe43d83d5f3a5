package import Firesteel

package enum OpenDocument: Action {
    package static let description = "Show a document or its unsaved draft"
    package static let analyticsIdentifier: String? = "document-open"
    package static let activityEligibility: ActivityEligibility = [.perform, .search]

    package static func activity(for document: DocumentReference) -> ActivityContent? { document.activity }

    package static func perform(
        _ context: ActionContext<DocumentReference>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let (store, name) = (context.input.store, try context.input.name())
            presenter.show(try await store.read(name), draft: await store.draft(of: name))
            return .success
        }
    }
}
