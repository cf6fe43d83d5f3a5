#if canImport(CoreMotion) && !os(macOS) && !os(tvOS) && !os(visionOS)
import CoreMotion
public import FiresteelPermissions
import Foundation

/// Steps and movements of the device, by CoreMotion.
///
/// The program's property list needs `NSMotionUsageDescription`.
public struct MotionPermission: PermissionAdapter {
    /// Creates the adapter.
    public init() {}

    /// Motion.
    public var permission: PermissionKind { .motion }

    /// The current status; unsupported on a device without motion activity.
    public var status: PermissionReading? {
        guard CMMotionActivityManager.isActivityAvailable() else { return PermissionReading(.unsupported) }
        return switch CMMotionActivityManager.authorizationStatus() {
        case .notDetermined: PermissionReading(.notDetermined)
        case .restricted: PermissionReading(.restricted)
        case .denied: PermissionReading(.denied)
        case .authorized: PermissionReading(.authorized)
        @unknown default: nil
        }
    }

    /// Requests the permission by querying the current motion activity, which is the only way.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        let manager = CMMotionActivityManager()
        await withCheckedContinuation { continuation in
            let now = Date()
            manager.queryActivityStarting(from: now, to: now, to: OperationQueue()) { @Sendable _, _ in
                continuation.resume()
            }
        }
        return await check()
    }
}
#endif
