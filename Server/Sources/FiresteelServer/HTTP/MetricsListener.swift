import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes
import Logging

/// A separate address for Prometheus, so that no proxy in front of the server makes metrics public.
package struct MetricsListener: Sendable {
    /// The numeric address.
    package var host: String
    /// The port, or 0 for any free one.
    package var port: UInt16
    /// The token that requests need; `nil` only for loopback addresses.
    package var token: String?

    /// The smallest length of a token, in bytes.
    package static let minimumToken = 16

    /// Creates a configuration.
    ///
    /// - Throws: ``MetricsListenerError``.
    package init(host: String, port: UInt16, token: String?) throws(MetricsListenerError) {
        if let token {
            guard token.utf8.count >= Self.minimumToken else { throw .weakToken }
        } else if !LoopbackAddress.contains(host) {
            throw .tokenRequired(host: host)
        }
        self.host = host
        self.port = port
        self.token = token
    }

    func start(_ registry: MetricRegistry, logger: Logger) async throws -> HTTPServer {
        let token = token
        return try await HTTPServer.start(
            HTTPServerConfiguration(
                host: host, port: port, limits: HTTPServerLimits(bodyBytes: 0, connections: 16),
                fields: [.xContentTypeOptions: "nosniff", .cacheControl: "no-store"], logger: logger)
        ) { _ in MetricsHandler(registry: registry, token: token) }
    }
}

/// An error of the configuration of a listener for metrics.
package enum MetricsListenerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Others than this machine can reach the address, so a token is required.
    case tokenRequired(host: String)
    /// The token is too short.
    case weakToken

    /// The reason and what to do.
    package var description: String {
        switch self {
        case .tokenRequired(let host):
            "Metrics on \(host), which other machines can reach, need a token of at least \(MetricsListener.minimumToken) characters in FIRESTEEL_METRICS_TOKEN. Set it, or listen on 127.0.0.1."
        case .weakToken:
            "The token in FIRESTEEL_METRICS_TOKEN needs at least \(MetricsListener.minimumToken) characters, for example those of “openssl rand -hex 32”."
        }
    }
}

/// Responds to requests for metrics.
struct MetricsHandler: HTTPRequestHandler {
    let registry: MetricRegistry
    let token: String?

    func respond(to request: HTTPRequestMessage) async -> HTTPServerResponse {
        guard isAllowed(request) else {
            return Self.text(.unauthorized, "Send the token of the metrics as “Authorization: Bearer”.\n")
        }
        guard request.head.path?.split(separator: "?").first == "/metrics" else {
            return Self.text(.notFound, "Metrics are at /metrics.\n")
        }
        guard request.method == .get || request.method == .head else {
            return Self.text(.methodNotAllowed, "This address accepts GET.\n")
        }
        return HTTPServerResponse(
            status: .ok, fields: [.contentType: PrometheusText.mediaType], body: .bytes(Array(registry.text().utf8)))
    }

    private func isAllowed(_ request: HTTPRequestMessage) -> Bool {
        if let token {
            return RequestHandler.token(request.fields).map { Secret.isEqual($0, token) } ?? false
        }
        // A page of another site whose name leads to this machine has that name in the field.
        guard let host = request.head.authority ?? request.fields[.hostField] else { return false }
        return LoopbackAddress.contains(LoopbackAddress.host(of: host))
    }

    private static func text(_ status: HTTPResponse.Status, _ text: String) -> HTTPServerResponse {
        HTTPServerResponse(
            status: status, fields: [.contentType: "text/plain; charset=utf-8"], body: .bytes(Array(text.utf8)))
    }
}
