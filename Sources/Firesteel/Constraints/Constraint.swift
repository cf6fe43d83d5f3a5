public import FiresteelFlags

/// A constraint on a conditional feature.
///
/// ## Implementing a constraint
///
/// Write ``check(_:)`` as a function of its subject. It is called when the feature is registered and when something
/// changes that the constraint is known to read: the user's or the program's switch of the feature, one of its
/// ``requirements``, or one of its flags. `request()` never calls it for the app's user.
///
/// A constraint that reads ``ConstraintSubject/context``, ``ConstraintSubject/principal``, a toggle, or a fact that
/// depends on the user is checked for each session with its own context, when the feature is first requested
/// there after a change. The runtime detects such reads; nothing is declared.
///
/// ``check(_:)`` is called on the thread that made the change or the request, without any lock and with the feature's
/// runtime in effect, and must not wait. Two threads may call it concurrently; the result for the later change applies.
/// It may read the availability of other features, and is then called again when that changes, though ``Requires`` and
/// ``Excludes`` express the same better, and set-up checks them. It may also set toggles, which takes effect after it
/// returns. A constraint that endlessly changes its own dependencies is stopped, with ``RuntimeFault/constraints(_:)``.
///
/// Facts that change outside the program's features, such as purchases or permissions, belong in a
/// ``ConstraintSource``.
public protocol Constraint: Sendable {
    /// The subject of the constraint, in a word or two: "User toggle".
    var label: String { get }

    /// Returns whether the constraint is met for a feature.
    func check(_ subject: ConstraintSubject) -> ConstraintStatus

    /// Returns the state of ``check(_:)``, without its texts.
    ///
    /// Called where only the state is needed, such as by `request()` in a session with its own context. By default
    /// calls ``check(_:)``; implement it if that composes texts.
    func state(_ subject: ConstraintSubject) -> ConstraintStatus.State

    /// The control that a page shows for the constraint, if any.
    var control: ConstraintControl? { get }

    /// The facts that the constraint reads from sources.
    ///
    /// The constraint is checked again when one of them changes.
    var requirements: [Requirement] { get }

    /// The other features that the constraint depends on.
    ///
    /// A constraint with relations is decided by them alone: ``check(_:)`` composes the texts, from
    /// ``ConstraintSubject/related``.
    var relations: [FeatureRelation] { get }

    /// Returns the flags that decide the constraint for the feature at a path.
    ///
    /// Registering the feature declares them, requesting the feature exposes them, and the constraint is checked again
    /// when one of them changes.
    func flags(at path: FeaturePath) -> [ConstraintFlag]

    /// The details that catalogues and pages show beside the label.
    var details: ConstraintDetails { get }
}

extension Constraint {
    /// Returns the state of ``check(_:)``.
    public func state(_ subject: ConstraintSubject) -> ConstraintStatus.State { check(subject).state }
    /// No control.
    public var control: ConstraintControl? { nil }
    /// No requirements.
    public var requirements: [Requirement] { [] }
    /// No relations.
    public var relations: [FeatureRelation] { [] }
    /// Returns no flags.
    public func flags(at path: FeaturePath) -> [ConstraintFlag] { [] }
    /// Details of the kind ``ConstraintDescription/Kind/other``.
    public var details: ConstraintDetails { ConstraintDetails() }
}

/// A control that changes a constraint.
public enum ConstraintControl: String, Sendable {
    /// The user's switch.
    case toggle
    /// The program's switch.
    case runtime
}

/// A flag that decides a constraint.
public struct ConstraintFlag: Sendable {
    /// The flag to read.
    public let flag: Flag<Bool>
    /// Whether the constraint is undetermined until a provider defines the flag.
    ///
    /// If so, it is checked again whenever a provider reports any change.
    public let waitsForProviders: Bool

    /// Creates a dependency on a flag.
    public init(_ flag: Flag<Bool>, waitsForProviders: Bool = false) {
        self.flag = flag
        self.waitsForProviders = waitsForProviders
    }
}

/// The details of a constraint that catalogues and pages show beside its label.
public struct ConstraintDetails: Sendable {
    /// The kind of the constraint.
    public var kind: ConstraintDescription.Kind
    /// The state of the constraint's switch before any choice, if it has a switch.
    public var initial: Bool?
    /// The requirement for each restricted system, by the system's name: a version, or "unsupported".
    public var systems: [String: String]

    /// Creates details.
    public init(kind: ConstraintDescription.Kind = .other, initial: Bool? = nil, systems: [String: String] = [:]) {
        self.kind = kind
        self.initial = initial
        self.systems = systems
    }
}

/// The constraints of a feature, as listed in its ``ConditionalFeature/constraints``.
public struct Constraints: Sendable {
    let all: [any Constraint]
}

/// A result builder that creates ``Constraints`` from a list of constraints.
@resultBuilder
public enum ConstraintsBuilder {
    /// Adds a constraint.
    public static func buildExpression(_ constraint: any Constraint) -> [any Constraint] { [constraint] }
    /// Adds constraints from a list.
    public static func buildExpression(_ constraints: [any Constraint]) -> [any Constraint] { constraints }
    /// Combines consecutive constraints, all of which must be met.
    public static func buildBlock(_ parts: [any Constraint]...) -> [any Constraint] { parts.flatMap { $0 } }
    /// Adds the constraints of an `if` statement.
    public static func buildOptional(_ part: [any Constraint]?) -> [any Constraint] { part ?? [] }
    /// Adds the constraints of the first branch of an `if` statement.
    public static func buildEither(first part: [any Constraint]) -> [any Constraint] { part }
    /// Adds the constraints of the `else` branch of an `if` statement.
    public static func buildEither(second part: [any Constraint]) -> [any Constraint] { part }
    /// Adds the constraints of a loop.
    public static func buildArray(_ parts: [[any Constraint]]) -> [any Constraint] { parts.flatMap { $0 } }
    /// Adds the constraints of an `if #available` statement.
    public static func buildLimitedAvailability(_ part: [any Constraint]) -> [any Constraint] { part }
    /// Creates the constraints of the feature.
    public static func buildFinalResult(_ all: [any Constraint]) -> Constraints { Constraints(all: all) }
}
