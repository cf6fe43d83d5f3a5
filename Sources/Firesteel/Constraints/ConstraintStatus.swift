/// The status of a constraint.
public struct ConstraintStatus: Sendable, Equatable {
    /// Whether a constraint is met.
    public enum State: Sendable { case met, unmet, undetermined }

    /// Whether the constraint is met.
    public let state: State
    /// The status in a word or two: "Off".
    public let summary: String
    /// The reason why the constraint isn't met, as a short phrase.
    ///
    /// Empty if it is met.
    public let reason: String
    /// The action that satisfies the constraint, if there is one.
    public let remedy: Remedy?

    /// The description of the remedy, as a verb.
    public var remedyDescription: String? { remedy?.description }

    /// Creates the status of a constraint that is met.
    public static func met(_ summary: String) -> ConstraintStatus {
        ConstraintStatus(state: .met, summary: summary, reason: "", remedy: nil)
    }

    /// Creates the status of a constraint that is unmet.
    public static func unmet(_ summary: String, because reason: String, remedy: Remedy? = nil) -> ConstraintStatus {
        ConstraintStatus(state: .unmet, summary: summary, reason: reason, remedy: remedy)
    }

    /// Creates the status of a constraint that is undetermined.
    public static func undetermined(_ summary: String, because reason: String, remedy: Remedy? = nil)
        -> ConstraintStatus
    {
        ConstraintStatus(state: .undetermined, summary: summary, reason: reason, remedy: remedy)
    }
}
