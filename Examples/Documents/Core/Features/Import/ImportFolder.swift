package import Firesteel
package import FiresteelTimeline

package enum ImportFolder: Action {
    package static let description = "Copy the Markdown files of a folder and its subfolders"

    /// Copies the files; in flight until the import ends.
    ///
    /// Cancellation stops the import. Copied files remain.
    package static func perform(
        _ context: ActionContext<FolderToImport>, presenter: any ImportPresenter
    ) async throws -> ActionOutcome {
        try await presenter.presenting {
            let folder = context.input
            var last: ImportProgress?
            do {
                let result = try await folder.store.importDocuments(from: folder.path, pace: folder.pace) { progress in
                    last = progress
                    presenter.showImport(progress)
                }
                presenter.showImported(result)
                return .successClosing
            } catch let error as CancellationError {
                if let last { presenter.showImportStopped(last) }
                throw error
            }
        }
    }
}

/// The input of an import.
package struct FolderToImport: Sendable {
    package let store: DocumentStore
    /// The absolute path of the folder, as entered.
    package let path: String
    package let pace: ImportPace

    package init(_ path: String, into store: DocumentStore, pace: ImportPace = ImportPace()) {
        self.path = path
        self.store = store
        self.pace = pace
    }
}

extension FolderToImport: TimelineDescribable {
    /// Hides the path, which may contain the user's name, and adds its last component.
    package func describe(to summary: inout InputSummary) {
        summary.add(path.split(separator: "/").last.map(String.init) ?? path)
        summary.hide("Path")
    }
}
