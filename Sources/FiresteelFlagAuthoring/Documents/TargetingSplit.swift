public import FiresteelFlags

/// A split of people among variants.
///
/// Each person retains a variant as long as the weights don't change, and while the variant's share grows at the expense
/// of the variants after it.
public struct TargetingSplit: Sendable, Hashable {
    /// The shares, in order.
    public var shares: [TargetingShare]
    /// The attribute whose values are split, such as `company`; `nil` or `targetingKey` for people.
    ///
    /// Without this attribute in a context, the flag's off variant applies.
    public var attribute: String?
    /// The JsonLogic of the bucketing key, if it isn't derived from the flag's key and ``attribute``.
    ///
    /// Preserved from flagd's definitions, so that an import changes no results. As JSON, `"key"`.
    public var bucketingKey: JSONValue?

    /// Creates a split.
    ///
    /// - Parameters:
    ///   - shares: The shares.
    ///   - attribute: The attribute whose values are split; people by default.
    public init(_ shares: [TargetingShare], by attribute: String? = nil) {
        self.shares = shares
        self.attribute = attribute
    }

    /// The sum of all weights; `nil` if it is 0, if a weight is negative, or if the sum exceeds 2,147,483,647.
    package var total: Int? {
        var total = 0
        for share in shares {
            guard share.weight >= 0, share.weight <= Int(Int32.max) - total else { return nil }
            total += share.weight
        }
        return total > 0 ? total : nil
    }
}
