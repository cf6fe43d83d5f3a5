/// The place of a name in a run: a feature, an action, a session or a logger's label.
///
/// Names are written to the journal once, before their first use; every event refers to them by these four bytes.
/// An identifier means something in the timeline that gave it, and in the run that it wrote, and nowhere else.
public struct NameID: RawRepresentable, Sendable, Hashable {
    /// The number by which the journal refers to the name.
    public let rawValue: UInt32

    /// The name of this number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// No name: there is none, or the region for names was full when it was asked for.
    public static let none = NameID(rawValue: 0)
}
