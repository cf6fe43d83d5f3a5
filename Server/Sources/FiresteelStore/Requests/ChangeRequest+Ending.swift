extension ChangeRequest {
    /// Ends a request that is pending by a person's decision.
    ///
    /// A schedule may have been approved before. Its approver remains known by the comment.
    mutating func end(_ state: State, by person: Author, comment: String, now: Int64) {
        let approval = decidedByName.isEmpty ? "" : "It was approved by \(decidedByName)."
        self.state = state
        decided = now
        decidedBy = person.id
        decidedByName = person.name
        self.comment = [comment, approval].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
