/// The availability of a feature, with the reasons for it.
public struct Availability: Sendable, Equatable {
    /// The combined result of all constraints of the feature and of its groups.
    public let state: AvailabilityState
    /// The reasons why the feature isn't available.
    ///
    /// The feature's own reasons come before those of its groups and of the features it requires. Empty if it is
    /// available.
    public let reasons: [AvailabilityReason]

    /// Whether the feature is available.
    public var isAvailable: Bool { state == .available }
}

/// The combined result of a feature's constraints.
public enum AvailabilityState: UInt8, Sendable {
    /// At least one constraint is unmet.
    case unavailable
    /// All constraints are met.
    case available
    /// No constraint is known to be unmet, and at least one is undetermined.
    case undetermined
}

/// A reason why a feature isn't available.
public struct AvailabilityReason: Sendable, Equatable {
    /// The feature with the constraint: the feature itself, one of its groups, or one that they require.
    public let feature: FeaturePath
    /// The reason as a short phrase, such as "Switched off by the user".
    public let text: String
    /// The action that removes the reason, if there is one.
    public let remedy: Remedy?
    /// Whether the constraint is undetermined rather than unmet.
    public let isUndetermined: Bool

    /// The description of the remedy, as a verb: "Switch it on".
    public var remedyDescription: String? { remedy?.description }
}

/// A change of a feature's availability.
public struct AvailabilityChange: Sendable, Equatable {
    /// The path of the feature.
    public let feature: FeaturePath
    /// The state before the change.
    public let old: AvailabilityState
    /// The state after the change.
    public let new: AvailabilityState
}

extension Availability {
    static func notRegistered(_ path: FeaturePath) -> Availability {
        Availability(
            state: .unavailable,
            reasons: [
                AvailabilityReason(
                    feature: path, text: "Not registered in this program", remedy: .register,
                    isUndetermined: false)
            ])
    }
}
