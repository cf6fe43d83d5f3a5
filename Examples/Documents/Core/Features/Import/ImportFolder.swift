package import Firesteel
package import FiresteelTimeline

package enum ImportFolder: Action {
    package static let description = "Copy the Markdown files of a folder and its subfolders"

    /// In flight for as long as the import takes.
    ///
    /// An import that was stopped is cancelled, and what it has copied stays.
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

/// A folder whose documents are to be copied.
package struct FolderToImport: Sendable {
    package let store: DocumentStore
    /// The whole path of the folder, as somebody typed it.
    package let path: String
    package let pace: ImportPace

    package init(_ path: String, into store: DocumentStore, pace: ImportPace = ImportPace()) {
        self.path = path
        self.store = store
        self.pace = pace
    }
}

extension FolderToImport: TimelineDescribable {
    /// A whole path has the user's name in it; its last part is what they call the folder.
    package func describe(to summary: inout InputSummary) {
        summary.add(path.split(separator: "/").last.map(String.init) ?? path)
        summary.hide("Path")
    }
}
