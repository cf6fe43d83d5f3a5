/// The figures of one outcome, which a decision was made by.
public struct GuardFigures: Sendable, Hashable {
    /// The compared outcome.
    public let outcome: GuardOutcome
    /// The exposed runs of all strata that can be compared.
    public let exposed: RateCounts
    /// The unexposed runs of the same strata.
    public let unexposed: RateCounts
    /// The ratio of the rates, stratified, or `nil` while no run was affected.
    ///
    /// It is infinite where only exposed runs were.
    public let ratio: Double?
    /// The interval of the ratio, valid at all times together, from 0 to infinity while there is no evidence.
    public let ratioInterval: ConfidenceInterval
    /// The difference of the rates, stratified.
    public let difference: Double
    /// The lower bound of the difference, valid at all times together.
    public let differenceLowerBound: Double
    /// The p-value of “the ratio is within the margin”, valid at all times together.
    public let pValue: Double
}
