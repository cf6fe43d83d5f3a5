/// A condition on other features.
///
/// It is worked out below the lock that availability is kept by, from states that are kept there, and so isn't written by
/// anybody else.
protocol RelationConstraint: Constraint {
    /// The features that it names.
    var features: [any FeatureDefinition.Type] { get }
    /// What its name in code is, for faults: "Requires".
    static var word: String { get }

    /// How it stands, given the states of the features that count.
    func state(_ states: some Sequence<AvailabilityState>) -> ConstraintStatus.State
}
