package import Firesteel

package enum OfferDrafts: Action {
    package static let description = "Offer the drafts of other tabs"

    package static func perform(
        _ context: ActionContext<DocumentReference>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let (document, own) = (context.input, presenter.draftOwner)
            let name = try document.name()
            // A deleted document may have drafts as well.
            let text = try? await document.store.read(name).text
            let drafts = await document.store.drafts(of: name, with: own)
            presenter.showDrafts(of: name, others: drafts.filter { $0.owner != own && $0.text != text })
            return .success
        }
    }
}
