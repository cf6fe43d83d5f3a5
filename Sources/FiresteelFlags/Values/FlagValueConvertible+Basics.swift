extension Bool: FlagValueConvertible {
    /// ``FlagType/bool``.
    public static var flagType: FlagType { .bool }

    /// Converts `true` and `false`; a number is not a Boolean.
    public init?(flagValue: FlagValue) {
        guard case .bool(let value) = flagValue else { return nil }
        self = value
    }

    /// The value itself.
    public var flagValue: FlagValue { .bool(self) }
}

extension String: FlagValueConvertible {
    /// ``FlagType/string``.
    public static var flagType: FlagType { .string }

    /// Converts a string.
    public init?(flagValue: FlagValue) {
        guard case .string(let value) = flagValue else { return nil }
        self = value
    }

    /// The string itself.
    public var flagValue: FlagValue { .string(self) }
}

extension Array: FlagValueConvertible where Element: FlagValueConvertible {
    /// ``FlagType/array``.
    public static var flagType: FlagType { .array }

    /// Converts an array if all of its elements can be converted.
    public init?(flagValue: FlagValue) {
        guard case .array(let values) = flagValue else { return nil }
        self = []
        reserveCapacity(values.count)
        for value in values {
            guard let element = Element(flagValue: value) else { return nil }
            append(element)
        }
    }

    /// The values of the elements.
    public var flagValue: FlagValue { .array(map(\.flagValue)) }
}

extension Dictionary: FlagValueConvertible where Key == String, Value: FlagValueConvertible {
    /// Values by name.
    public static var flagType: FlagType { .object }

    /// Converts an object if all of its values can be converted.
    public init?(flagValue: FlagValue) {
        guard case .object(let values) = flagValue else { return nil }
        self = [:]
        for (name, value) in values {
            guard let element = Value(flagValue: value) else { return nil }
            self[name] = element
        }
    }

    /// The values of the members.
    public var flagValue: FlagValue { .object(mapValues(\.flagValue)) }
}

extension FlagValue: FlagValueConvertible {
    /// ``FlagType/object``, the most general type: such a flag accepts values of every type.
    public static var flagType: FlagType { .object }

    /// Accepts any value.
    public init?(flagValue: FlagValue) { self = flagValue }

    /// The value itself.
    public var flagValue: FlagValue { self }
}
