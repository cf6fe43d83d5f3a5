#if canImport(Contacts) && !os(tvOS)
import Contacts
public import Firesteel

/// The user's contacts, by Contacts.
///
/// The program's property list needs `NSContactsUsageDescription`.
public struct ContactsPermission: PermissionAdapter {
    /// The one adapter there is.
    public init() {}

    /// The contacts.
    public var permission: PermissionKind { .contacts }

    /// How it stands.
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

    /// Asks the user.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        // A refusal is an error as well; the status says the same.
        _ = try? await CNContactStore().requestAccess(for: .contacts)
        return await check()
    }
}
#endif
