/// A constraint that a feature is available only while all of some other features are.
///
/// A feature always requires its groups. Set-up rejects a required feature that isn't registered, and features that
/// require each other in a cycle.
public struct Requires: Constraint {
    let features: [any FeatureDefinition.Type]

    /// Creates a constraint.
    ///
    /// - Parameter features: The required features.
    public init(_ features: any FeatureDefinition.Type...) {
        self.features = features
    }

    /// Creates a constraint from a list of features.
    ///
    /// - Parameter features: The required features.
    public init(_ features: [any FeatureDefinition.Type]) {
        self.features = features
    }

    /// The label: "Needs", and the names of the features.
    public var label: String { "Needs \(features.map { $0.name }.joined(separator: ", "))" }

    /// The relation to the required features.
    public var relations: [FeatureRelation] { [FeatureRelation(.requires, features)] }

    /// The kind of the constraint.
    public var details: ConstraintDetails { ConstraintDetails(kind: .requires) }

    /// Returns whether all of the features are available.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        if let missing = subject.related.first(where: { $0.state == .unavailable }) {
            return .unmet(
                "\(missing.name) is unavailable", because: "Needs \(missing.name), which isn’t available",
                remedy: .makeAvailable(missing.path))
        }
        if let unknown = subject.related.first(where: { $0.state == .undetermined }) {
            return .undetermined(
                "\(unknown.name) is undetermined",
                because: "Needs \(unknown.name), whose availability is undetermined", remedy: .wait)
        }
        return .met("Available")
    }
}
