public import FiresteelTimeline

/// Exports a run as OTLP's JSON, one request on each line: the input of the file receiver of an OpenTelemetry
/// collector.
///
/// Lines with `resourceSpans` come first, then lines with `resourceLogs`.
public struct OTLPExport: TimelineExport {
    /// The file extension.
    public static let fileExtension = "otlp.jsonl"
    /// The media type.
    public static let mediaType = "application/x-ndjson"
    /// The maximum number of spans or log records on a line.
    public let batch: Int

    /// Creates the export.
    ///
    /// - Parameter batch: The maximum number of spans or log records on a line, at least 1.
    public init(batch: Int = 512) { self.batch = batch }

    /// Writes a run, piece by piece; see `TimelineExport/write(_:matching:to:)`.
    public func write(_ run: Run, matching query: TimelineQuery?, to sink: (String) throws -> Void) rethrows {
        try OTLPBatches(run, matching: query, limit: batch).forEach { batch in
            try sink(OTLPJSON.request(batch) + "\n")
            return true
        }
    }
}
