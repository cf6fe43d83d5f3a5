#if canImport(UserNotifications)
public import Firesteel
import UserNotifications

/// Notifications, by UserNotifications.
///
/// The system tells how they stand only when asked, so that they are unknown for a moment after the start.
public struct NotificationPermission: PermissionAdapter {
    /// The one adapter there is.
    public init() {}

    /// Notifications.
    public var permission: PermissionKind { .notifications(.usual) }

    /// Unknown without asking.
    public var status: PermissionReading? { nil }

    /// Asks the system how they stand.
    public func check() async -> PermissionReading {
        await withCheckedContinuation { continuation in
            UNUserNotificationCenter.current().getNotificationSettings { settings in
                continuation.resume(returning: Self.reading(settings.authorizationStatus))
            }
        }
    }

    /// Asks the user for the options that are wanted.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        guard case .notifications(let options) = permission else { return await check() }
        // A refusal may be an error as well; the status says the same.
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
        @unknown default: PermissionReading(.denied, because: "the system says \(status.rawValue), which is new")
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
