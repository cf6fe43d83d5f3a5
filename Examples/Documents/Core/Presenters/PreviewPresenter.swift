/// Shows rendered documents.
package protocol PreviewPresenter: ProblemPresenter {
    /// - Parameter html: The output of ``MarkdownRenderer``; show it where no scripts run.
    func showPreview(_ html: String, of name: DocumentName)
}
