/// The times at which a program may read the device's location.
public enum LocationUsage: String, Sendable, Hashable, CaseIterable {
    /// While the program is in use.
    case whenInUse
    /// At all times.
    case always
}

/// A program's access to the user's photos.
public enum PhotosAccess: String, Sendable, Hashable, CaseIterable {
    /// Reading and changing photos.
    case readWrite
    /// Adding photos, without reading any.
    case addOnly
}

/// A program's access to the user's calendar events.
public enum CalendarAccess: String, Sendable, Hashable, CaseIterable {
    /// Reading and changing events.
    case full
    /// Adding events, without reading any.
    case writeOnly
}

/// The ways in which notifications are shown and requested.
public struct NotificationOptions: OptionSet, Sendable, Hashable {
    /// The bits of the options.
    public let rawValue: UInt8

    /// Creates options from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A message on the screen.
    public static let alert = NotificationOptions(rawValue: 1 << 0)
    /// A sound.
    public static let sound = NotificationOptions(rawValue: 1 << 1)
    /// A number on the program's icon.
    public static let badge = NotificationOptions(rawValue: 1 << 2)
    /// Messages with a sound even if the device is muted.
    ///
    /// The program needs an entitlement from Apple for them.
    public static let criticalAlert = NotificationOptions(rawValue: 1 << 3)
    /// Authorization without a prompt: notifications are shown quietly until the user decides.
    public static let provisional = NotificationOptions(rawValue: 1 << 4)

    /// Messages, sounds and badges.
    public static let usual: NotificationOptions = [.alert, .sound, .badge]
}
