/// One condition on a conditional feature.
///
/// ## Implementing a condition
///
/// Write ``check(_:)`` as a function of what it is given. It is called when the feature is registered and when something
/// changes that the condition is known to look at: the user's or the program's switch of the feature, or one of its
/// ``requirements``. It is never called when somebody asks for the feature.
///
/// It is called on whichever thread made the change, outside all locks and with the feature's runtime in effect, and must
/// not wait. Two changes at once may call it at once; what came of the later one counts. It may ask for the availability
/// of other features, and is then called again when that changes, though ``Requires`` and ``Excludes`` say the same
/// better, and set-up checks them. It may set toggles as well: that takes effect when it has returned. One that never
/// comes to an end of changing what it depends on is stopped, and is ``RuntimeFault/constraints(_:)``.
///
/// What changes outside the program's features, as a purchase or a permission does, belongs in a ``ConstraintSource``.
public protocol Constraint: Sendable {
    /// What the condition is about, in a word or two: "User toggle".
    var label: String { get }

    /// Whether it is met for a feature.
    func check(_ subject: ConstraintSubject) -> ConstraintStatus

    /// What a page that shows the condition can change, if anything.
    var control: ConstraintControl? { get }

    /// What it looks at outside the program's features; when one of them changes, it is checked again.
    var requirements: [Requirement] { get }
}

extension Constraint {
    /// Nothing.
    public var control: ConstraintControl? { nil }
    /// Nothing.
    public var requirements: [Requirement] { [] }
}

/// What a person can change about a condition.
public enum ConstraintControl: String, Sendable {
    /// The user's own switch.
    case toggle
    /// The program's switch.
    case runtime
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
    /// Conditions made elsewhere.
    public static func buildExpression(_ constraints: [any Constraint]) -> [any Constraint] { constraints }
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
