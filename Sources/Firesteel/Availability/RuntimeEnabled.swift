/// A constraint that the program switches on and off while it runs.
///
/// The state isn't stored between runs.
public struct RuntimeEnabled: Constraint {
    /// Whether the feature is on before the program sets it.
    public let initial: Bool

    /// Creates a constraint.
    ///
    /// - Parameter initial: Whether the feature is on before the program sets it.
    public init(default initial: Bool = true) {
        self.initial = initial
    }

    /// The label: "Program".
    public var label: String { "Program" }

    /// The program's switch.
    public var control: ConstraintControl? { .runtime }

    /// The kind of the constraint, and its default.
    public var details: ConstraintDetails { ConstraintDetails(kind: .runtime, initial: initial) }

    /// Returns whether the program switched the feature on, or didn't set it and it is on by default.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        if subject.enabled ?? initial { return .met("On") }
        return .unmet("Off", because: "Switched off by the program", remedy: .enable)
    }
}
