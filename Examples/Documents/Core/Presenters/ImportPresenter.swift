/// Shows how far an import is.
package protocol ImportPresenter: ProblemPresenter {
    /// Called after each file, which may be hundreds of times in a second.
    func showImport(_ progress: ImportProgress)
    /// All files were looked at.
    func showImported(_ result: ImportProgress)
    /// The import was stopped; what was copied until then stays.
    func showImportStopped(_ progress: ImportProgress)
}
