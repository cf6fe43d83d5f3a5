/// An interval that contains the true value with the confidence it was computed for.
public struct ConfidenceInterval: Sendable, Hashable {
    /// The lower end, which may be minus infinity.
    public let lower: Double
    /// The upper end, which may be infinity.
    public let upper: Double

    /// Creates an interval.
    ///
    /// - Precondition: The lower end is at most the upper one.
    package init(lower: Double, upper: Double) {
        precondition(lower <= upper, "The lower end \(lower) is above the upper end \(upper)")
        self.lower = lower
        self.upper = upper
    }

    /// Creates an interval; the ends may be in either order.
    init(_ first: Double, _ second: Double) {
        lower = min(first, second)
        upper = max(first, second)
    }

    /// Whether the interval contains a value, its ends included.
    public func contains(_ value: Double) -> Bool { lower <= value && value <= upper }
}
