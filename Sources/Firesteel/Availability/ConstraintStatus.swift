/// How a condition stands.
public struct ConstraintStatus: Sendable, Equatable {
    /// Whether it is met.
    public enum State: Sendable { case met, unmet, undetermined }

    /// Whether it is met.
    public let state: State
    /// How it stands, in a word or two: "Off".
    public let now: String
    /// Why it isn't met, as a colleague would say it.
    ///
    /// Empty where it is.
    public let reason: String
    /// What can be done about it.
    public let fix: Remedy?

    /// What can be done about it, as a verb.
    public var remedy: String? { fix?.words }

    /// It is met.
    public static func met(_ now: String) -> ConstraintStatus {
        ConstraintStatus(state: .met, now: now, reason: "", fix: nil)
    }

    /// It isn't met.
    public static func unmet(_ now: String, because reason: String, remedy: Remedy? = nil) -> ConstraintStatus {
        ConstraintStatus(state: .unmet, now: now, reason: reason, fix: remedy)
    }

    /// It isn't known whether it is met.
    public static func undetermined(_ now: String, because reason: String, remedy: Remedy? = nil) -> ConstraintStatus {
        ConstraintStatus(state: .undetermined, now: now, reason: reason, fix: remedy)
    }
}
