/// A person's decision about a request.
package struct Decision: Sendable {
    /// The person.
    package var person: Author
    /// The rights of the person in the program.
    package var rights: Membership
    /// The comment, may be empty.
    package var comment: String
    /// The identifier of the perform on the server's timeline.
    package var perform: String
    /// The last change of the program when the person read the request, or `nil` if that isn't known.
    ///
    /// A later change may have changed the effect of the request, so the approval is then refused.
    package var seen: Int64?

    /// Creates a decision.
    package init(
        by person: Author, rights: Membership, comment: String = "", perform: String = "", seen: Int64? = nil
    ) {
        self.person = person
        self.rights = rights
        self.comment = comment
        self.perform = perform
        self.seen = seen
    }
}
