/// The reason for a flag's value, as OpenFeature names it.
///
/// An open set: a provider may have its own reasons.
public struct FlagReason: RawRepresentable, Sendable, Hashable {
    /// The name in capitals, as protocols transmit it.
    public let rawValue: String

    /// Creates a reason with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The value is the same for every context.
    public static let `static` = FlagReason(rawValue: "STATIC")
    /// No rule matched: the flag's default variant, or the program's default.
    public static let `default` = FlagReason(rawValue: "DEFAULT")
    /// A rule matched.
    public static let targetingMatch = FlagReason(rawValue: "TARGETING_MATCH")
    /// A rollout selected the variant.
    public static let split = FlagReason(rawValue: "SPLIT")
    /// The value comes from a cache.
    public static let cached = FlagReason(rawValue: "CACHED")
    /// The value comes from an outdated cache.
    public static let stale = FlagReason(rawValue: "STALE")
    /// The flag is disabled in its definition.
    public static let disabled = FlagReason(rawValue: "DISABLED")
    /// The evaluation failed.
    public static let error = FlagReason(rawValue: "ERROR")
    /// The provider reports no reason.
    public static let unknown = FlagReason(rawValue: "UNKNOWN")

    /// Overridden on this device.
    public static let override = FlagReason(rawValue: "OVERRIDE")
    /// Off in this build, whatever the providers return.
    public static let offLocally = FlagReason(rawValue: "OFF_LOCALLY")
    /// On in this build, and no provider returns a value.
    public static let onLocally = FlagReason(rawValue: "ON_LOCALLY")
    /// The flag's parent is off.
    public static let parentOff = FlagReason(rawValue: "PARENT_OFF")
    /// Another flag of its exclusion group has priority.
    public static let excluded = FlagReason(rawValue: "EXCLUDED")

    /// Whether the stack itself decided: by the build, a parent or an exclusion group.
    var isOfStack: Bool { [.offLocally, .onLocally, .parentOff, .excluded].contains(self) }
}
