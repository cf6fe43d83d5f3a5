/// The feature needs other features: it is available only while each of them is.
///
/// A feature needs its groups in any case. Set-up refuses a feature that isn't registered, and features that need each
/// other in a circle.
public struct Requires: Constraint {
    let features: [any FeatureDefinition.Type]

    /// - Parameter features: The features that are needed.
    public init(_ features: any FeatureDefinition.Type...) {
        self.features = features
    }

    /// - Parameter features: The features that are needed.
    public init(_ features: [any FeatureDefinition.Type]) {
        self.features = features
    }

    /// "Needs", and the features' names.
    public var label: String { "Needs \(features.map { $0.name }.joined(separator: ", "))" }

    /// The features it names.
    public var relations: [FeatureRelation] { [FeatureRelation(.requires, features)] }

    /// The kind of the constraint.
    public var details: ConstraintDetails { ConstraintDetails(kind: .requires) }

    /// Met if all of the features are available.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        if let missing = subject.related.first(where: { $0.state == .unavailable }) {
            return .unmet(
                "\(missing.name) is unavailable", because: "Needs \(missing.name), which isn't available",
                remedy: .makeAvailable(missing.path))
        }
        if let unknown = subject.related.first(where: { $0.state == .undetermined }) {
            return .undetermined(
                "\(unknown.name) isn't known yet",
                because: "Needs \(unknown.name), of which it isn't known yet whether it is available", remedy: .wait)
        }
        return .met("Available")
    }
}
