/// Why a flag has its value, in the words of OpenFeature.
///
/// An open set: a provider may have reasons of its own.
public struct FlagReason: RawRepresentable, Sendable, Hashable {
    /// The word, in capitals, as it goes over the wire.
    public let rawValue: String

    /// A reason by its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The value is the same for everybody.
    public static let `static` = FlagReason(rawValue: "STATIC")
    /// No rule gave a value: the flag's default variant, or the program's default.
    public static let `default` = FlagReason(rawValue: "DEFAULT")
    /// A rule matched.
    public static let targetingMatch = FlagReason(rawValue: "TARGETING_MATCH")
    /// A share was drawn.
    public static let split = FlagReason(rawValue: "SPLIT")
    /// It comes from what was kept of an earlier answer.
    public static let cached = FlagReason(rawValue: "CACHED")
    /// It comes from what was kept for longer than it should have been.
    public static let stale = FlagReason(rawValue: "STALE")
    /// The flag is switched off where it is defined.
    public static let disabled = FlagReason(rawValue: "DISABLED")
    /// Something went wrong.
    public static let error = FlagReason(rawValue: "ERROR")
    /// The provider doesn't say.
    public static let unknown = FlagReason(rawValue: "UNKNOWN")

    /// Set by hand on this device.
    public static let override = FlagReason(rawValue: "OVERRIDE")
    /// Off in this build, whatever the providers say.
    public static let offLocally = FlagReason(rawValue: "OFF_LOCALLY")
    /// On in this build, and no provider knows better.
    public static let onLocally = FlagReason(rawValue: "ON_LOCALLY")
    /// The flag's parent is off.
    public static let parentOff = FlagReason(rawValue: "PARENT_OFF")
    /// Another flag of its exclusion group is on.
    public static let excluded = FlagReason(rawValue: "EXCLUDED")
}
