package import Firesteel
package import FiresteelTimeline

package enum CreateDocument: Action {
    package static let description = "Create a document and open it"
    package static let analyticsIdentifier: String? = "document-create"

    package static func perform(
        _ context: ActionContext<NewDocument>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let new = context.input
            let name = try DocumentName(typed: new.name)
            presenter.show(try await new.store.create(name, text: new.text), draft: nil, others: [])
            return .success
        }
    }
}

/// The input for creating a document.
package struct NewDocument: Sendable {
    package let store: DocumentStore
    /// The name as entered.
    package let name: String
    package let text: String

    package init(_ name: String, text: String = "", in store: DocumentStore) {
        self.name = name
        self.text = text
        self.store = store
    }
}

extension NewDocument: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(name)
        summary.add("Size", bytes: text.utf8.count)
        summary.hide("Contents")
    }
}
