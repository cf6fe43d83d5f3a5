import FiresteelFlags

/// The description of a feature's constraint as data.
public struct ConstraintDescription: Sendable {
    /// The kinds of constraints.
    public enum Kind: String, Sendable, Codable {
        /// The kind of ``Flagged``.
        case flag
        /// The kind of ``UserToggled``.
        case toggle
        /// The kind of ``RuntimeEnabled``.
        case runtime
        /// The kind of ``Platform``.
        case platform
        /// The kind of ``Requires``.
        case requires
        /// The kind of ``Excludes``.
        case excludes
        /// The kind of all other constraints.
        case other
    }

    /// The subject of the constraint.
    public let label: String
    /// The kind of the constraint.
    public let kind: Kind
    /// The current status of the constraint.
    public let status: ConstraintStatus
    /// The control that changes the constraint, if any.
    public let control: ConstraintControl?
    /// The key of the flag that decides the constraint, if any.
    public let flag: String?
    /// The features that the constraint depends on.
    public let features: [FeaturePath]
    /// The facts outside the program's features that the constraint reads.
    public let requirements: [Requirement]
    /// The state of the constraint's switch before any choice, if it has a switch.
    public let initial: Bool?
    /// The requirement for each restricted system, by the system's name: "18.2", or "unsupported".
    ///
    /// Doesn't contain systems of which any version is allowed.
    public let systems: [String: String]
}

extension ConstraintDescription {
    init(_ constraint: any Constraint, _ status: ConstraintStatus, of path: FeaturePath, features: [FeaturePath]) {
        let details = constraint.details
        label = constraint.label
        kind = details.kind
        self.status = status
        control = constraint.control
        flag = constraint.flags(at: path).first?.flag.key
        self.features = features
        requirements = constraint.requirements
        initial = details.initial
        systems = details.systems
    }
}
