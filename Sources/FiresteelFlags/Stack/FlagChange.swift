/// A change of a flag's resolution in the fixed context.
public struct FlagChange: Sendable, Equatable {
    /// The flag's key.
    public let key: String
    /// The resolution before the change.
    public let old: Resolution<JSONValue>
    /// The resolution after the change.
    public let new: Resolution<JSONValue>

    /// Creates a change.
    public init(key: String, old: Resolution<JSONValue>, new: Resolution<JSONValue>) {
        self.key = key
        self.old = old
        self.new = new
    }

    /// Whether the value changed, and not only its origin.
    public var valueChanged: Bool { old.value != new.value }
}

/// A change of a flag's value, in the flag's type.
public struct TypedFlagChange<Value: FlagValueConvertible>: Sendable, Equatable {
    /// The flag's key.
    public let key: String
    /// The resolution before the change.
    public let old: Resolution<Value>
    /// The resolution after the change.
    public let new: Resolution<Value>
}
