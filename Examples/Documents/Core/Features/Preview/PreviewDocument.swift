package import Firesteel

package enum PreviewDocument: Action {
    package static let description = "Render the Markdown of a document"

    package static func perform(
        _ context: ActionContext<DocumentText>, presenter: any PreviewPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let name = try DocumentName(context.input.path)
            presenter.showPreview(try await MarkdownRenderer.html(context.input.text, of: name), of: name)
            return .success
        }
    }
}
