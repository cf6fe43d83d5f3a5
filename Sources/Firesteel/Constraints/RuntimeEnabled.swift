/// A constraint that the program switches on and off while it runs.
///
/// The state isn't stored between runs. ``FeatureRuntime/setEnabled(_:_:)`` sets it, or a closure reads it from the program:
///
/// ```swift
/// RuntimeEnabled.cached { Account.current.isVerified }
/// ```
///
/// `request()` doesn't call the closure: it reads the cached result. The closure is called at set-up and at each
/// ``FeatureRuntime/refreshAvailability(of:)``, which has to follow each change of what it reads, on any thread, and must not
/// wait. ``FeatureRuntime/setEnabled(_:_:)`` has priority over it.
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

    /// Unavailable: `request()` wouldn't call the closure.
    @available(
        *, unavailable,
        message: "request() doesn't call a closure: write RuntimeEnabled.cached { … }, see refreshAvailability(of:)"
    )
    public init(_ isEnabled: @escaping @Sendable () -> Bool) { self.init() }

    private init(isEnabled: @escaping @Sendable () -> Bool) {
        initial = false
        self.isEnabled = isEnabled
    }

    /// Returns a constraint that reads the program's state at set-up and at each
    /// ``FeatureRuntime/refreshAvailability(of:)``.
    ///
    /// - Parameter isEnabled: Returns whether the feature is on, unless the program has set it.
    public static func cached(_ isEnabled: @escaping @Sendable () -> Bool) -> RuntimeEnabled {
        RuntimeEnabled(isEnabled: isEnabled)
    }

    /// The label: "Program".
    public var label: String { "Program" }

    /// The program's switch.
    public var control: ConstraintControl? { .runtime }

    /// The kind of the constraint, and its default; no default with a closure, whose result isn't part of a declaration.
    public var details: ConstraintDetails {
        ConstraintDetails(kind: .runtime, initial: isEnabled == nil ? initial : nil)
    }

    /// Returns whether the program switched the feature on, or didn't set it and it is on by the closure or by default.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        if subject.enabled ?? isEnabled?() ?? initial { return .met("On") }
        return .unmet("Off", because: "Switched off by the program", remedy: .enable)
    }
}
