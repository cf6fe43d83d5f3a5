/// Shows a document as its readers will see it.
package protocol PreviewPresenter: ProblemPresenter {
    /// - Parameter html: what ``MarkdownRenderer`` made of the text; show it where no script runs.
    func showPreview(_ html: String, of name: DocumentName)
}
