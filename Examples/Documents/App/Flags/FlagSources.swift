import FiresteelFlags
import FiresteelRemote
import Foundation
import Logging

extension FlagStack {
    /// The flags of the program.
    ///
    /// What was set by hand comes first, then what the program was started with, then its environment, then the server, then
    /// the file. What none of them knows is as it is declared.
    ///
    /// - Parameters:
    ///   - overrides: the file that keeps what was set by hand.
    ///   - given: what the program was started with, `key=value` each.
    ///   - environment: the variables to look at; those of the process where none are given.
    ///   - server: what switches the programs of many people.
    ///   - file: what people edit.
    ///   - log: where it is said if what was set by hand is lost.
    static func documents(
        overrides: String, given: [String], environment: [String: String]? = nil,
        server: RemoteFlagProvider? = nil, file: FlagsFile,
        log: Logger = Logger(label: "documents.flags")
    ) -> FlagStack {
        let overrides = OverrideStore(URL(fileURLWithPath: overrides))
        if let fault = overrides.status.error { log.error("\(fault.message)") }
        var providers: [any FlagProvider] = [launchArguments(given), EnvironmentProvider(variables: environment)]
        if let server { providers.append(server) }
        return FlagStack(
            providers + [file.provider],
            overrides: overrides,
            // Flags whose value isn't somebody's own are the same for everybody.
            context: EvaluationContext(targetingKey: "documents"))
    }

    /// What the program was started with; its status names what can't be read.
    static func launchArguments(_ given: [String]) -> MemoryProvider {
        .launchArguments(["documents"] + given.flatMap { ["--flag", $0] })
    }
}
