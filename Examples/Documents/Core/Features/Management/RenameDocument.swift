package import Firesteel
package import FiresteelTimeline

package enum RenameDocument: Action {
    package static let description = "Rename a document or move it to another folder"
    package static let analyticsIdentifier: String? = "document-rename"

    package static func perform(
        _ context: ActionContext<NewName>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let name = try context.input.document.name()
            let newName = try DocumentName(typed: context.input.newName)
            presenter.showRenamed(name, to: try await context.input.document.store.rename(name, to: newName))
            return .success
        }
    }
}

/// A document and its new name.
package struct NewName: Sendable {
    package let document: DocumentReference
    /// The new name as entered.
    package let newName: String

    package init(_ newName: String, of document: DocumentReference) {
        self.newName = newName
        self.document = document
    }
}

extension NewName: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(document)
        summary.add("New name", newName)
    }
}
