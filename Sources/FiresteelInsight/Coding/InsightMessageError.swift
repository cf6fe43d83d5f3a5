/// A message that isn't what a program sends.
public struct InsightMessageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The limits that a message can exceed.
    public enum Limit: String, Sendable, Hashable, CaseIterable {
        /// The bytes of the message, without compression.
        case inflated
        /// The nesting of lists and objects.
        case nesting
        /// The bytes of a text.
        case text
        /// The elements of a list, or the members of an object.
        case elements
    }

    /// The member that is wrong, such as `people[3].actions[0].durations`; empty for the message as a whole.
    public let member: String
    /// The reason why the message can't be read.
    public let reason: String
    /// The exceeded limit, or `nil` if the message is wrong for another reason.
    public let limit: Limit?

    init(_ member: String, _ reason: String, limit: Limit? = nil) {
        self.member = member
        self.reason = reason
        self.limit = limit
    }

    /// The reason and its location.
    public var description: String {
        member.isEmpty ? "Can't read the message: \(reason)." : "Can't read “\(member)” of the message: \(reason)."
    }
}
