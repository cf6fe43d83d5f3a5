/// How batches are written on the wire.
public enum OTLPEncoding: String, Sendable, Hashable, CaseIterable {
    /// Protocol Buffers: what every receiver takes.
    case protobuf
    /// JSON, as OTLP has it: identifiers in hexadecimal, whole numbers of 64 bits as texts, names in lower camel case.
    case json

    /// What the body is, as HTTP says it.
    public var mediaType: String {
        switch self {
        case .protobuf: "application/x-protobuf"
        case .json: "application/json"
        }
    }

    /// The request that exports a batch.
    public func body(of batch: OTLPBatch) -> [UInt8] {
        switch self {
        case .protobuf: OTLPProtobuf.request(batch)
        case .json: Array(OTLPJSON.request(batch).utf8)
        }
    }
}
