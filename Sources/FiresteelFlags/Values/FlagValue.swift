/// A value of a flag or of an attribute, as JSON knows them.
///
/// Integers and other numbers are told apart as they were written, `1` from `1.0`; see ``FlagValueConvertible`` for
/// which of them a declared type takes.
public enum FlagValue: Sendable, Hashable {
    /// Nothing.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case int(Int)
    /// Any other number. Never infinite or not a number where it came from JSON.
    case double(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case array([FlagValue])
    /// Values by name.
    case object([String: FlagValue])
}

extension FlagValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Nothing.
    public init(nilLiteral: ()) { self = .null }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Values in order.
    public init(arrayLiteral elements: FlagValue...) { self = .array(elements) }
    /// Values by name; the last of several with one name counts.
    public init(dictionaryLiteral elements: (String, FlagValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

extension FlagValue {
    /// What kind of value it is.
    ///
    /// `nil` for nothing, which no flag has as its value.
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
