/// Shows exported pages.
package protocol ExportPresenter: ProblemPresenter {
    /// - Parameter html: A complete page.
    func showExported(_ html: String, of name: DocumentName)
}
