/// A constraint that the program switches on and off while it runs.
///
/// The state isn't stored between runs. ``FeatureRuntime/setEnabled(_:_:)`` sets it, or a closure reads it from the program:
///
/// ```swift
/// RuntimeEnabled { Account.current.isVerified }
/// ```
///
/// The closure is called when availability is checked, on any thread, and must not wait. After a change of what it reads,
/// call ``FeatureRuntime/refreshAvailability(of:)``. ``FeatureRuntime/setEnabled(_:_:)`` has priority over it.
public struct RuntimeEnabled: Constraint {
    /// Whether the feature is on before the program sets it.
    ///
    /// `false` with a closure.
    public let initial: Bool
    private let isEnabled: (@Sendable () -> Bool)?

    /// Creates a constraint.
    ///
    /// - Parameter initial: Whether the feature is on before the program sets it.
    public init(default initial: Bool = true) {
        self.initial = initial
        isEnabled = nil
    }

    /// Creates a constraint that reads the program's state.
    ///
    /// - Parameter isEnabled: Returns whether the feature is on, unless the program has set it.
    public init(_ isEnabled: @escaping @Sendable () -> Bool) {
        initial = false
        self.isEnabled = isEnabled
    }

    /// The label: "Program".
    public var label: String { "Program" }

    /// The program's switch.
    public var control: ConstraintControl? { .runtime }

    /// The kind of the constraint, and its default; no default with a closure, whose result is no part of a declaration.
    public var details: ConstraintDetails {
        ConstraintDetails(kind: .runtime, initial: isEnabled == nil ? initial : nil)
    }

    /// Returns whether the program switched the feature on, or didn't set it and it is on by the closure or by default.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        if subject.enabled ?? isEnabled?() ?? initial { return .met("On") }
        return .unmet("Off", because: "Switched off by the program", remedy: .enable)
    }
}
