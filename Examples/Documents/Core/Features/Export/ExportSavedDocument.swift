package import Firesteel

/// Exports a saved document, for links and other callers without its text.
package enum ExportSavedDocument: Action {
    package static let description = "Create a web page from a saved document"
    package static let effect = ActionEffect.reads
    package static let analyticsIdentifier: String? = "document-export"

    package static func perform(
        _ context: ActionContext<DocumentReference>, presenter: any ExportPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let name = try context.input.name()
            let text = try await context.input.store.read(name).text
            presenter.showExported(try await ExportedPage.html(text, of: name), of: name)
            return .success
        }
    }
}
