import ArgumentParser
import Configuration
import Firesteel
import FiresteelDatabase
import FiresteelServer
import FiresteelTimeline
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Starts the server.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Starts the server.")

    @OptionGroup var store: DatabaseOptions

    @Option(
        help: ArgumentHelp(
            "The numeric address and port to listen on (default: 127.0.0.1:8090).", valueName: "address:port"))
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "The origin under which browsers reach the server, such as https://flags.example.com. Needed for sign-in over HTTPS.",
            valueName: "origin"))
    var origin: String?

    @Flag(help: "Take the client's address from X-Forwarded-For, which a proxy in front of the server has to set.")
    var trustProxy = false

    @Option(help: ArgumentHelp("The most event streams (default: 20000).", valueName: "count"))
    var streams: Int?

    func run() async throws {
        let logger = Logger(label: "firesteel-server")
        let reader = try await store.reader()
        var configuration = FlagServer.Configuration()
        try Self.listen(on: listen ?? reader.string(forKey: "listen"), &configuration)
        configuration.origin = origin ?? reader.string(forKey: "origin")
        configuration.trustsProxy = trustProxy || reader.bool(forKey: "trust.proxy", default: false)
        if let streams = streams ?? reader.int(forKey: "streams") {
            guard (1...1_000_000).contains(streams) else {
                throw ValidationError("--streams has to be 1 to 1,000,000.")
            }
            configuration.streams = streams
            configuration.connections = streams + streams / 4 + 100
        }
        let database = try await store.open(reader, logger: logger)
        let runtime = try FeatureRuntime.flagServer(
            RuntimeConfiguration(program: ProgramDescription(name: "firesteel-server", version: FlagServer.version)))
        let server = try await FlagServer.start(configuration, database: database, runtime: runtime, logger: logger)
        let address = configuration.origin ?? "http://\(configuration.host):\(server.port)"
        print("Firesteel server \(FlagServer.version)")
        print("Dashboard: \(address)/")
        if let code = try await server.newFirstAccountCode() {
            print("First account: \(address)/#first=\(code)")
            print("The code \(code) works once, for an hour.")
        }
        // Others wait for these lines.
        fflush(nil)
        let group = ServiceGroup(
            configuration: .init(
                services: [ServerService(server: server)], gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger))
        try await group.run()
    }

    private static func listen(on text: String?, _ configuration: inout FlagServer.Configuration) throws {
        guard let text else { return }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw ValidationError("--listen needs an address and a port, such as 127.0.0.1:8090, not “\(text)”.")
        }
        configuration.host = String(text[..<colon]).replacing("[", with: "").replacing("]", with: "")
        configuration.port = port
    }
}

/// Runs a started server until the process is asked to stop.
private struct ServerService: Service {
    let server: FlagServer

    func run() async throws {
        try? await gracefulShutdown()
        await server.stop()
    }
}
