/// Where a program runs: on a developer's machine, in tests, for everybody.
public struct FlagEnvironment: RawRepresentable, Sendable, Hashable, Codable {
    /// Its name, as definitions write it.
    public let rawValue: String

    /// An environment by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// On the machines of those who write the program.
    public static let development = FlagEnvironment(rawValue: "development")
    /// Where it is tried before it is released.
    public static let staging = FlagEnvironment(rawValue: "staging")
    /// For everybody.
    public static let production = FlagEnvironment(rawValue: "production")
}
