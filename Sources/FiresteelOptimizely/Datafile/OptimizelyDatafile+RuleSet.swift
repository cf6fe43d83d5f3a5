public import FiresteelFlags

extension OptimizelyDatafile: FlagRuleSet {
    /// The errors in parts of the datafile as one; `nil` if there are none.
    public var error: FlagError? { FlagError(parts: errors.map(\.description)) }
}
