/// A constraint that a feature is available only while none of some other features is.
///
/// The other features have priority. Of two features that exclude each other at most one is available, and their paths
/// alone decide which, whatever the order of their declarations: the one whose path comes first (by Unicode scalars)
/// has priority. To give priority explicitly, let only the other feature exclude it.
///
/// Only an available feature excludes others: one that the user switched off excludes nothing. While the availability
/// of another feature is undetermined, so is that of this one.
///
/// Set-up rejects relations that can't be decided, such as a feature that is required by the one that it excludes. It
/// also rejects features that could never be available, such as one that excludes its own group, a feature that it
/// requires, or a feature without constraints.
public struct Excludes: Constraint {
    let features: [any FeatureDefinition.Type]

    /// Creates a constraint.
    ///
    /// - Parameter features: The features that have priority.
    public init(_ features: any FeatureDefinition.Type...) {
        self.features = features
    }

    /// Creates a constraint from a list of features.
    ///
    /// - Parameter features: The features that have priority.
    public init(_ features: [any FeatureDefinition.Type]) {
        self.features = features
    }

    /// The label: "Not together with", and the names of the features.
    public var label: String { "Not together with \(features.map { $0.name }.joined(separator: ", "))" }

    /// The relation to the excluded features.
    public var relations: [FeatureRelation] { [FeatureRelation(.excludes, features)] }

    /// The kind of the constraint.
    public var details: ConstraintDetails { ConstraintDetails(kind: .excludes) }

    /// Returns whether none of the features with priority is available.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        let counting = subject.related.filter { !$0.hasLowerPriority }
        if let other = counting.first(where: { $0.state == .available }) {
            return .unmet(
                "\(other.name) is available", because: "Can’t be used together with \(other.name)",
                remedy: .makeUnavailable(other.path))
        }
        if let unknown = counting.first(where: { $0.state == .undetermined }) {
            return .undetermined(
                "\(unknown.name) is undetermined",
                because:
                    "Can’t be used together with \(unknown.name), whose availability is undetermined",
                remedy: .wait)
        }
        return .met(counting.isEmpty ? "Has priority" : "Unavailable")
    }
}
