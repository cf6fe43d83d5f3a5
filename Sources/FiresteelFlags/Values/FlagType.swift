/// The kinds of values that flags have.
public enum FlagType: String, Sendable, Hashable, CaseIterable {
    /// A Boolean.
    case bool
    /// An integer.
    case int
    /// A number.
    case double
    /// A string.
    case string
    /// An array of values.
    case array
    /// Values by name, as in a JSON object.
    case object
}
