import ArgumentParser
import FiresteelRemote
import Foundation

/// The server that simulated people take flags from and send reports to.
struct TrafficTarget: ParsableArguments {
    // Other names than the app's own options, which are its parent's.
    @Option(name: .customLong("to"), help: ArgumentHelp("The address of the Firesteel server.", valueName: "url"))
    var server: String

    @Option(
        name: .customLong("flags-token-file"),
        help: ArgumentHelp("A file with a token of the kind server.", valueName: "file"))
    var serverTokenFile: String

    @Option(
        name: .customLong("reports-token-file"),
        help: ArgumentHelp("A file with a token of the kind ingest.", valueName: "file"))
    var reportTokenFile: String

    /// The address; validated.
    var address: URL { RemoteFlagProvider.httpAddress(server) ?? URL(fileURLWithPath: "/") }

    func validate() throws {
        guard RemoteFlagProvider.httpAddress(server) != nil else {
            throw ValidationError("“\(server)” is not an http or https address.")
        }
    }

    /// The arguments that repeat these options.
    var arguments: [String] {
        [
            "--to", server, "--flags-token-file", serverTokenFile, "--reports-token-file", reportTokenFile,
        ]
    }
}
