/// A permission of a program, as data: for pages, reports and tools.
public struct PermissionDescription: Sendable {
    /// Which one.
    public let kind: PermissionKind
    /// How it stands for the program, `nil` as long as the system didn't say.
    public let reading: PermissionReading?
    /// How the system says that it stands, `nil` as long as it didn't.
    public let systemReading: PermissionReading?
    /// What it is overridden with.
    public let override: PermissionReading?
    /// Whether the program can ask for it here.
    public let isSupported: Bool
    /// The features with a condition that looks at it, in the order in which they are registered.
    public let features: [FeaturePath]
}

extension FeatureRuntime {
    /// The permissions that some feature needs or that the program can ask for, in the order of ``PermissionKind/all``.
    ///
    /// Empty where the runtime has no ``Permissions``.
    public var permissionDescriptions: [PermissionDescription] {
        guard let permissions else { return [] }
        var users: [String: [FeaturePath]] = [:]
        for feature in registry.all {
            for identifier in Set(feature.constraints.flatMap(\.permissions).map(\.identifier)) {
                users[identifier, default: []].append(feature.path)
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
