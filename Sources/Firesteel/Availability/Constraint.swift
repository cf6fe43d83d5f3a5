public import FiresteelFlags

/// A constraint on a conditional feature.
///
/// ## Implementing a constraint
///
/// Write ``check(_:)`` as a function of its subject. It is called when the feature is registered and when something
/// changes that the constraint is known to read: the user's or the program's switch of the feature, one of its
/// ``requirements``, or one of its flags. `request()` never calls it for the person of an app.
///
/// A constraint that reads ``ConstraintSubject/context``, ``ConstraintSubject/principal``, a toggle, or a fact that differs
/// from person to person is checked for each session with its own context, when the feature is first requested there after
/// a change. The runtime detects such reads; nothing is declared.
///
/// ``check(_:)`` is called on the thread that made the change or the request, without any lock and with the feature's
/// runtime in effect, and must not wait. Two threads may call it at once; the result for the later change applies. It may
/// read the availability of other features, and is then called again when that changes, though ``Requires`` and
/// ``Excludes`` express the same better, and set-up checks them. It may also set toggles, which takes effect after it
/// returns. A constraint that endlessly changes what it depends on is stopped, with
/// ``RuntimeFault/constraints(_:)``.
///
/// Facts that change outside the program's features, such as purchases or permissions, belong in a ``ConstraintSource``.
public protocol Constraint: Sendable {
    /// The subject of the constraint, in a word or two: "User toggle".
    var label: String { get }

    /// Returns whether the constraint is met for a feature.
    func check(_ subject: ConstraintSubject) -> ConstraintStatus

    /// Returns the state that ``check(_:)`` returns a status of, without its texts.
    ///
    /// Called where only the state is needed, such as by `request()` in a session with its own context. By default calls
    /// ``check(_:)``; implement it where that composes texts.
    func state(_ subject: ConstraintSubject) -> ConstraintStatus.State

    /// The control of a page that shows the constraint, if any.
    var control: ConstraintControl? { get }

    /// The facts it reads from sources. The constraint is checked again when one of them changes.
    var requirements: [Requirement] { get }

    /// The other features it depends on.
    ///
    /// A constraint with relations is decided by them alone: ``check(_:)`` composes the texts, from
    /// ``ConstraintSubject/related``.
    var relations: [FeatureRelation] { get }

    /// Returns the flags that decide it for the feature at a path.
    ///
    /// Registering the feature declares them, requesting the feature exposes them, and the constraint is checked again
    /// when one of them changes.
    func flags(at path: FeaturePath) -> [ConstraintFlag]

    /// What catalogues and pages show of it beside its label.
    var details: ConstraintDetails { get }
}

extension Constraint {
    /// The state of ``check(_:)``.
    public func state(_ subject: ConstraintSubject) -> ConstraintStatus.State { check(subject).state }
    /// None.
    public var control: ConstraintControl? { nil }
    /// None.
    public var requirements: [Requirement] { [] }
    /// None.
    public var relations: [FeatureRelation] { [] }
    /// None.
    public func flags(at path: FeaturePath) -> [ConstraintFlag] { [] }
    /// Of no particular kind.
    public var details: ConstraintDetails { ConstraintDetails() }
}

/// A control that changes a constraint.
public enum ConstraintControl: String, Sendable {
    /// The user's own switch.
    case toggle
    /// The program's switch.
    case runtime
}

/// A flag that decides a constraint.
public struct ConstraintFlag: Sendable {
    /// The flag.
    public let flag: Flag<Bool>
    /// Whether the constraint is undetermined until a provider knows the flag, so that it is checked again whenever a
    /// provider reports any change.
    public let waitsForProviders: Bool

    /// Creates a dependency on a flag.
    public init(_ flag: Flag<Bool>, waitsForProviders: Bool = false) {
        self.flag = flag
        self.waitsForProviders = waitsForProviders
    }
}

/// What catalogues and pages show of a constraint beside its label.
public struct ConstraintDetails: Sendable {
    /// The kind of the constraint.
    public var kind: ConstraintDescription.Kind
    /// The state of its switch before a choice, if it has one.
    public var initial: Bool?
    /// What it requires of systems, by their names: a version, or "unsupported".
    public var systems: [String: String]

    /// Creates details.
    public init(kind: ConstraintDescription.Kind = .other, initial: Bool? = nil, systems: [String: String] = [:]) {
        self.kind = kind
        self.initial = initial
        self.systems = systems
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
