#if canImport(MediaPlayer) && !os(macOS) && !os(tvOS) && !os(watchOS)
public import FiresteelPermissions
import MediaPlayer

/// The user's music and other media, by MediaPlayer.
///
/// The program's property list needs `NSAppleMusicUsageDescription`.
public struct MediaLibraryPermission: PermissionAdapter {
    /// Creates the adapter.
    public init() {}

    /// The media library.
    public var permission: PermissionKind { .mediaLibrary }

    /// The current status.
    public var status: PermissionReading? {
        switch MPMediaLibrary.authorizationStatus() {
        case .notDetermined: PermissionReading(.notDetermined)
        case .denied: PermissionReading(.denied)
        case .restricted: PermissionReading(.restricted)
        case .authorized: PermissionReading(.authorized)
        @unknown default: nil
        }
    }

    /// Requests the permission.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        await withCheckedContinuation { continuation in
            MPMediaLibrary.requestAuthorization { @Sendable _ in continuation.resume() }
        }
        return await check()
    }
}
#endif
