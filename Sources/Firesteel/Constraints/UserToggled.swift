/// A constraint that the user switches on and off.
///
/// The choice is stored in the runtime's ``ToggleStore``.
public struct UserToggled: Constraint {
    /// Whether the feature is on before the user's first choice.
    public let initial: Bool

    /// Creates a constraint.
    ///
    /// - Parameter initial: Whether the feature is on before the user's first choice.
    public init(default initial: Bool) {
        self.initial = initial
    }

    /// The label: "User toggle".
    public var label: String { "User toggle" }

    /// The user's switch.
    public var control: ConstraintControl? { .toggle }

    /// The kind of the constraint, and its default.
    public var details: ConstraintDetails { ConstraintDetails(kind: .toggle, initial: initial) }

    /// Returns whether the user switched the feature on, or made no choice and it is on by default.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        let choice = subject.toggle
        if choice ?? initial { return .met("On") }
        let reason = choice == nil ? "Off until the user switches it on" : "Switched off by the user"
        return .unmet("Off", because: reason, remedy: .switchOn)
    }
}
