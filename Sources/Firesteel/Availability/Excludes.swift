/// The feature can't be used together with other features: it is available only while none of them is.
///
/// It yields to them. Of two features that exclude each other at most one is available, and which of them is decided by
/// their paths alone, whatever the order in which they are declared: the one whose path comes first (by Unicode scalars)
/// goes first, and the other yields to it. To say yourself which one yields, let only that one exclude the other.
///
/// A feature yields to one that is available, not to one that only could be: what the user switched off excludes nothing.
/// As long as it isn't known whether another one is available, it isn't known of this one either.
///
/// Set-up refuses what can't be decided, such as a feature that is needed by the one that it excludes, and what could
/// never be available, such as a feature that excludes its own group, one that it requires, or one without conditions.
public struct Excludes: RelationConstraint {
    static var word: String { "Excludes" }

    let features: [any FeatureDefinition.Type]

    /// - Parameter features: The features that it yields to.
    public init(_ features: any FeatureDefinition.Type...) {
        self.features = features
    }

    /// - Parameter features: The features that it yields to.
    public init(_ features: [any FeatureDefinition.Type]) {
        self.features = features
    }

    /// "Not together with", and the features' names.
    public var label: String { "Not together with \(features.map { $0.name }.joined(separator: ", "))" }

    func state(_ states: some Sequence<AvailabilityState>) -> ConstraintStatus.State {
        var result = ConstraintStatus.State.met
        for state in states where state != .unavailable {
            if state == .available { return .unmet }
            result = .undetermined
        }
        return result
    }

    /// Met if none of the features that it yields to is available.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        let counting = subject.related.filter { !$0.hasLowerPriority }
        if let other = counting.first(where: { $0.state == .available }) {
            return .unmet(
                "\(other.name) is available", because: "Can't be used together with \(other.name)",
                remedy: .makeUnavailable(other.path))
        }
        if let unknown = counting.first(where: { $0.state == .undetermined }) {
            return .undetermined(
                "\(unknown.name) isn't known yet",
                because:
                    "Can't be used together with \(unknown.name), of which it isn't known yet whether it is available",
                remedy: .wait)
        }
        return .met(counting.isEmpty ? "Goes first" : "Unavailable")
    }
}
