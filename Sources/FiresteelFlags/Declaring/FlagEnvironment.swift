/// Where a program runs: on a developer's machine, in tests, for everybody.
///
/// ``LocalState`` and the metadata `environments` of ``FlagDefinitions`` refer to it.
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

    /// That of this build: ``development`` where it is compiled for debugging, else ``production``.
    ///
    /// What counts is how this library is compiled. SwiftPM compiles dependencies in the configuration of the program, and
    /// Xcode those of a configuration whose name has "debug" in it for debugging. A program to which that doesn't apply, such
    /// as one that links a library compiled before, or a test version, says itself where it runs.
    public static var ofThisBuild: FlagEnvironment {
        #if DEBUG
        .development
        #else
        .production
        #endif
    }
}
