/// Shows documents: what a window, a page or a terminal does when a document was opened, saved or deleted.
///
/// An action calls one of these at its end, before it answers; where it fails, ``ProblemPresenter/show(_:)`` instead.
/// The calls come on the action's own executor, one after the other.
package protocol DocumentPresenter: ProblemPresenter {
    /// A document was opened or created. `draft` is what was written in it before and never saved.
    func show(_ document: Document, draft: Draft?)
    /// The document has its new text and version.
    func showSaved(_ document: Document)
    /// The document wasn't saved, since its file changed meanwhile; `theirs` is what it holds now.
    func showConflict(theirs: Document)
    /// What is being written outlives a crash now.
    func showDraftKept(of name: DocumentName)
    func showRenamed(_ name: DocumentName, to document: Document)
    /// The document is in the trash; with `deleted` it comes back.
    func showDeleted(_ deleted: DeletedDocument)
    func showRestored(_ document: Document)
    func showClosed(_ name: DocumentName)
}
