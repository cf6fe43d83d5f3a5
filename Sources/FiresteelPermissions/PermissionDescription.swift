public import Firesteel

/// A permission of a program, as data for pages, reports and tools.
public struct PermissionDescription: Sendable {
    /// The permission.
    public let kind: PermissionKind
    /// The reading in effect, `nil` until the system reports one.
    public let reading: PermissionReading?
    /// The reading that the system reports, `nil` until it does.
    public let systemReading: PermissionReading?
    /// The override, if there is one.
    public let override: PermissionReading?
    /// Whether the program can request it on this system.
    public let isSupported: Bool
    /// The features with a constraint that reads it, in order of registration.
    public let features: [FeaturePath]
}

extension FeatureRuntime {
    /// The permissions that a feature needs or that the program can request, in the order of ``PermissionKind/all``.
    ///
    /// Empty if the runtime has no ``Permissions``.
    public var permissionDescriptions: [PermissionDescription] {
        guard let permissions else { return [] }
        var users: [String: [FeaturePath]] = [:]
        for declared in declaredConstraints {
            for identifier in Set(declared.constraints.flatMap(\.permissions).map(\.identifier)) {
                users[identifier, default: []].append(declared.feature)
            }
        }
        let supported = Set(permissions.supported.map(\.identifier))
        return PermissionKind.all.compactMap { kind in
            let identifier = kind.identifier
            let override = permissions.override(of: kind)
            guard supported.contains(identifier) || users[identifier] != nil || override != nil else { return nil }
            return PermissionDescription(
                kind: kind, reading: permissions.reading(of: kind),
                systemReading: permissions.systemReading(of: identifier), override: override,
                isSupported: supported.contains(identifier), features: users[identifier] ?? [])
        }
    }
}
