package import Firesteel
package import FiresteelTimeline

package enum PreviewDocument: Action {
    package static let description = "Render the Markdown of a document"

    package static func perform(
        _ context: ActionContext<PreviewedText>, presenter: any PreviewPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let name = try DocumentName(context.input.path)
            presenter.showPreview(MarkdownRenderer.html(context.input.text), of: name)
            return .success
        }
    }
}

/// What is to be rendered: text that may never have been saved.
package struct PreviewedText: Sendable {
    /// The document that it belongs to.
    package let path: String
    package let text: String

    package init(_ text: String, of path: String) {
        self.text = text
        self.path = path
    }
}

extension PreviewedText: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(path)
        summary.add("Size", bytes: text.utf8.count)
        summary.hide("Contents")
    }
}
