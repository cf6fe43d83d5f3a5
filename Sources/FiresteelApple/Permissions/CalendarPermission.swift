#if canImport(EventKit) && !os(tvOS)
import EventKit
public import FiresteelPermissions

/// The user's calendar events or reminders, by EventKit.
///
/// The program's property list needs `NSCalendarsFullAccessUsageDescription`, `NSCalendarsWriteOnlyAccessUsageDescription`
/// or `NSRemindersFullAccessUsageDescription`.
public struct CalendarPermission: PermissionAdapter {
    /// The events or the reminders.
    public let permission: PermissionKind

    private init(_ permission: PermissionKind) {
        self.permission = permission
    }

    /// Returns the calendar events.
    public static func events(_ access: CalendarAccess) -> CalendarPermission { CalendarPermission(.calendar(access)) }
    /// The reminders.
    public static var reminders: CalendarPermission { CalendarPermission(.reminders) }

    /// The current status.
    ///
    /// If events can only be added and full access is required, it can be requested.
    public var status: PermissionReading? {
        switch EKEventStore.authorizationStatus(for: permission == .reminders ? .reminder : .event) {
        case .notDetermined: PermissionReading(.notDetermined)
        case .restricted: PermissionReading(.restricted)
        case .denied: PermissionReading(.denied)
        case .fullAccess: PermissionReading(.authorized)
        case .writeOnly:
            permission == .calendar(.writeOnly)
                ? PermissionReading(.authorized) : PermissionReading(.notDetermined, .lesser)
        @unknown default: nil
        }
    }

    /// Requests the permission.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        let store = EKEventStore()
        // A refusal may also be an error; the status contains the result.
        switch self.permission {
        case .reminders: _ = try? await store.requestFullAccessToReminders()
        #if !os(watchOS)
        case .calendar(.writeOnly): _ = try? await store.requestWriteOnlyAccessToEvents()
        #endif
        default: _ = try? await store.requestFullAccessToEvents()
        }
        return await check()
    }
}
#endif
