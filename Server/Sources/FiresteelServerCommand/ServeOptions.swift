import ArgumentParser
import Configuration
import Firesteel
import FiresteelHTTP
import FiresteelInspector
import FiresteelServer
import Foundation
import Logging

/// The options of a running server.
struct ServeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The numeric address and port to listen on (default: 127.0.0.1:8090).", valueName: "address:port"))
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "The origin under which browsers reach the server, such as https://flags.example.com. Needed for sign-in over HTTPS behind a proxy.",
            valueName: "origin"))
    var origin: String?

    @Flag(
        help:
            "Take the client's address from X-Forwarded-For and the request's identifier from X-Request-ID, which a proxy in front of the server has to set."
    )
    var trustProxy = false

    @Option(help: ArgumentHelp("The most event streams (default: 20000).", valueName: "count"))
    var streams: Int?

    @Option(
        help: ArgumentHelp(
            "The most event streams of one client's address (default: a quarter of all).", valueName: "count"))
    var streamsPerAddress: Int?

    @Option(
        help: ArgumentHelp(
            "The most connections, those of event streams included (default: a quarter more than streams, and 100).",
            valueName: "count"))
    var connections: Int?

    @Option(
        help: ArgumentHelp(
            "The server's certificate in PEM, followed by those between it and the root. Read again when it changes.",
            valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The private key of the certificate in PEM.", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "The address at which Prometheus reads /metrics. One that other machines can reach needs a token in FIRESTEEL_METRICS_TOKEN.",
            valueName: "address:port"))
    var metricsListen: String?

    @Option(
        help: ArgumentHelp(
            "A loopback address for the inspector of the server itself: its operations, timeline and logs.",
            valueName: "address:port"))
    var inspector: String?

    @Option(
        help: ArgumentHelp(
            "The folder of the server's own timeline (default: timeline in the folder of --data, else in memory).",
            valueName: "folder"))
    var timeline: String?

    @Option(
        help: ArgumentHelp(
            "The lowest level of log lines: trace, debug, info, notice, warning, error or critical (default: info).",
            valueName: "level"))
    var logLevel: String?

    @Option(help: ArgumentHelp("The format of log lines: text or json (default: text).", valueName: "format"))
    var logFormat: String?

    @Option(
        help: ArgumentHelp(
            "How long a session lasts without use, such as 30m, 8h or 3d: 5 minutes to 14 days (default: 3d).",
            valueName: "time"))
    var sessionIdle: String?

    @Option(
        help: ArgumentHelp(
            "A file of breached passwords, which can't be set: the SHA-1 list of Have I Been Pwned, ordered by hash.",
            valueName: "file"))
    var breachedPasswords: String?

    @OptionGroup(title: "Retention") var retention: RetentionOptions
    @OptionGroup(title: "OpenID Connect") var openID: OpenIDOptions
    @OptionGroup(title: "Webhooks") var webhooks: WebhookAddressOptions

    /// Returns the configuration of the server, with options of the environment and the file.
    func configuration(_ reader: ConfigReader) throws -> FlagServer.Configuration {
        var configuration = FlagServer.Configuration()
        if let listen = listen ?? reader.string(forKey: "listen") {
            (configuration.host, configuration.port) = try Self.address(listen, "--listen")
        }
        configuration.origin = try (origin ?? reader.string(forKey: "origin")).map(Self.checked(origin:))
        configuration.openID = try openID.configuration(reader, origin: configuration.origin)
        configuration.webhooks.policy = try webhooks.policy(reader)
        configuration.trustsProxy = trustProxy || reader.bool(forKey: "trust.proxy", default: false)
        if let streams = streams ?? reader.int(forKey: "streams") {
            guard (1...1_000_000).contains(streams) else {
                throw ValidationError("--streams has to be 1 to 1,000,000.")
            }
            configuration.setStreams(streams)
        }
        if let count = streamsPerAddress ?? reader.int(forKey: "streams.per.address") {
            guard (1...1_000_000).contains(count) else {
                throw ValidationError("--streams-per-address has to be 1 to 1,000,000.")
            }
            configuration.streamsPerAddress = count
        }
        if let count = connections ?? reader.int(forKey: "connections") {
            guard (configuration.streams + 1...2_000_000).contains(count) else {
                throw ValidationError("--connections has to be more than --streams, and at most 2,000,000.")
            }
            configuration.connections = count
        }
        if let time = sessionIdle ?? reader.string(forKey: "session.idle") {
            configuration.sessionIdle = try Self.idleTime(time)
        }
        if let path = breachedPasswords ?? reader.string(forKey: "breached.passwords") {
            configuration.breachedPasswords = try BreachedPasswords(path: path)
        }
        let certificate = tlsCertificate ?? reader.string(forKey: "tls.certificate")
        switch (certificate, tlsKey ?? reader.string(forKey: "tls.key")) {
        case (nil, nil): break
        case (let certificate?, let key?):
            configuration.certificate = try ServerCertificate(certificateFile: certificate, keyFile: key)
        case (_?, nil): throw ValidationError("--tls-certificate needs --tls-key, the private key of the certificate.")
        case (nil, _?): throw ValidationError("--tls-key needs --tls-certificate, the certificate of the key.")
        }
        if let address = metricsListen ?? reader.string(forKey: "metrics.listen") {
            let (host, port) = try Self.address(address, "--metrics-listen")
            configuration.metricsListener = try MetricsListener(
                host: host, port: port, token: reader.string(forKey: "metrics.token", isSecret: true))
        }
        configuration.retention = try retention.retention(reader)
        return configuration
    }

    /// Returns the configuration of the inspector, or `nil` without one.
    func inspector(_ reader: ConfigReader) throws -> InspectorConfiguration? {
        guard let text = inspector ?? reader.string(forKey: "inspector") else { return nil }
        let (host, port) = try Self.address(text, "--inspector")
        guard LoopbackAddress.contains(host), host != "localhost" else {
            throw ValidationError(
                "--inspector needs a loopback address such as 127.0.0.1:8091, not \(host): it isn't encrypted. From another machine, use a tunnel such as “ssh -L 8091:127.0.0.1:8091”."
            )
        }
        return InspectorConfiguration(host: host, port: port, allowsReleaseBuilds: true)
    }

    /// Returns the level and the format of log lines.
    func log(_ reader: ConfigReader) throws -> (level: Logger.Level, format: LogFormat) {
        let name = logLevel ?? reader.string(forKey: "log.level") ?? "info"
        guard let level = Logger.Level(rawValue: name) else {
            throw ValidationError(
                "“\(name)” isn't a log level. Use trace, debug, info, notice, warning, error or critical.")
        }
        switch logFormat ?? reader.string(forKey: "log.format") ?? "text" {
        case "text": return (level, .text(isatty(STDERR_FILENO) == 1 ? .ofDay : .dated))
        case "json": return (level, .jsonLines)
        case let name: throw ValidationError("“\(name)” isn't a log format. Use text or json.")
        }
    }

    /// Returns where the timeline is stored.
    func timeline(_ reader: ConfigReader, _ location: DatabaseOptions.Location) -> RuntimeConfiguration.Storage {
        if let folder = timeline ?? reader.string(forKey: "timeline") { return .folder(folder) }
        if case .folder(let folder) = location { return .folder("\(folder)/timeline") }
        return .memory
    }

    /// Returns a time without use: a whole number of minutes, hours or days.
    private static func idleTime(_ text: String) throws -> Duration {
        let units: [Character: Int] = ["m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number > 0,
            number <= 20_160, (300...14 * 86_400).contains(number * unit)
        else {
            throw ValidationError(
                "--session-idle needs 5 minutes to 14 days, such as 30m, 8h or 3d, not “\(text)”.")
        }
        return .seconds(number * unit)
    }

    private static func address(_ text: String, _ option: String) throws -> (host: String, port: UInt16) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw ValidationError("\(option) needs an address and a port, such as 127.0.0.1:8090, not “\(text)”.")
        }
        return (String(text[..<colon]).replacing("[", with: "").replacing("]", with: ""), port)
    }

    /// Browsers send an origin without a path, so another one would reject every sign-in.
    private static func checked(origin: String) throws -> String {
        guard let url = URL(string: origin), let scheme = url.scheme, ["http", "https"].contains(scheme),
            url.host != nil, url.path.isEmpty, url.query == nil
        else {
            throw ValidationError(
                "--origin needs a scheme and a host without a path, such as https://flags.example.com, not “\(origin)”."
            )
        }
        return origin
    }
}

extension FlagServer.Configuration {
    /// Limits event streams, and connections to what they need.
    mutating func setStreams(_ count: Int) {
        streams = count
        connections = count + count / 4 + 100
    }

    /// Raises the limit of files as far as connections need it, and otherwise lowers the limits of streams.
    mutating func fitFiles(_ logger: Logger) {
        guard let limit = FileLimit.raise(forConnections: connections) else { return }
        let available = FileLimit.connections(within: limit.soft)
        guard available < connections else { return }
        let requested = streams
        // The part of connections that aren't streams.
        setStreams(max(1, (available - 100) * 4 / 5))
        connections = available
        logger.warning(
            "The limit of file descriptors is too low for the event streams; fewer are accepted",
            metadata: [
                "limit": "\(limit.hard)", "requested": "\(requested)", "accepted": "\(streams)",
                "remedy": "Raise the hard limit, LimitNOFILE in systemd",
            ])
    }
}
