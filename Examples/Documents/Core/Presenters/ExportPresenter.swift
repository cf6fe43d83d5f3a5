/// Gives people what was exported.
package protocol ExportPresenter: ProblemPresenter {
    /// - Parameter html: a whole page.
    func showExported(_ html: String, of name: DocumentName)
}
