#if canImport(UserNotifications)
public import FiresteelPermissions
import UserNotifications

/// Permission for notifications, with UserNotifications.
///
/// The status is available only asynchronously, so it is unknown for a moment after the start.
public struct NotificationPermission: PermissionAdapter {
    /// Creates the adapter.
    public init() {}

    /// Notifications.
    public var permission: PermissionKind { .notifications(.usual) }

    /// `nil`, because the status is available only asynchronously.
    public var status: PermissionReading? { nil }

    /// Returns the current status.
    public func check() async -> PermissionReading {
        await withCheckedContinuation { continuation in
            UNUserNotificationCenter.current().getNotificationSettings { settings in
                continuation.resume(returning: Self.reading(settings.authorizationStatus))
            }
        }
    }

    /// Requests the permission for the configured options.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        guard case .notifications(let options) = permission else { return await check() }
        // A refusal may also be an error; the status contains the result.
        _ = try? await UNUserNotificationCenter.current().requestAuthorization(options: UNAuthorizationOptions(options))
        return await check()
    }

    private static func reading(_ status: UNAuthorizationStatus) -> PermissionReading {
        switch status {
        case .notDetermined: PermissionReading(.notDetermined)
        case .denied: PermissionReading(.denied)
        case .authorized: PermissionReading(.authorized)
        case .provisional: PermissionReading(.authorized, .provisional)
        #if !os(macOS) && !os(tvOS) && !os(watchOS)
        case .ephemeral: PermissionReading(.authorized, .temporary)
        #endif
        @unknown default:
            PermissionReading(.denied, because: "the system returned the unknown status \(status.rawValue)")
        }
    }
}

extension UNAuthorizationOptions {
    fileprivate init(_ options: NotificationOptions) {
        self = []
        if options.contains(.alert) { insert(.alert) }
        if options.contains(.sound) { insert(.sound) }
        if options.contains(.badge) { insert(.badge) }
        if options.contains(.criticalAlert) { insert(.criticalAlert) }
        if options.contains(.provisional) { insert(.provisional) }
    }
}
#endif
