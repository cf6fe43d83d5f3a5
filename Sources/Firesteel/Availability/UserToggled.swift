/// The user switches the feature on and off.
///
/// What they chose is kept.
public struct UserToggled: Constraint {
    /// What holds until the user chose.
    public let initial: Bool

    /// - Parameter initial: Whether the feature is on until the user chose.
    public init(default initial: Bool) {
        self.initial = initial
    }

    /// "User toggle".
    public var label: String { "User toggle" }

    /// The user's own switch.
    public var control: ConstraintControl? { .toggle }

    /// The kind of the constraint, and its default.
    public var details: ConstraintDetails { ConstraintDetails(kind: .toggle, initial: initial) }

    /// Met if the user switched the feature on, or chose nothing and it is on by default.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        let choice = subject.toggle
        if choice ?? initial { return .met("On") }
        let reason = choice == nil ? "Off until the user switches it on" : "Switched off by the user"
        return .unmet("Off", because: reason, remedy: .switchOn)
    }
}
