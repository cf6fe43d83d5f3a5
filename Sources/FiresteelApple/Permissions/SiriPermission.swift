#if canImport(Intents) && !os(macOS) && !os(tvOS)
public import FiresteelPermissions
import Intents

/// Use of the program through Siri, by Intents.
///
/// The program's property list needs `NSSiriUsageDescription`, and the program the entitlement for Siri.
public struct SiriPermission: PermissionAdapter {
    /// Creates the adapter.
    public init() {}

    /// Siri.
    public var permission: PermissionKind { .siri }

    /// The current status.
    public var status: PermissionReading? {
        switch INPreferences.siriAuthorizationStatus() {
        case .notDetermined: PermissionReading(.notDetermined)
        case .restricted: PermissionReading(.restricted)
        case .denied: PermissionReading(.denied)
        case .authorized: PermissionReading(.authorized)
        @unknown default: nil
        }
    }

    /// Requests the permission.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        await withCheckedContinuation { continuation in
            INPreferences.requestSiriAuthorization { @Sendable _ in continuation.resume() }
        }
        return await check()
    }
}
#endif
