/// A value of a database column.
public enum DatabaseValue: Sendable, Hashable {
    /// No value.
    case null
    /// An integer.
    case int(Int64)
    /// A floating-point number.
    case double(Double)
    /// A text.
    case text(String)
    /// Bytes.
    case blob([UInt8])
}
