package import Firesteel

package enum SaveDocument: Action {
    package static let description = "Write a document to disk, unless it has changed there"
    package static let analyticsIdentifier: String? = "document-save"

    /// How long texts are is of use; what they say is nobody else's.
    package static func analyticsAttributes(of written: WrittenText) -> AnalyticsAttributes {
        ["kilobytes": .int((written.text.utf8.count + 1_023) / 1_024)]
    }

    package static func perform(
        _ context: ActionContext<WrittenText>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        do {
            let written = context.input
            let name = try written.document.name()
            presenter.showSaved(
                try await written.document.store.save(written.text, in: name, madeFrom: written.madeFrom))
            return .success
        } catch .changedMeanwhile(let theirs) {
            // A question rather than a problem: which of the two is to be kept.
            presenter.showConflict(theirs: theirs)
            throw DocumentError.changedMeanwhile(current: theirs)
        } catch {
            presenter.show(Problem(error))
            throw error
        }
    }
}
