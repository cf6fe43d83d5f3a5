extension FlagValue {
    /// The Boolean; `nil` for other values.
    public var boolValue: Bool? { Bool(flagValue: self) }

    /// The integer, also of a number without a fraction; `nil` for other values.
    public var intValue: Int? { Int(flagValue: self) }

    /// The number, also of an integer; `nil` for other values.
    public var doubleValue: Double? { Double(flagValue: self) }

    /// The string; `nil` for other values.
    public var stringValue: String? { String(flagValue: self) }

    /// The elements of an array; `nil` for other values.
    public var arrayValue: [FlagValue]? { [FlagValue](flagValue: self) }

    /// The values of an object by their names; `nil` for other values.
    public var objectValue: [String: FlagValue]? { [String: FlagValue](flagValue: self) }

    /// Whether it is ``null``.
    public var isNull: Bool { self == .null }
}
