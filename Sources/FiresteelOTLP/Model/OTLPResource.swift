public import FiresteelTimeline

/// The common attributes of all spans and log lines of a run: program, host and library.
public struct OTLPResource: Sendable, Hashable {
    /// The attributes.
    public var attributes: [OTLPAttribute]

    /// Creates the attributes of a run, with OpenTelemetry's semantic conventions where they exist.
    public init(_ run: Run) {
        let header = run.header
        var attributes = OTLPAttributes()
        attributes.add("service.name", header.program.name.isEmpty ? "unknown_service" : header.program.name)
        if !header.program.version.isEmpty { attributes.add("service.version", header.program.version) }
        attributes.add("service.instance.id", header.identifier)
        attributes.add("process.pid", header.process)
        attributes.add("os.description", header.host)
        attributes.add("host.arch", Self.architecture(header.host))
        attributes.add("telemetry.sdk.name", "firesteel")
        attributes.add("telemetry.sdk.language", "swift")
        if !header.program.build.isEmpty { attributes.add("firesteel.build", header.program.build) }
        attributes.add("firesteel.run", header.identifier)
        let end = run.end
        attributes.add("firesteel.run.end", end.identifier)
        if case .signal(let signal, _) = end { attributes.add("firesteel.run.signal", signal.name) }
        self.attributes = attributes.all
    }

    /// Returns OpenTelemetry's name of the processor in a description such as `Linux 6.1.0, x86_64`.
    private static func architecture(_ host: String) -> String? {
        guard let comma = host.lastIndex(of: ",") else { return nil }
        let name = host[host.index(after: comma)...].drop { $0 == " " }
        switch name {
        case "": return nil
        case "x86_64": return "amd64"
        case "aarch64", "arm64": return "arm64"
        default: return String(name)
        }
    }
}

/// The content of one request: spans or log lines of one run, with their resource.
public enum OTLPBatch: Sendable, Hashable {
    /// Performs.
    case spans([OTLPSpan], OTLPResource)
    /// Log lines and events.
    case logs([OTLPLogRecord], OTLPResource)

    /// The OTLP service of the batch.
    public var signal: OTLPSignal {
        switch self {
        case .spans: .traces
        case .logs: .logs
        }
    }

    /// The number of spans or log lines.
    public var count: Int {
        switch self {
        case .spans(let spans, _): spans.count
        case .logs(let logs, _): logs.count
        }
    }
}

/// An OTLP service.
public enum OTLPSignal: String, Sendable, Hashable {
    /// Takes spans.
    case traces
    /// Takes log lines.
    case logs
}
