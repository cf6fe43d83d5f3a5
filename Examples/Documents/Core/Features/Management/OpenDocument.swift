package import Firesteel

package enum OpenDocument: Action {
    package static let description = "Show a document or its unsaved draft, and offer the drafts of other tabs"
    package static let analyticsIdentifier: String? = "document-open"
    package static let activityEligibility: ActivityEligibility = [.perform, .search]

    package static func activity(for document: DocumentReference) -> ActivityContent? { document.activity }

    package static func perform(
        _ context: ActionContext<DocumentReference>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let (store, name) = (context.input.store, try context.input.name())
            let own = presenter.draftOwner
            let (document, drafts) = (try await store.read(name), await store.drafts(of: name, with: own))
            presenter.show(
                document, draft: drafts.first { $0.owner == own },
                others: drafts.filter { $0.owner != own && $0.text != document.text })
            return .success
        }
    }
}
