/// The feature needs something that the system, or its user, has to allow.
///
/// ```swift
/// Permission(.contacts)
/// Permission(.location(.whenInUse))
/// Permission(.calendar(.writeOnly))
/// Permission(.notifications([.alert, .sound]))
/// ```
///
/// The runtime needs ``Permissions`` among its sources. As long as the user wasn't asked the feature is undetermined:
/// neither available nor refused. ``FeatureRuntime/authorize(_:coordinator:retry:)`` asks.
public struct Permission: Constraint {
    /// What has to be allowed.
    public let kind: PermissionKind

    /// - Parameter kind: What has to be allowed.
    public init(_ kind: PermissionKind) {
        self.kind = kind
    }

    /// The permission's name.
    public var label: String { kind.name }

    /// The permission.
    public var requirements: [Requirement] { [requirement] }

    private var requirement: Requirement { Requirement(kind.identifier, from: Permissions.sourceName) }

    /// Met if it is allowed, undetermined if nobody was asked yet.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        let name = kind.name
        let words = subject.reason(of: requirement)
        switch subject.status(of: requirement) {
        case .granted: return .met(words ?? "Allowed")
        case .unknown:
            return .undetermined(
                "Being looked up", because: "\(name): it isn't known yet whether that is allowed", remedy: .wait)
        case .notDetermined:
            return .undetermined(
                "Not asked yet", because: "\(name): \(words ?? "the user wasn't asked yet")", remedy: .grant(name))
        case .denied:
            return .unmet(
                "Refused", because: "\(name): \(words ?? "refused by the user. The system's settings can change that")",
                remedy: .grant(name))
        case .restricted:
            return .unmet(
                "Restricted", because: "\(name): \(words ?? "restricted on this device, and not by the user")")
        case .unsupported:
            return .unmet("Not supported", because: "\(name): \(words ?? "there is no such thing here")")
        }
    }
}
