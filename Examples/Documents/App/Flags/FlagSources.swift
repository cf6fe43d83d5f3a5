import FiresteelFlags
import FiresteelRemote
import Foundation
import Logging

extension FlagStack {
    /// The program's flags.
    ///
    /// Overrides have priority, then launch arguments, environment variables, the servers, and the file. A flag without
    /// a value in any of them has its declared default.
    ///
    /// - Parameters:
    ///   - overrides: The path of the file that stores overrides.
    ///   - given: The launch arguments, each as `key=value`.
    ///   - environment: The environment variables to read. Those of the process by default.
    ///   - servers: The flags of servers.
    ///   - file: The flags file.
    ///   - log: The logger for overrides that can't be read.
    static func documents(
        overrides: String, given: [String], environment: [String: String]? = nil,
        servers: [RemoteFlagProvider] = [], file: FlagsFile,
        log: Logger = Logger(label: "documents.flags")
    ) -> FlagStack {
        let overrides = OverrideStore(URL(fileURLWithPath: overrides))
        if let fault = overrides.status.error { log.error("\(fault.message)") }
        return FlagStack(
            [launchArguments(given), EnvironmentProvider(variables: environment)] + servers + [file.provider],
            overrides: overrides,
            // Flags that don't depend on a user evaluate the same for everyone.
            context: .documents("documents"))
    }

    /// Returns a provider of the launch arguments; its status names the invalid ones.
    static func launchArguments(_ given: [String]) -> MemoryProvider {
        .launchArguments(["documents"] + given.flatMap { ["--flag", $0] })
    }
}
