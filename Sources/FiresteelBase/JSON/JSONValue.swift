/// A JSON value (RFC 8259).
///
/// Integers and other numbers are distinguished as written, `1` from `1.0`.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
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
    case array([JSONValue])
    /// Values by name.
    case object([String: JSONValue])
}

// Not by nil: of an optional value, it would be the JSON value or none, depending on the expression.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// Creates a floating-point number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object; the last of several values with the same name is used.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

extension JSONValue {
    /// Reads a JSON text (RFC 8259, UTF-8).
    ///
    /// A whole number that fits `Int` becomes ``int(_:)``, any other number ``double(_:)``. Duplicate names in an
    /// object, invalid UTF-8, unpaired surrogates, and numbers that are too large for `Double` are errors.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8, without a byte order mark.
    ///   - limits: The limits on the size and depth of the text.
    /// - Throws: The first error, with its line and column.
    public init(json bytes: some Collection<UInt8>, limits: JSONLimits = JSONLimits()) throws(JSONError) {
        self = try JSONDocument(Array(bytes), within: limits).value(0)
    }

    /// Returns the value as JSON, with names in the order of their UTF-8.
    ///
    /// A value that was read from JSON is equal to the value read from this text: numbers have their shortest digits
    /// that round-trip, and ``double(_:)`` has a point or an exponent. Infinite and undefined numbers, which JSON can't
    /// express, become `null`.
    ///
    /// - Parameter pretty: Whether the text has lines, indented by two spaces.
    public func json(pretty: Bool = false) -> String {
        var writer = JSONWriter(isPretty: pretty)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// The Boolean; `nil` for other values.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer, also of a number without a fraction; `nil` for other values.
    public var intValue: Int? {
        switch self {
        case .int(let value): value
        case .double(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The number, also of an integer; `nil` for other values.
    public var doubleValue: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value) where value.isFinite: value
        default: nil
        }
    }

    /// The string; `nil` for other values.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of an array; `nil` for other values.
    public var arrayValue: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The values of an object by their names; `nil` for other values.
    public var objectValue: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// Whether it is ``null``.
    public var isNull: Bool { self == .null }
}
