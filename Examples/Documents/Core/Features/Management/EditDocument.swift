package import Firesteel

package enum EditDocument: Action {
    package static let description = "Store unsaved text as a draft that survives a crash"

    package static func perform(
        _ context: ActionContext<WrittenText>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let written = context.input
            let name = try written.document.name()
            let version = try await written.version(of: name)
            try await written.document.store.storeDraft(
                written.text, of: name, madeFrom: version, by: written.owner, replacing: written.replaced)
            presenter.showDraftKept(of: name)
            return .success
        }
    }
}
