/// Whether a feature can be used, as it is recorded.
public enum FeatureState: UInt8, Sendable, Hashable, CaseIterable {
    /// At least one of its conditions isn't met.
    case unavailable = 0
    /// All of its conditions are met.
    case available = 1
    /// None of its conditions is known not to be met, and at least one isn't known yet.
    case undetermined = 2

    /// The word that exports use.
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
