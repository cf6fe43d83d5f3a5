/// A value of a database column, or an argument of a statement.
package enum DatabaseValue: Sendable, Hashable {
    /// No value.
    case null
    /// An integer. Booleans are stored as 0 and 1.
    case int(Int64)
    /// A floating-point number.
    case double(Double)
    /// A text without NUL characters, which PostgreSQL can't store.
    case text(String)
    /// Bytes.
    case blob([UInt8])
}

extension DatabaseValue {
    /// Creates an integer.
    package init(_ value: Int) { self = .int(Int64(value)) }

    /// Creates an integer.
    package init(_ value: Int64) { self = .int(value) }

    /// Creates a floating-point number.
    package init(_ value: Double) { self = .double(value) }

    /// Creates 1 for `true` and 0 for `false`.
    package init(_ value: Bool) { self = .int(value ? 1 : 0) }

    /// Creates a text.
    package init(_ value: String) { self = .text(value) }

    /// Creates bytes.
    package init(_ value: [UInt8]) { self = .blob(value) }

    /// Creates an integer, or null without one.
    package init(_ value: Int?) { self = value.map { DatabaseValue($0) } ?? .null }

    /// Creates an integer, or null without one.
    package init(_ value: Int64?) { self = value.map { DatabaseValue($0) } ?? .null }

    /// Creates a floating-point number, or null without one.
    package init(_ value: Double?) { self = value.map { DatabaseValue($0) } ?? .null }

    /// Creates 1 for `true`, 0 for `false`, or null without a value.
    package init(_ value: Bool?) { self = value.map { DatabaseValue($0) } ?? .null }

    /// Creates a text, or null without one.
    package init(_ value: String?) { self = value.map { DatabaseValue($0) } ?? .null }

    /// Creates bytes, or null without them.
    package init(_ value: [UInt8]?) { self = value.map { DatabaseValue($0) } ?? .null }
}

extension DatabaseValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByStringLiteral
{
    /// Creates null.
    package init(nilLiteral: ()) { self = .null }

    /// Creates an integer.
    package init(integerLiteral value: Int64) { self = .int(value) }

    /// Creates a floating-point number.
    package init(floatLiteral value: Double) { self = .double(value) }

    /// Creates 1 for `true` and 0 for `false`.
    package init(booleanLiteral value: Bool) { self = .int(value ? 1 : 0) }

    /// Creates a text.
    package init(stringLiteral value: String) { self = .text(value) }
}

extension DatabaseValue {
    /// The kind of the value, for errors.
    var kind: String {
        switch self {
        case .null: "null"
        case .int: "an integer"
        case .double: "a floating-point number"
        case .text: "a text"
        case .blob: "bytes"
        }
    }
}
