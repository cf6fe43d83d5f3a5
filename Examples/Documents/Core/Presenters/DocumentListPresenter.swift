/// Shows a list of documents.
package protocol DocumentListPresenter: ProblemPresenter {
    /// - Parameter query: The search text; empty for all documents.
    func show(_ documents: [DocumentSummary], matching query: String)
}
