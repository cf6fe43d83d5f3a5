/// A person's decision about a request.
public struct Decision: Sendable {
    /// The person.
    public var person: Author
    /// The rights of the person in the program.
    public var rights: Membership
    /// The comment, may be empty.
    public var comment: String
    /// The identifier of the perform on the server's timeline.
    public var perform: String
    /// The last change of the program when the person read the request, or `nil` if that isn't known.
    ///
    /// A later change may have changed what the request does, so the approval is then refused.
    public var seen: Int64?

    /// Creates a decision.
    public init(
        by person: Author, rights: Membership, comment: String = "", perform: String = "", seen: Int64? = nil
    ) {
        self.person = person
        self.rights = rights
        self.comment = comment
        self.perform = perform
        self.seen = seen
    }
}
