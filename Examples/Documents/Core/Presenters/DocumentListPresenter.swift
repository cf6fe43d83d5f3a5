/// Shows which documents there are.
package protocol DocumentListPresenter: ProblemPresenter {
    /// - Parameter query: what was searched for; empty where all documents are meant.
    func show(_ documents: [DocumentSummary], matching query: String)
}
