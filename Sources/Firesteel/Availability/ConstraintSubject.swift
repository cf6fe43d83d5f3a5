import FiresteelFlags

/// What a condition is checked against.
public struct ConstraintSubject: Sendable {
    /// The feature that has the condition.
    public let feature: FeaturePath
    /// What the user chose, if anything.
    public let toggle: Bool?
    /// What the program set, if anything.
    public let enabled: Bool?
    /// The system that the program runs on.
    public let platform: HostPlatform

    /// What the condition's requirements came to just before it was checked.
    private let statuses: [Requirement: RequirementStatus]
    /// Where a flag's value is to be had.
    let flags: FlagStack?
    /// The features that the condition names.
    let related: [RelatedFeature]

    /// A subject to check a condition against, as in a test of it.
    public init(
        feature: FeaturePath, toggle: Bool? = nil, enabled: Bool? = nil, platform: HostPlatform = .current,
        statuses: [Requirement: RequirementStatus] = [:]
    ) {
        self.init(
            feature: feature, toggle: toggle, enabled: enabled, platform: platform, statuses: statuses, flags: nil,
            related: [])
    }

    init(
        feature: FeaturePath, toggle: Bool?, enabled: Bool?, platform: HostPlatform,
        statuses: [Requirement: RequirementStatus], flags: FlagStack?, related: [RelatedFeature]
    ) {
        self.feature = feature
        self.toggle = toggle
        self.enabled = enabled
        self.platform = platform
        self.statuses = statuses
        self.flags = flags
        self.related = related
    }

    /// How something outside the program's features stands, of which the condition says that it looks at it.
    ///
    /// ``RequirementStatus/unsupported`` where no source knows it, or the condition's ``Constraint/requirements`` don't
    /// have it.
    public func status(of requirement: Requirement) -> RequirementStatus {
        statuses[requirement] ?? .unsupported
    }
}

/// A feature that a condition of another one names, as it stands now.
struct RelatedFeature: Sendable {
    let path: FeaturePath
    let name: String
    let state: AvailabilityState
    /// Whether this one yields to the feature that has the condition, so that it isn't looked at.
    let yields: Bool
}
