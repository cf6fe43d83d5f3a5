/// Shows the progress of imports.
package protocol ImportPresenter: ProblemPresenter {
    /// Shows progress after each file, up to hundreds of times per second.
    func showImport(_ progress: ImportProgress)
    /// Shows the result of a complete import.
    func showImported(_ result: ImportProgress)
    /// Shows that an import was stopped; copied files remain.
    func showImportStopped(_ progress: ImportProgress)
}
