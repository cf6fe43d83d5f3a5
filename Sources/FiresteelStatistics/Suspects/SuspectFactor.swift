/// A factor that may be why runs are affected: a variant of a flag, or a version.
public struct SuspectFactor<Factor: Sendable & Hashable>: Sendable, Hashable {
    /// The caller's name of the factor.
    public let factor: Factor
    /// The runs with the factor and those without, by stratum.
    ///
    /// A flag's strata are versions; a version has one stratum.
    public let strata: [RateStratum]

    /// Creates a factor.
    public init(_ factor: Factor, strata: [RateStratum]) {
        self.factor = factor
        self.strata = strata
    }
}
