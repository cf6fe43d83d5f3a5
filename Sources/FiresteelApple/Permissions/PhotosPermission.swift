#if canImport(Photos)
public import FiresteelPermissions
import Photos

/// The user's photos, by Photos.
///
/// The program's property list needs `NSPhotoLibraryUsageDescription`, or `NSPhotoLibraryAddUsageDescription` to add some.
public struct PhotosPermission: PermissionAdapter {
    private let access: PhotosAccess

    /// Creates an adapter.
    ///
    /// - Parameter access: The kind of access.
    public init(_ access: PhotosAccess) {
        self.access = access
    }

    /// The photos.
    public var permission: PermissionKind { .photos(access) }

    /// The current status.
    public var status: PermissionReading? { reading(PHPhotoLibrary.authorizationStatus(for: level)) }

    /// Requests the permission.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        guard let reading = reading(await PHPhotoLibrary.requestAuthorization(for: level)) else { return await check() }
        return reading
    }

    private var level: PHAccessLevel {
        switch access {
        case .readWrite: .readWrite
        case .addOnly: .addOnly
        }
    }

    private func reading(_ status: PHAuthorizationStatus) -> PermissionReading? {
        switch status {
        case .notDetermined: PermissionReading(.notDetermined)
        case .restricted: PermissionReading(.restricted)
        case .denied: PermissionReading(.denied)
        case .authorized: PermissionReading(.authorized)
        case .limited: PermissionReading(.authorized, .limited)
        @unknown default: nil
        }
    }
}
#endif
