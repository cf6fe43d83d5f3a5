/// Whether a feature can be used, and why not.
public struct Availability: Sendable, Equatable {
    /// What all conditions of the feature and of its groups come to.
    public let state: AvailabilityState
    /// Why it isn't available, the feature's own reasons before those of its groups and of what it requires.
    ///
    /// Empty where it is.
    public let reasons: [AvailabilityReason]

    /// Whether it can be used now.
    public var isAvailable: Bool { state == .available }
}

/// What the conditions of a feature come to.
public enum AvailabilityState: UInt8, Sendable {
    /// At least one condition isn't met.
    case unavailable
    /// All conditions are met.
    case available
    /// No condition is known not to be met, and at least one isn't known yet.
    case undetermined
}

/// One reason why a feature isn't available.
public struct AvailabilityReason: Sendable, Equatable {
    /// The feature whose condition it is: the feature itself, one of its groups, or one that they require.
    public let feature: FeaturePath
    /// The reason as a colleague would say it, such as "Switched off by the user".
    public let text: String
    /// What can be done about it.
    ///
    /// None where nothing can.
    public let remedy: Remedy?
    /// Whether this isn't known yet rather than known not to hold.
    public let isUndetermined: Bool

    /// What can be done about it, as a verb: "Switch it on".
    public var remedyDescription: String? { remedy?.description }
}

/// A feature became available or stopped being so.
public struct AvailabilityChange: Sendable, Equatable {
    /// The feature.
    public let feature: FeaturePath
    /// What it was.
    public let old: AvailabilityState
    /// What it is.
    public let new: AvailabilityState
}
