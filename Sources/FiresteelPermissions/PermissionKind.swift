/// A permission that a system grants to a program: thirteen kinds, some of them with a parameter.
public enum PermissionKind: Sendable, Hashable {
    /// The cameras of the device.
    case camera
    /// The microphones of the device.
    case microphone
    /// The user's photos.
    case photos(PhotosAccess)
    /// The location of the device.
    case location(LocationUsage)
    /// The user's contacts.
    case contacts
    /// The user's calendar events.
    case calendar(CalendarAccess)
    /// The user's reminders.
    case reminders
    /// Steps and movements of the device.
    case motion
    /// Conversion of speech to text.
    case speechRecognition
    /// Use of the program through Siri.
    case siri
    /// The user's music and other media.
    case mediaLibrary
    /// Nearby devices.
    case bluetooth
    /// Notifications, with the given options.
    case notifications(NotificationOptions)

    /// The identifier: "camera", "location.always", "calendar.writeOnly".
    ///
    /// It is the name of the `Requirement` in the source ``Permissions/sourceName``. Notifications have one
    /// identifier for all options, which matter only in a request.
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

    /// All permissions: the thirteen kinds with each of their parameters.
    ///
    /// Notifications appear once, with ``NotificationOptions/usual``.
    public static let all: [PermissionKind] =
        [.camera, .microphone] + PhotosAccess.allCases.map { .photos($0) }
        + LocationUsage.allCases.map { .location($0) } + [.contacts]
        + CalendarAccess.allCases.map { .calendar($0) }
        + [
            .reminders, .motion, .speechRecognition, .siri, .mediaLibrary, .bluetooth, .notifications(.usual),
        ]

    private static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier, $0) })

    /// Creates the permission with an ``identifier``, `nil` if there is none.
    public init?(identifier: String) {
        guard let kind = Self.byIdentifier[identifier] else { return nil }
        self = kind
    }

    /// The display name: "Camera", "Location always".
    public var name: String {
        switch self {
        case .camera: "Camera"
        case .microphone: "Microphone"
        case .photos(.readWrite): "Photos"
        case .photos(.addOnly): "Adding photos"
        case .location(.whenInUse): "Location while in use"
        case .location(.always): "Location always"
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

    /// Returns whether the user's response to one of the two can change the reading of the other.
    func isRelated(to other: PermissionKind) -> Bool {
        func base(_ identifier: String) -> Substring { identifier.prefix { $0 != "." } }
        return base(identifier) == base(other.identifier)
    }

    /// Returns the permissions without duplicates, in the order in which they first appear, notifications with all
    /// options combined.
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
