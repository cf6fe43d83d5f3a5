public import FiresteelFlags

extension FirebaseTemplate: FlagRuleSet {
    /// The diagnostics of parameters and conditions as one error; `nil` if there are none.
    public var error: FlagError? { FlagError(parts: diagnostics) }
}
