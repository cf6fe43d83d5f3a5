/// The kinds of values that flags have.
public enum FlagType: String, Sendable, Hashable, CaseIterable {
    /// On or off.
    case bool
    /// A whole number.
    case int
    /// A number.
    case double
    /// A text.
    case string
    /// Values in order.
    case array
    /// Values by name.
    case object
}
