/// The wire format of batches.
public enum OTLPEncoding: String, Sendable, Hashable, CaseIterable {
    /// Protocol Buffers, which every receiver supports.
    case protobuf
    /// OTLP's JSON: identifiers in hexadecimal, whole numbers of 64 bits as texts, names in lower camel case.
    case json

    /// The media type of the body.
    public var mediaType: String {
        switch self {
        case .protobuf: "application/x-protobuf"
        case .json: "application/json"
        }
    }

    /// Returns the request that exports a batch.
    public func body(of batch: OTLPBatch) -> [UInt8] {
        switch self {
        case .protobuf: OTLPProtobuf.request(batch)
        case .json: Array(OTLPJSON.request(batch).utf8)
        }
    }
}
