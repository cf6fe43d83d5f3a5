/// The recorded availability of a feature.
public enum FeatureState: UInt8, Sendable, Hashable, CaseIterable {
    /// At least one constraint isn't met.
    case unavailable = 0
    /// All constraints are met.
    case available = 1
    /// No constraint is known to be unmet, and at least one is undetermined.
    case undetermined = 2

    /// The identifier in exports.
    ///
    /// It never changes.
    public var identifier: String {
        switch self {
        case .unavailable: "unavailable"
        case .available: "available"
        case .undetermined: "undetermined"
        }
    }
}
