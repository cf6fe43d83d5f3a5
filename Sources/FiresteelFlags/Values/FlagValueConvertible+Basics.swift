extension Bool: FlagValueConvertible {
    /// ``FlagType/bool``.
    public static var flagType: FlagType { .bool }

    /// Converts `true` and `false`; a number is not a Boolean.
    public init?(flagValue: JSONValue) {
        guard case .bool(let value) = flagValue else { return nil }
        self = value
    }

    /// The value itself.
    public var flagValue: JSONValue { .bool(self) }
}

extension String: FlagValueConvertible {
    /// ``FlagType/string``.
    public static var flagType: FlagType { .string }

    /// Converts a string.
    public init?(flagValue: JSONValue) {
        guard case .string(let value) = flagValue else { return nil }
        self = value
    }

    /// The string itself.
    public var flagValue: JSONValue { .string(self) }
}

extension Array: FlagValueConvertible where Element: FlagValueConvertible {
    /// ``FlagType/array``.
    public static var flagType: FlagType { .array }

    /// Converts an array if all of its elements can be converted.
    public init?(flagValue: JSONValue) {
        guard case .array(let values) = flagValue else { return nil }
        self = []
        reserveCapacity(values.count)
        for value in values {
            guard let element = Element(flagValue: value) else { return nil }
            append(element)
        }
    }

    /// The values of the elements.
    public var flagValue: JSONValue { .array(map(\.flagValue)) }
}

extension Dictionary: FlagValueConvertible where Key == String, Value: FlagValueConvertible {
    /// Values by name.
    public static var flagType: FlagType { .object }

    /// Converts an object if all of its values can be converted.
    public init?(flagValue: JSONValue) {
        guard case .object(let values) = flagValue else { return nil }
        self = [:]
        for (name, value) in values {
            guard let element = Value(flagValue: value) else { return nil }
            self[name] = element
        }
    }

    /// The values of the members.
    public var flagValue: JSONValue { .object(mapValues(\.flagValue)) }
}

extension JSONValue: FlagValueConvertible {
    /// ``FlagType/object``, the most general type: such a flag accepts values of every type.
    public static var flagType: FlagType { .object }

    /// Accepts any value.
    public init?(flagValue: JSONValue) { self = flagValue }

    /// The value itself.
    public var flagValue: JSONValue { self }
}

/// A value or nothing, for flags whose default is `nil`: a limit that is set only where one applies.
///
/// Providers return values of the wrapped type. In files, no flag has the value null: leave the flag out.
extension Optional: FlagValueConvertible where Wrapped: FlagValueConvertible {
    /// The type of the wrapped values.
    public static var flagType: FlagType { Wrapped.flagType }

    /// The possible values of the wrapped type.
    public static var allowedFlagValues: [JSONValue]? { Wrapped.allowedFlagValues }

    /// `nil` for null, otherwise a value of the wrapped type.
    public init?(flagValue: JSONValue) {
        if flagValue == .null {
            self = .none
        } else if let value = Wrapped(flagValue: flagValue) {
            self = .some(value)
        } else {
            return nil
        }
    }

    /// The value, or null.
    public var flagValue: JSONValue { self?.flagValue ?? .null }
}
