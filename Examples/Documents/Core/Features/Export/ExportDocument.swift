package import Firesteel

package enum ExportDocument: Action {
    package static let description = "Create a web page from a document"
    package static let effect = ActionEffect.reads
    package static let analyticsIdentifier: String? = "document-export"
    package static let amount = Amount<DocumentText>("KB") { Double($0.text.utf8.count) / 1_000 }

    package static func perform(
        _ context: ActionContext<DocumentText>, presenter: any ExportPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let name = try DocumentName(context.input.path)
            presenter.showExported(try await ExportedPage.html(context.input.text, of: name), of: name)
            return .success
        }
    }
}
