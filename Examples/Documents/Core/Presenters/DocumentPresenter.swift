/// Shows the results of document actions, in a window, a page or a terminal.
///
/// An action calls one of these methods at its end, before it returns, or ``ProblemPresenter/show(_:)`` if it fails.
/// The calls are made on the action's executor, one at a time.
package protocol DocumentPresenter: ProblemPresenter {
    /// The owner of the drafts that are written where this presenter shows documents, or `nil` if none are.
    var draftOwner: DraftOwner? { get }
    /// Shows an opened or created document, with its unsaved draft if there is one.
    ///
    /// `others` are drafts by other owners, the latest first, to be offered.
    func show(_ document: Document, draft: Draft?, others: [Draft])
    /// Shows a saved document with its new text and version.
    func showSaved(_ document: Document)
    /// Shows that the document wasn't saved because its file has changed; `theirs` is the current document.
    func showConflict(theirs: Document)
    /// Shows that the draft is stored and survives a crash.
    func showDraftKept(of name: DocumentName)
    /// Shows that the drafts of a document have changed; `others` remain, without the one by ``draftOwner``.
    func showDrafts(of name: DocumentName, others: [Draft])
    func showRenamed(_ name: DocumentName, to document: Document)
    /// Shows that the document is in the trash; `deleted` restores it.
    func showDeleted(_ deleted: DeletedDocument)
    func showRestored(_ document: Document)
    func showClosed(_ name: DocumentName)
}
