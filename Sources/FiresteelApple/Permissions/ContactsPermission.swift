#if canImport(Contacts) && !os(tvOS)
import Contacts
public import FiresteelPermissions

/// The user's contacts, by Contacts.
///
/// The program's property list needs `NSContactsUsageDescription`.
public struct ContactsPermission: PermissionAdapter {
    /// Creates the adapter.
    public init() {}

    /// The contacts.
    public var permission: PermissionKind { .contacts }

    /// The current status.
    public var status: PermissionReading? {
        switch CNContactStore.authorizationStatus(for: .contacts) {
        case .notDetermined: PermissionReading(.notDetermined)
        case .restricted: PermissionReading(.restricted)
        case .denied: PermissionReading(.denied)
        case .authorized: PermissionReading(.authorized)
        #if !os(macOS)
        case .limited: PermissionReading(.authorized, .limited)
        #endif
        @unknown default: nil
        }
    }

    /// Requests the permission.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        // A refusal is also an error; the status contains the result.
        _ = try? await CNContactStore().requestAccess(for: .contacts)
        return await check()
    }
}
#endif
