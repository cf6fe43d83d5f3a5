/// A value of a flag or of an attribute: a JSON value.
///
/// Integers and other numbers are distinguished as written, `1` from `1.0`; see ``FlagValueConvertible`` for the numbers that a
/// declared type accepts.
public enum FlagValue: Sendable, Hashable {
    /// JSON's `null`, which no flag has as its value.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// An integer.
    case int(Int)
    /// Any other number; finite if it comes from JSON.
    case double(Double)
    /// A string.
    case string(String)
    /// An array of values.
    case array([FlagValue])
    /// Values by name.
    case object([String: FlagValue])
}

extension FlagValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates ``null``.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// Creates a floating-point number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an array.
    public init(arrayLiteral elements: FlagValue...) { self = .array(elements) }
    /// Creates an object; the last of several values with the same name is used.
    public init(dictionaryLiteral elements: (String, FlagValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

extension FlagValue {
    /// The type of the value; `nil` for ``null``.
    public var type: FlagType? {
        switch self {
        case .null: nil
        case .bool: .bool
        case .int: .int
        case .double: .double
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
