public import FiresteelTimeline

/// A run as OTLP's JSON, a request on each line: what the file receiver of an OpenTelemetry collector reads.
///
/// Lines with `resourceSpans` come first, then lines with `resourceLogs`.
public struct OTLPExport: TimelineExport {
    /// The extension of a file that holds it.
    public static let fileExtension = "otlp.jsonl"
    /// What it is, as HTTP says it.
    public static let mediaType = "application/x-ndjson"
    /// The most spans or log lines of a line.
    public let batch: Int

    /// The export.
    ///
    /// - Parameter batch: The most spans or log lines of a line, at least 1.
    public init(batch: Int = 512) { self.batch = batch }

    /// Writes a run, piece by piece; see `TimelineExport/write(_:matching:to:)`.
    public func write(_ run: Run, matching query: TimelineQuery?, to sink: (String) throws -> Void) rethrows {
        try OTLPBatches(run, matching: query, limit: batch).forEach { batch in
            try sink(OTLPJSON.request(batch) + "\n")
            return true
        }
    }
}
