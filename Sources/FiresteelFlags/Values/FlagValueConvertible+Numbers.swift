extension FlagValueConvertible where Self: FixedWidthInteger {
    /// ``FlagType/int``.
    public static var flagType: FlagType { .int }

    /// Converts a number if it is whole and fits this type.
    public init?(flagValue: JSONValue) {
        switch flagValue {
        case .int(let value): self.init(exactly: value)
        case .double(let value): self.init(exactly: value)
        default: return nil
        }
    }

    /// The number.
    ///
    /// A number that doesn't fit `Int` becomes the nearest `Double`.
    public var flagValue: JSONValue {
        Int(exactly: self).map { .int($0) } ?? .double(Double(self))
    }
}

extension Int: FlagValueConvertible {}
extension Int8: FlagValueConvertible {}
extension Int16: FlagValueConvertible {}
extension Int32: FlagValueConvertible {}
extension Int64: FlagValueConvertible {}
extension UInt: FlagValueConvertible {}
extension UInt8: FlagValueConvertible {}
extension UInt16: FlagValueConvertible {}
extension UInt32: FlagValueConvertible {}
extension UInt64: FlagValueConvertible {}

extension FlagValueConvertible where Self: BinaryFloatingPoint {
    /// ``FlagType/double``.
    public static var flagType: FlagType { .double }

    /// Converts a number, rounded to this type.
    ///
    /// `nil` if it is too large.
    public init?(flagValue: JSONValue) {
        switch flagValue {
        case .int(let value): self.init(value)
        case .double(let value): self.init(value)
        default: return nil
        }
        guard isFinite else { return nil }
    }

    /// The number.
    public var flagValue: JSONValue { .double(Double(self)) }
}

extension Double: FlagValueConvertible {}
extension Float: FlagValueConvertible {}
