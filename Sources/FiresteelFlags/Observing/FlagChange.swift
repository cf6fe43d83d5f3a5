/// A flag's value in the fixed context, or why it has it, has changed.
public struct FlagChange: Sendable, Equatable {
    /// The flag's key.
    public let key: String
    /// What it was.
    public let old: Resolution<FlagValue>
    /// What it is.
    public let new: Resolution<FlagValue>

    /// A change.
    public init(key: String, old: Resolution<FlagValue>, new: Resolution<FlagValue>) {
        self.key = key
        self.old = old
        self.new = new
    }

    /// Whether it is the value that changed, and not only where it comes from.
    public var valueChanged: Bool { old.value != new.value }
}

/// A change of a flag's value, with values of the flag's type.
public struct TypedFlagChange<Value: FlagValueConvertible>: Sendable, Equatable {
    /// The flag's key.
    public let key: String
    /// What it was.
    public let old: Resolution<Value>
    /// What it is.
    public let new: Resolution<Value>
}
