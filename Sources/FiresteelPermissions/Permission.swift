public import Firesteel

/// A constraint that requires a permission of the system or its user.
///
/// ```swift
/// Permission(.contacts)
/// Permission(.location(.whenInUse))
/// Permission(.calendar(.writeOnly))
/// Permission(.notifications([.alert, .sound]))
/// ```
///
/// The runtime needs ``Permissions`` among its sources. Until the system has prompted the user, the feature is
/// undetermined: neither available nor denied. `FeatureRuntime.authorize(_:coordinator:retry:)` prompts.
public struct Permission: Constraint {
    /// The required permission.
    public let kind: PermissionKind

    /// Requires a permission.
    ///
    /// - Parameter kind: The permission.
    public init(_ kind: PermissionKind) {
        self.kind = kind
    }

    /// The permission's name.
    public var label: String { kind.name }

    /// The permission, as the only requirement.
    public var requirements: [Requirement] { [requirement] }

    private var requirement: Requirement { Requirement(kind.identifier, from: Permissions.sourceName) }

    /// Returns the constraint's status: met if the permission is authorized, undetermined if it was never requested.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        let name = kind.name
        let reason = subject.reason(of: requirement)
        switch subject.status(of: requirement) {
        case .granted: return .met(reason ?? "Allowed")
        case .unknown:
            return .undetermined(
                "Not known yet", because: "\(name): its status isn’t known yet", remedy: .wait)
        case .notDetermined:
            return .undetermined(
                "Not requested yet", because: "\(name): \(reason ?? "not requested yet")", remedy: .grant(name))
        case .denied:
            return .unmet(
                "Denied", because: "\(name): \(reason ?? "denied by the user. Allow it in the system’s settings")",
                remedy: .grant(name))
        case .restricted:
            return .unmet(
                "Restricted", because: "\(name): \(reason ?? "restricted on this device")")
        case .unsupported:
            return .unmet("Not supported", because: "\(name): \(reason ?? "not available on this device")")
        }
    }
}
