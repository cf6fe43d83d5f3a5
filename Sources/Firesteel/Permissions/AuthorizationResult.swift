/// What came of asking for permissions.
public struct AuthorizationResult: Sendable, Equatable {
    /// How it ended.
    public enum Ending: String, Sendable {
        /// All that is needed is allowed.
        case granted
        /// It went through to its end, and something is missing.
        case missing
        /// It was given up, by the coordinator or because its task was cancelled.
        case cancelled
    }

    /// How it ended.
    public let ending: Ending
    /// What the system asked the user for, in that order.
    public let requested: [PermissionKind]
    /// What is needed and not allowed, in the order of the conditions: refused, skipped or not come to.
    public let missing: [MissingPermission]

    /// A result.
    public init(ending: Ending, requested: [PermissionKind], missing: [MissingPermission]) {
        self.ending = ending
        self.requested = requested
        self.missing = missing
    }

    /// Whether all that is needed is allowed.
    public var isGranted: Bool { ending == .granted }
}

/// A permission that is needed and isn't there.
public struct MissingPermission: Sendable, Hashable {
    /// Which one.
    public let kind: PermissionKind
    /// How it stands, `nil` where the system doesn't say.
    public let reading: PermissionReading?

    /// One that stands so.
    public init(kind: PermissionKind, reading: PermissionReading?) {
        self.kind = kind
        self.reading = reading
    }

    /// Whether only the settings of the system can change it.
    public var needsSettings: Bool { reading?.status == .denied }
}

/// Why permissions were not asked for.
public enum AuthorizationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The runtime has no ``Permissions`` among its sources.
    case noPermissions
    /// The feature isn't registered with the runtime.
    case unregisteredFeature(String)
    /// A coordinator asked for permissions while it was being asked about some.
    case withinAnother
    /// There is no runtime to ask in.
    case noRuntime

    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .noPermissions:
            "The runtime has no permissions. Add Permissions(…) to RuntimeConfiguration.sources."
        case .unregisteredFeature(let feature):
            "\(feature) stands in no group. Add it to the sub-features of one, or register it."
        case .withinAnother:
            "A coordinator can't ask for permissions while it is asked about some. Ask in retry, or afterwards."
        case .noRuntime: "There is no runtime. Set one up first."
        }
    }
}
