/// What a program can be allowed by the system: thirteen kinds, some of them with a parameter.
public enum PermissionKind: Sendable, Hashable {
    /// The cameras of the device.
    case camera
    /// The microphones of the device.
    case microphone
    /// The user's photos.
    case photos(PhotosAccess)
    /// Where the device is.
    case location(LocationUsage)
    /// The user's contacts.
    case contacts
    /// The user's calendar events.
    case calendar(CalendarAccess)
    /// The user's reminders.
    case reminders
    /// Steps and movements of the device.
    case motion
    /// Turning speech into text.
    case speechRecognition
    /// Being used by way of Siri.
    case siri
    /// The user's music and other media.
    case mediaLibrary
    /// Devices near by.
    case bluetooth
    /// Notifications, in the ways that are asked for.
    case notifications(NotificationOptions)

    /// Its identity: "camera", "location.always", "calendar.writeOnly".
    ///
    /// It is the name of the ``Requirement`` in the source ``Permissions/sourceName``. Notifications are one permission,
    /// whatever the options: these matter only when it is asked for.
    public var identifier: String {
        switch self {
        case .camera: "camera"
        case .microphone: "microphone"
        case .photos(let access): "photos.\(access.rawValue)"
        case .location(let usage): "location.\(usage.rawValue)"
        case .contacts: "contacts"
        case .calendar(let access): "calendar.\(access.rawValue)"
        case .reminders: "reminders"
        case .motion: "motion"
        case .speechRecognition: "speechRecognition"
        case .siri: "siri"
        case .mediaLibrary: "mediaLibrary"
        case .bluetooth: "bluetooth"
        case .notifications: "notifications"
        }
    }

    /// Every permission that there is: the thirteen kinds with each of their parameters.
    ///
    /// Notifications stand there once, with ``NotificationOptions/usual``.
    public static let all: [PermissionKind] =
        [.camera, .microphone] + PhotosAccess.allCases.map { .photos($0) }
        + LocationUsage.allCases.map { .location($0) } + [.contacts]
        + CalendarAccess.allCases.map { .calendar($0) }
        + [
            .reminders, .motion, .speechRecognition, .siri, .mediaLibrary, .bluetooth, .notifications(.usual),
        ]

    private static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier, $0) })

    /// The permission of an ``identifier``, `nil` where there is none.
    public init?(identifier: String) {
        guard let kind = Self.byIdentifier[identifier] else { return nil }
        self = kind
    }

    /// What people call it: "Camera", "Location at all times".
    public var name: String {
        switch self {
        case .camera: "Camera"
        case .microphone: "Microphone"
        case .photos(.readWrite): "Photos"
        case .photos(.addOnly): "Adding photos"
        case .location(.whenInUse): "Location while in use"
        case .location(.always): "Location at all times"
        case .contacts: "Contacts"
        case .calendar(.full): "Calendar"
        case .calendar(.writeOnly): "Adding calendar events"
        case .reminders: "Reminders"
        case .motion: "Motion"
        case .speechRecognition: "Speech recognition"
        case .siri: "Siri"
        case .mediaLibrary: "Media library"
        case .bluetooth: "Bluetooth"
        case .notifications: "Notifications"
        }
    }

    /// Whether an answer to one of both can change how the other one stands.
    func isRelated(to other: PermissionKind) -> Bool {
        func base(_ identifier: String) -> Substring { identifier.prefix { $0 != "." } }
        return base(identifier) == base(other.identifier)
    }

    /// Every permission once, in the order in which it first stands there, notifications with all options.
    static func merged(_ kinds: some Sequence<PermissionKind>) -> [PermissionKind] {
        var merged: [PermissionKind] = []
        for kind in kinds {
            guard let index = merged.firstIndex(where: { $0.identifier == kind.identifier }) else {
                merged.append(kind)
                continue
            }
            if case .notifications(let more) = kind, case .notifications(let options) = merged[index] {
                merged[index] = .notifications(options.union(more))
            }
        }
        return merged
    }
}
