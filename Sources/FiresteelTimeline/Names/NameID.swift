/// A reference to a name in a run: a feature, an action, a session or a logger's label.
///
/// Names are written to the journal once, before their first use, and every event refers to them by these four bytes.
/// An identifier is valid only in the timeline that issued it and in the run that this timeline wrote.
public struct NameID: RawRepresentable, Sendable, Hashable {
    /// The number by which the journal refers to the name.
    public let rawValue: UInt32

    /// Creates an identifier from its number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// No name: there is none, or the names region was full.
    public static let none = NameID(rawValue: 0)
}
