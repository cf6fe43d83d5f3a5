/// A value or nothing, for flags whose default is `nil`: a limit that is set only where one applies.
///
/// Providers return values of the wrapped type. In files, no flag has the value null: leave the flag out.
extension Optional: FlagValueConvertible where Wrapped: FlagValueConvertible {
    /// The type of the wrapped values.
    public static var flagType: FlagType { Wrapped.flagType }

    /// The possible values of the wrapped type.
    public static var allowedFlagValues: [FlagValue]? { Wrapped.allowedFlagValues }

    /// `nil` for null, otherwise a value of the wrapped type.
    public init?(flagValue: FlagValue) {
        if flagValue == .null {
            self = .none
        } else if let value = Wrapped(flagValue: flagValue) {
            self = .some(value)
        } else {
            return nil
        }
    }

    /// The value, or null.
    public var flagValue: FlagValue { self?.flagValue ?? .null }
}
