import FiresteelBase

/// The rules for edits of experiments that other items don't have.
enum ExperimentEdits {
    /// Whether only the server decides about a member of an item.
    static func decides(_ member: String, _ item: ItemKey) -> Bool {
        item.kind == .experiment && (member == "slots" || member == "phase")
    }

    /// Whether an edit starts an experiment or a holdout, which then has to be as its author saw it.
    ///
    /// Drafts are edited without an approval, also while the approved start of one waits for its time.
    static func starts(_ fields: [String: JSONValue?], _ item: ItemKey) -> Bool {
        item.kind == .experiment && fields["state"] == .some("running")
    }
}
