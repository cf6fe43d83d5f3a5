/// An environment in which a program runs: development, staging, production.
///
/// ``LocalState`` and the metadata `environments` of ``FlagDefinitions`` refer to it.
public struct FlagEnvironment: RawRepresentable, Sendable, Hashable, Codable {
    /// The name in definitions.
    public let rawValue: String

    /// Creates an environment with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// On developers' machines.
    public static let development = FlagEnvironment(rawValue: "development")
    /// For tests before a release.
    public static let staging = FlagEnvironment(rawValue: "staging")
    /// For all users.
    public static let production = FlagEnvironment(rawValue: "production")

    /// The environment of this build: ``development`` if it is compiled for debugging, otherwise ``production``.
    ///
    /// It depends on how this library is compiled. SwiftPM compiles dependencies in the configuration of the program,
    /// and Xcode compiles them for debugging if the configuration's name contains "debug". A program to which that
    /// doesn't apply, such as one that links a precompiled library, or a test version, passes its environment to the
    /// stack.
    public static var ofThisBuild: FlagEnvironment {
        #if DEBUG
        .development
        #else
        .production
        #endif
    }
}
