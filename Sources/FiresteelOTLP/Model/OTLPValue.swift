/// A value of an attribute, or the body of a log line.
public enum OTLPValue: Sendable, Hashable {
    /// A text.
    case string(String)
    /// A truth value.
    case bool(Bool)
    /// A whole number.
    case int(Int64)
    /// Any other number.
    case double(Double)
    /// Values in order.
    case array([OTLPValue])
}

extension OTLPValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    /// Creates a text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int64) { self = .int(value) }
}

/// A name and its value.
public struct OTLPAttribute: Sendable, Hashable {
    /// The name, such as `firesteel.feature`.
    public let key: String
    /// The value.
    public let value: OTLPValue

    /// Creates an attribute.
    public init(_ key: String, _ value: OTLPValue) {
        self.key = key
        self.value = value
    }
}

/// Attributes in the order in which they were added.
struct OTLPAttributes {
    private(set) var all: [OTLPAttribute] = []

    mutating func add(_ key: String, _ value: OTLPValue) { all.append(OTLPAttribute(key, value)) }

    mutating func add(_ key: String, _ text: String?) {
        if let text { add(key, .string(text)) }
    }

    mutating func add(_ key: String, _ number: some BinaryInteger) { add(key, .int(Int64(clamping: number))) }
}
