/// A type that a flag can have.
///
/// `Bool`, the integers, `Float`, `Double`, `String`, arrays and dictionaries of such types conform. An enum with raw
/// values needs only the conformance:
///
/// ```swift
/// enum Layout: String, CaseIterable, FlagValueConvertible { case list, grid }
/// ```
///
/// A structure conforms to ``FlagStructure``, which includes `Codable`.
///
/// To implement the protocol, accept what ``flagValue`` returns, return `nil` for everything else, and never trap:
/// values come from files and servers.
public protocol FlagValueConvertible: Sendable, Equatable {
    /// The type of the provider's values.
    static var flagType: FlagType { get }

    /// All possible values, in the order of menus, or `nil` if there are too many to list.
    static var allowedFlagValues: [JSONValue]? { get }

    /// Converts a provider's value; `nil` if it isn't of this type.
    init?(flagValue: JSONValue)

    /// The value in providers.
    var flagValue: JSONValue { get }
}

extension FlagValueConvertible {
    /// `nil` by default.
    public static var allowedFlagValues: [JSONValue]? { nil }
}

extension FlagValueConvertible where Self: CaseIterable {
    /// The raw values of all cases.
    public static var allowedFlagValues: [JSONValue]? { allCases.map(\.flagValue) }
}

extension FlagValueConvertible where Self: RawRepresentable, RawValue: FlagValueConvertible {
    /// The type of the raw values.
    public static var flagType: FlagType { RawValue.flagType }

    /// Creates the case with a raw value.
    public init?(flagValue: JSONValue) {
        guard let raw = RawValue(flagValue: flagValue) else { return nil }
        self.init(rawValue: raw)
    }

    /// The raw value.
    public var flagValue: JSONValue { rawValue.flagValue }
}
