/// The attributes of an input for analytics, by name.
public typealias AnalyticsAttributes = [String: AnalyticsValue]

/// A value of an analytics event.
public enum AnalyticsValue: Sendable, Hashable {
    /// A text.
    case string(String)
    /// A whole number.
    case int(Int)
    /// A number.
    case double(Double)
    /// A Boolean.
    case bool(Bool)
}

extension AnalyticsValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    /// Creates a text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension AnalyticsValue: Encodable {
    /// Encodes the value alone, as JSON.
    ///
    /// A non-finite number is encoded as text: `nan`, `inf`, `-inf`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value) where value.isFinite: try container.encode(value)
        case .double(let value): try container.encode("\(value)")
        case .bool(let value): try container.encode(value)
        }
    }
}

extension AnalyticsValue: CustomStringConvertible {
    /// The value as text, without quotes.
    public var description: String {
        switch self {
        case .string(let value): value
        case .int(let value): "\(value)"
        case .double(let value): "\(value)"
        case .bool(let value): "\(value)"
        }
    }
}
