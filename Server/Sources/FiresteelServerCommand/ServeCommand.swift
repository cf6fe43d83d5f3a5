import ArgumentParser
import Configuration
import Firesteel
import FiresteelDatabase
import FiresteelInspector
import FiresteelServer
import FiresteelTimeline
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Starts the server.")

    @OptionGroup var store: DatabaseOptions
    @OptionGroup var options: ServeOptions

    func run() async throws {
        let reader = try await store.reader()
        var configuration = try options.configuration(reader)
        #if DEBUG
        // Tests sign in often, and the hash of a password takes half a second. No release reads this.
        if let cost = reader.int(forKey: "password.cost"), (10...17).contains(cost) {
            configuration.passwordCost = cost
        }
        #endif
        let inspection = try options.inspector(reader)
        let log = try options.log(reader)
        let location = try store.location(reader)
        let console = ConsoleLogOutput(format: log.format)
        LoggingSystem.bootstrap { FiresteelLogHandler(label: $0, outputs: [console]) }
        let logger = Logger(label: "firesteel-server")
        configuration.fitFiles(logger)
        let database = try await store.open(reader)
        let runtime = try FeatureRuntime.setUpFlagServer(
            RuntimeConfiguration(
                program: ProgramDescription(name: "firesteel-server", version: FlagServer.version),
                storage: options.timeline(reader, location),
                retention: Retention(runs: 10, bytes: 128 << 20), recordsSignals: true,
                metrics: configuration.metrics))
        runtime.logging.level = log.level
        let server = try await FlagServer.start(configuration, database: database, runtime: runtime, logger: logger)
        var inspector: Inspector?
        do {
            if let inspection { inspector = try await Inspector.start(runtime, inspection) }
        } catch {
            await server.stop()
            throw error
        }
        var services: [any Service] = []
        if configuration.certificate != nil {
            let requests = await UnixSignalsSequence(trapping: .sighup)
            services.append(ReloadService(server: server, requests: requests, logger: logger))
        }
        services.append(ServerService(server: server, configuration: configuration, inspector: inspector))
        let group = ServiceGroup(
            configuration: .init(
                services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }
}

/// Runs a started server until the process is asked to stop.
private struct ServerService: Service {
    let server: FlagServer
    let configuration: FlagServer.Configuration
    let inspector: Inspector?

    func run() async throws {
        do {
            // Here, where signals are handled: a process that reads the addresses may end this one at once.
            try await announce()
        } catch {
            await stop()
            throw error
        }
        try? await gracefulShutdown()
        await stop()
    }

    private func stop() async {
        await inspector?.stop()
        await server.stop()
    }

    /// Prints the addresses.
    private func announce() async throws {
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        let scheme = configuration.certificate == nil ? "http" : "https"
        let address = configuration.origin ?? "\(scheme)://\(host):\(server.port)"
        print("Firesteel server \(FlagServer.version)")
        if let port = server.metricsPort, let listener = configuration.metricsListener {
            let host = listener.host.contains(":") ? "[\(listener.host)]" : listener.host
            print("Metrics: http://\(host):\(port)/metrics")
        }
        if let inspector { print("Inspector: \(inspector.url)") }
        print("Dashboard: \(address)/")
        if let code = try await server.newFirstAccountCode() {
            print("First account: \(address)/#first=\(code)")
            print("The code \(code) works once, for an hour.")
        }
        // Others wait for these lines.
        fflush(nil)
    }
}

/// Reads the certificate again when the process receives SIGHUP.
private struct ReloadService: Service {
    let server: FlagServer
    let requests: UnixSignalsSequence
    let logger: Logger

    func run() async throws {
        for await _ in requests.cancelOnGracefulShutdown() {
            do {
                try server.reloadCertificate()
            } catch {
                logger.error("The certificate can't be read; the earlier one is used", metadata: ["error": "\(error)"])
            }
        }
    }
}
