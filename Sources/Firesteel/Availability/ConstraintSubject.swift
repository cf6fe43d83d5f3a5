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
    /// What their sources said of them beyond that.
    private let reasons: [Requirement: String]
    /// Where a flag's value is to be had.
    let flags: FlagStack?
    /// Where it is known what was bought.
    let purchases: Purchases?
    /// The features that the condition names.
    let related: [RelatedFeature]

    /// A subject to check a condition against, as in a test of it.
    public init(
        feature: FeaturePath, toggle: Bool? = nil, enabled: Bool? = nil, platform: HostPlatform = .current,
        statuses: [Requirement: RequirementStatus] = [:], reasons: [Requirement: String] = [:]
    ) {
        self.init(
            feature: feature, toggle: toggle, enabled: enabled, platform: platform, statuses: statuses,
            reasons: reasons, flags: nil, purchases: nil, related: [])
    }

    init(
        feature: FeaturePath, toggle: Bool?, enabled: Bool?, platform: HostPlatform,
        statuses: [Requirement: RequirementStatus], reasons: [Requirement: String], flags: FlagStack?,
        purchases: Purchases?, related: [RelatedFeature]
    ) {
        self.feature = feature
        self.toggle = toggle
        self.enabled = enabled
        self.platform = platform
        self.statuses = statuses
        self.reasons = reasons
        self.flags = flags
        self.purchases = purchases
        self.related = related
    }

    /// How something outside the program's features stands, of which the condition says that it looks at it.
    ///
    /// ``RequirementStatus/unsupported`` where no source knows it, or the condition's ``Constraint/requirements`` don't
    /// have it.
    public func status(of requirement: Requirement) -> RequirementStatus {
        statuses[requirement] ?? .unsupported
    }

    /// Why it stands so, where its source has more to say than the status does.
    public func reason(of requirement: Requirement) -> String? { reasons[requirement] }
}

/// A feature that a condition of another one names, as it stands now.
struct RelatedFeature: Sendable {
    let path: FeaturePath
    let name: String
    let state: AvailabilityState
    /// Whether this one yields to the feature that has the condition, so that it isn't looked at.
    let hasLowerPriority: Bool
}
