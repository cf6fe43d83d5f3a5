/// A type that a flag can have.
///
/// `Bool`, the integers, `Float`, `Double`, `String`, arrays and dictionaries of such types conform. An enum with raw values
/// only has to say that it does:
///
/// ```swift
/// enum Layout: String, CaseIterable, FlagValueConvertible { case list, grid }
/// ```
///
/// A structure says ``FlagStructure``, and is `Codable` by that.
///
/// To conform by hand, give a value for what ``flagValue`` makes, refuse everything else with `nil`, and never trap:
/// values come from files and servers.
public protocol FlagValueConvertible: Sendable, Equatable {
    /// What its values look like.
    static var flagType: FlagType { get }

    /// The only values that there are, in the order to offer them, or `nil` where there are too many to list.
    static var allowedFlagValues: [FlagValue]? { get }

    /// The value that a provider gave, or `nil` where it is none of this type.
    init?(flagValue: FlagValue)

    /// What a provider would give for it.
    var flagValue: FlagValue { get }
}

extension FlagValueConvertible {
    /// Too many to list.
    public static var allowedFlagValues: [FlagValue]? { nil }
}

extension FlagValueConvertible where Self: CaseIterable {
    /// Its cases.
    public static var allowedFlagValues: [FlagValue]? { allCases.map(\.flagValue) }
}

extension FlagValueConvertible where Self: RawRepresentable, RawValue: FlagValueConvertible {
    /// That of the raw values.
    public static var flagType: FlagType { RawValue.flagType }

    /// The case with that raw value.
    public init?(flagValue: FlagValue) {
        guard let raw = RawValue(flagValue: flagValue) else { return nil }
        self.init(rawValue: raw)
    }

    /// The raw value.
    public var flagValue: FlagValue { rawValue.flagValue }
}
