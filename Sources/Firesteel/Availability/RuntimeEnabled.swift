/// The program switches the feature on and off while it runs.
///
/// Nothing is kept.
public struct RuntimeEnabled: Constraint {
    /// What holds until the program says otherwise.
    public let initial: Bool

    /// - Parameter initial: Whether the feature is on until the program says otherwise.
    public init(default initial: Bool = true) {
        self.initial = initial
    }

    /// "Program".
    public var label: String { "Program" }

    /// The program's switch.
    public var control: ConstraintControl? { .runtime }

    /// The kind of the constraint, and its default.
    public var details: ConstraintDetails { ConstraintDetails(kind: .runtime, initial: initial) }

    /// Met if the program switched the feature on, or said nothing and it is on by default.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        if subject.enabled ?? initial { return .met("On") }
        return .unmet("Off", because: "Switched off by the program", remedy: .enable)
    }
}
