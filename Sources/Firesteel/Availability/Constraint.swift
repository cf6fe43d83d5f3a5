/// One condition on a conditional feature.
///
/// Implement ``check(_:)`` as a pure function of what it is given. It is called when something changes, not when a feature
/// is asked for, and never from two places at once. It must not ask the runtime: it is called below the runtime's lock.
public protocol Constraint: Sendable {
    /// What the condition is about, in a word or two: "User toggle".
    var label: String { get }

    /// Whether it is met for a feature.
    func check(_ subject: ConstraintSubject) -> ConstraintStatus

    /// What a page that shows the condition can change, if anything.
    var control: ConstraintControl? { get }
}

extension Constraint {
    /// Nothing.
    public var control: ConstraintControl? { nil }
}

/// What a person can change about a condition.
public enum ConstraintControl: String, Sendable {
    /// The user's own switch.
    case toggle
    /// The program's switch.
    case runtime
}

/// What a condition is checked against.
public struct ConstraintSubject: Sendable {
    /// The feature that has the condition.
    public let feature: FeaturePath
    /// What the user chose, if anything.
    public let toggle: Bool?
    /// What the program set, if anything.
    public let enabled: Bool?
}

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
    /// What can be done about it, as a verb.
    public let remedy: String?

    /// It is met.
    public static func met(_ now: String) -> ConstraintStatus {
        ConstraintStatus(state: .met, now: now, reason: "", remedy: nil)
    }

    /// It isn't met.
    public static func unmet(_ now: String, because reason: String, remedy: String? = nil) -> ConstraintStatus {
        ConstraintStatus(state: .unmet, now: now, reason: reason, remedy: remedy)
    }

    /// It isn't known whether it is met.
    public static func undetermined(_ now: String, because reason: String, remedy: String? = nil) -> ConstraintStatus {
        ConstraintStatus(state: .undetermined, now: now, reason: reason, remedy: remedy)
    }
}

/// All conditions of a feature, as its ``ConditionalFeature/constraints`` list them.
public struct Constraints: Sendable {
    let all: [any Constraint]
}

/// Makes ``Constraints`` of a list of conditions.
@resultBuilder
public enum ConstraintsBuilder {
    /// One condition.
    public static func buildExpression(_ constraint: any Constraint) -> [any Constraint] { [constraint] }
    /// Conditions one after the other: all of them must hold.
    public static func buildBlock(_ parts: [any Constraint]...) -> [any Constraint] { parts.flatMap { $0 } }
    /// Conditions below an `if`.
    public static func buildOptional(_ part: [any Constraint]?) -> [any Constraint] { part ?? [] }
    /// Conditions below an `if` with an `else`.
    public static func buildEither(first part: [any Constraint]) -> [any Constraint] { part }
    /// Conditions below an `else`.
    public static func buildEither(second part: [any Constraint]) -> [any Constraint] { part }
    /// Conditions of a loop.
    public static func buildArray(_ parts: [[any Constraint]]) -> [any Constraint] { parts.flatMap { $0 } }
    /// Conditions below `if #available`.
    public static func buildLimitedAvailability(_ part: [any Constraint]) -> [any Constraint] { part }
    /// All of them.
    public static func buildFinalResult(_ all: [any Constraint]) -> Constraints { Constraints(all: all) }
}
