import FiresteelDatabase
import FiresteelHTTPServer
import FiresteelStore
import Foundation

/// The metrics of the server's parts, read when Prometheus reads.
///
/// Environments are labels, flags, people and tokens never are.
struct ServerMetrics {
    let parts: ServerParts
    let http: HTTPServer
    let configuration: FlagServer.Configuration

    /// The maximum number of environments with series.
    static let maximumEnvironments = 200

    /// Adds the metrics to a registry.
    func add(to registry: MetricRegistry) {
        let dialect = parts.database.dialect == .sqlite ? "sqlite" : "postgres"
        let (connections, streams) = (Double(configuration.connections), Double(configuration.streams))
        let certificate = configuration.certificate
        // Both lead to the registry, so that strong references would keep them forever.
        registry.collect { [weak parts, weak http] text in
            guard let parts, let http else { return }
            text.family("firesteel_build_info", .gauge, "The version of the server and the kind of database.")
            text.sample(
                "firesteel_build_info", [("version", FlagServer.version), ("database", dialect)], value: 1)
            text.single(
                "firesteel_http_connections", .gauge, "Open connections.", Double(http.connectionCount))
            text.single(
                "firesteel_http_connections_limit", .gauge, "The maximum number of connections.", connections)
            text.single(
                "firesteel_event_streams", .gauge, "Open event streams of programs.", Double(parts.streams.count))
            text.single(
                "firesteel_event_streams_limit", .gauge, "The maximum number of event streams.", streams)
            text.family(
                "firesteel_insight_messages_total", .counter,
                "Messages of programs, by what became of them: stored, repeated, or why they were refused.")
            for (outcome, count) in parts.insight.counts.all.sorted(by: { $0.key < $1.key }) {
                text.sample("firesteel_insight_messages_total", [("outcome", outcome)], value: Double(count))
            }
            text.single(
                "firesteel_insight_load", .gauge, "The use of the fullest share for waiting messages, from 0 to 1.",
                parts.insight.writer.load)
            if let certificate {
                text.single(
                    "firesteel_certificate_expiry_timestamp_seconds", .gauge,
                    "The end of the certificate's validity, in seconds since 1970.",
                    certificate.expires.timeIntervalSince1970.rounded())
            }
            Self.environments(parts, &text)
        }
        ProcessMetrics.add(to: registry)
    }

    private static func environments(_ parts: ServerParts, _ text: inout PrometheusText) {
        if let read = parts.snapshots.lastRefresh {
            text.single(
                "firesteel_revisions_read_timestamp_seconds", .gauge,
                "When revisions were read from the database last, in seconds since 1970.", read)
        }
        let all = parts.snapshots.all
        let shown = all.sorted { ($0.program, $0.environment) < ($1.program, $1.environment) }
            .prefix(maximumEnvironments)
        text.single(
            "firesteel_environments", .gauge,
            "Environments of all programs; the first \(maximumEnvironments) have series.", Double(all.count))
        text.family("firesteel_environment_revision", .gauge, "The revision of the environment on this node.")
        for snapshot in shown {
            text.sample("firesteel_environment_revision", labels(snapshot), value: Double(snapshot.revision))
        }
        text.family(
            "firesteel_environment_revision_timestamp_seconds", .gauge,
            "When this node began to serve the revision, in seconds since 1970.")
        for snapshot in shown {
            text.sample(
                "firesteel_environment_revision_timestamp_seconds", labels(snapshot), value: snapshot.compiled)
        }
        text.family(
            "firesteel_programs", .gauge,
            "Running programs that use this node, by whether they have the current revision.")
        let counts = parts.instances.counts()
        for snapshot in shown {
            var current: Int64 = 0
            var older: Int64 = 0
            for count in counts where count.program == snapshot.program && count.environment == snapshot.environment {
                if count.revision >= snapshot.revision { current += count.instances } else { older += count.instances }
            }
            text.sample("firesteel_programs", labels(snapshot) + [("revision", "current")], value: Double(current))
            text.sample("firesteel_programs", labels(snapshot) + [("revision", "older")], value: Double(older))
        }
    }

    private static func labels(_ snapshot: EnvironmentSnapshot) -> PrometheusText.Labels {
        [("program", snapshot.program), ("environment", snapshot.environment)]
    }
}
