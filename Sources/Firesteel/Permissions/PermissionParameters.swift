/// When a program gets to know where the device is.
public enum LocationUsage: String, Sendable, Hashable, CaseIterable {
    /// While the program is used.
    case whenInUse
    /// At all times.
    case always
}

/// What a program may do with the user's photos.
public enum PhotosAccess: String, Sendable, Hashable, CaseIterable {
    /// See and change them.
    case readWrite
    /// Add some, and see none.
    case addOnly
}

/// What a program may do with the user's calendar events.
public enum CalendarAccess: String, Sendable, Hashable, CaseIterable {
    /// See and change them.
    case full
    /// Add some, and see none.
    case writeOnly
}

/// How notifications are shown, and how they are asked for.
public struct NotificationOptions: OptionSet, Sendable, Hashable {
    /// The bits of the options.
    public let rawValue: UInt8

    /// Options of their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A message on the screen.
    public static let alert = NotificationOptions(rawValue: 1 << 0)
    /// A sound.
    public static let sound = NotificationOptions(rawValue: 1 << 1)
    /// A number at the program's icon.
    public static let badge = NotificationOptions(rawValue: 1 << 2)
    /// Messages that are heard even where the device is silent.
    ///
    /// The program needs Apple's leave for them.
    public static let criticalAlert = NotificationOptions(rawValue: 1 << 3)
    /// Allowed without asking, and shown without disturbing, until the user says more.
    public static let provisional = NotificationOptions(rawValue: 1 << 4)

    /// Messages, sounds and numbers.
    public static let usual: NotificationOptions = [.alert, .sound, .badge]
}
