import FiresteelFlags
package import FiresteelHTTP
import FiresteelHTTPServer
package import FiresteelStore
import Foundation

extension FlagServer {
    /// The configuration of a server.
    package struct Configuration: Sendable {
        /// The numeric address to listen on.
        package var host = "127.0.0.1"
        /// The port, or 0 for any free one.
        package var port: UInt16 = 8090
        /// The origin under which browsers reach the server, such as `https://flags.example.com`; `nil` for any.
        package var origin: String?
        /// Whether `X-Forwarded-For` and `X-Request-ID` are set by a trusted proxy.
        package var trustsProxy = false
        /// The certificate of the server, or `nil` without TLS.
        package var certificate: ServerCertificate?
        /// The metrics, in which the runtime may record as well.
        package var metrics = MetricRegistry()
        /// The address at which Prometheus reads metrics, or `nil` for none.
        package var metricsListener: MetricsListener?
        /// The options for webhooks.
        package var webhooks = WebhookOptions()
        /// The OpenID Connect provider, or `nil` without one.
        package var openID: OpenIDConfiguration?
        /// Exchanges messages with the provider.
        package var openIDTransport: any HTTPTransport = URLSessionTransport()
        /// The passwords that aren't accepted as new ones because they are known from breaches, or `nil` for none.
        package var breachedPasswords: BreachedPasswords?
        /// The binary logarithm of the cost of a password's hash.
        package var passwordCost = PasswordHasher.cost
        /// The maximum number of connections.
        package var connections = 25_000
        /// The maximum number of event streams, fewer than connections.
        package var streams = 20_000
        /// The maximum number of event streams of one client's address, or `nil` for a quarter of all.
        package var streamsPerAddress: Int?
        /// The time after which an unused session ends.
        package var sessionIdle = Duration.seconds(3 * 86_400)
        /// The time between two reads of revisions.
        package var pollInterval = Duration.seconds(1)
        /// The time between two heartbeats of event streams.
        package var heartbeat = Duration.seconds(15)
        /// The time between two reads of the certificate.
        package var certificateInterval = Duration.seconds(10)
        /// The time for which shutting down waits for requests.
        package var shutdown = Duration.seconds(8)
        /// The retention of what programs send.
        package var retention = InsightRetention()
        /// The time between two looks for messages of programs to roll up.
        package var rollUpInterval = Duration.milliseconds(500)
        /// The time between two removals of expired data.
        package var retentionInterval = Duration.seconds(3_600)
        /// The time, in milliseconds since 1970.
        package var clock: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
        /// Waits between two times of regular work; tests replace it.
        package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

        /// Whether browsers reach the server over HTTPS.
        var isSecure: Bool { certificate != nil || origin?.hasPrefix("https://") ?? false }

        /// Creates the default configuration.
        package init() {}
    }
}
