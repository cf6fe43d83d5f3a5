/// How a condition stands.
public struct ConstraintStatus: Sendable, Equatable {
    /// Whether it is met.
    public enum State: Sendable { case met, unmet, undetermined }

    /// Whether it is met.
    public let state: State
    /// How it stands, in a word or two: "Off".
    public let summary: String
    /// Why it isn't met, as a colleague would say it.
    ///
    /// Empty where it is.
    public let reason: String
    /// What can be done about it.
    public let remedy: Remedy?

    /// What can be done about it, as a verb.
    public var remedyDescription: String? { remedy?.description }

    /// It is met.
    public static func met(_ summary: String) -> ConstraintStatus {
        ConstraintStatus(state: .met, summary: summary, reason: "", remedy: nil)
    }

    /// It isn't met.
    public static func unmet(_ summary: String, because reason: String, remedy: Remedy? = nil) -> ConstraintStatus {
        ConstraintStatus(state: .unmet, summary: summary, reason: reason, remedy: remedy)
    }

    /// It isn't known whether it is met.
    public static func undetermined(_ summary: String, because reason: String, remedy: Remedy? = nil)
        -> ConstraintStatus
    {
        ConstraintStatus(state: .undetermined, summary: summary, reason: reason, remedy: remedy)
    }
}
