extension Bool: FlagValueConvertible {
    /// On or off.
    public static var flagType: FlagType { .bool }

    /// Only `true` and `false`: a number is none.
    public init?(flagValue: FlagValue) {
        guard case .bool(let value) = flagValue else { return nil }
        self = value
    }

    /// The value itself.
    public var flagValue: FlagValue { .bool(self) }
}

extension String: FlagValueConvertible {
    /// A text.
    public static var flagType: FlagType { .string }

    /// Only a text.
    public init?(flagValue: FlagValue) {
        guard case .string(let value) = flagValue else { return nil }
        self = value
    }

    /// The text itself.
    public var flagValue: FlagValue { .string(self) }
}

extension Array: FlagValueConvertible where Element: FlagValueConvertible {
    /// Values in order.
    public static var flagType: FlagType { .array }

    /// An array all of whose elements are of the element's type.
    public init?(flagValue: FlagValue) {
        guard case .array(let values) = flagValue else { return nil }
        self = []
        reserveCapacity(values.count)
        for value in values {
            guard let element = Element(flagValue: value) else { return nil }
            append(element)
        }
    }

    /// The elements' values.
    public var flagValue: FlagValue { .array(map(\.flagValue)) }
}

extension Dictionary: FlagValueConvertible where Key == String, Value: FlagValueConvertible {
    /// Values by name.
    public static var flagType: FlagType { .object }

    /// An object all of whose values are of the value's type.
    public init?(flagValue: FlagValue) {
        guard case .object(let values) = flagValue else { return nil }
        self = [:]
        for (name, value) in values {
            guard let element = Value(flagValue: value) else { return nil }
            self[name] = element
        }
    }

    /// The values' values.
    public var flagValue: FlagValue { .object(mapValues(\.flagValue)) }
}

extension FlagValue: FlagValueConvertible {
    /// An object, the most general of them: such a flag takes values of every kind.
    public static var flagType: FlagType { .object }

    /// Whatever it is.
    public init?(flagValue: FlagValue) { self = flagValue }

    /// The value itself.
    public var flagValue: FlagValue { self }
}
