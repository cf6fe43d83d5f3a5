/// The result of an authorization flow.
public struct AuthorizationResult: Sendable, Equatable {
    /// The outcome of a flow.
    public enum Ending: String, Sendable {
        /// All needed permissions are authorized.
        case granted
        /// The flow completed, and some permissions are missing.
        case missing
        /// The flow was cancelled, by the coordinator or because its task was cancelled.
        case cancelled
    }

    /// The outcome of the flow.
    public let ending: Ending
    /// The permissions for which the system prompted, in order.
    public let requested: [PermissionKind]
    /// The needed permissions that are not authorized, in the order of the constraints: denied, skipped or not reached.
    public let missing: [MissingPermission]

    /// Creates a result.
    public init(ending: Ending, requested: [PermissionKind], missing: [MissingPermission]) {
        self.ending = ending
        self.requested = requested
        self.missing = missing
    }

    /// Whether all needed permissions are authorized.
    public var isGranted: Bool { ending == .granted }
}

/// A needed permission that is not authorized.
public struct MissingPermission: Sendable, Hashable {
    /// The permission.
    public let kind: PermissionKind
    /// The reading of the permission, `nil` if the system reports none.
    public let reading: PermissionReading?

    /// Creates a missing permission.
    public init(kind: PermissionKind, reading: PermissionReading?) {
        self.kind = kind
        self.reading = reading
    }

    /// Whether it can be changed only in the system's settings.
    public var needsSettings: Bool { reading?.status == .denied }
}

/// An error that prevents permissions from being requested.
public enum AuthorizationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The runtime has no ``Permissions`` among its sources.
    case noPermissions
    /// The feature isn't registered with the runtime.
    case unregisteredFeature(String)
    /// A coordinator requested permissions from within its own flow.
    case nested
    /// No runtime is in effect.
    case noRuntime

    /// A message with the cause and what to do.
    public var description: String {
        switch self {
        case .noPermissions:
            "The runtime has no permissions. Add Permissions(…) to RuntimeConfiguration.sources."
        case .unregisteredFeature(let feature):
            "\(feature) is not registered. Add it to a feature group or register it."
        case .nested:
            "A coordinator can't request permissions during its own request. Request them in retry or afterwards."
        case .noRuntime: "There is no runtime. Call FeatureRuntime.setUp(_:) first."
        }
    }
}
