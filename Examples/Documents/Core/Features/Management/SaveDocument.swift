package import Firesteel
import FiresteelFlags

package enum SaveDocument: Action {
    package static let description = "Write a document to disk, unless it has changed there"
    package static let analyticsIdentifier: String? = "document-save"

    /// Returns the size of the text only, because its content is personal.
    package static func analyticsAttributes(of written: WrittenText) -> AnalyticsAttributes {
        ["kilobytes": .int((written.text.utf8.count + 1_023) / 1_024)]
    }

    /// Whether Fast Save is on in the session.
    private static var isFastSaveOn: Bool {
        guard let stack = FeatureRuntime.current?.flags, let flags = try? stack.register(DocumentsFlags.self) else {
            return false
        }
        return stack[flags.fastSave]
    }

    package static func perform(
        _ context: ActionContext<WrittenText>, presenter: any DocumentPresenter
    ) async throws -> ActionOutcome {
        do {
            let written = context.input
            let isFast = written.isFast ?? isFastSaveOn
            if isFast { SaveRehearsal.crashIfRehearsed() }
            let name = try written.document.name()
            let version = try await written.version(of: name)
            presenter.showSaved(
                try await written.document.store.save(
                    written.text, in: name, madeFrom: version, by: written.owner, isFast: isFast))
            return .success
        } catch .changedMeanwhile(let theirs) {
            // The page shows a choice between the two texts instead of an error.
            presenter.showConflict(theirs: theirs)
            throw DocumentError.changedMeanwhile(current: theirs)
        } catch {
            presenter.show(Problem(error))
            throw error
        }
    }
}
