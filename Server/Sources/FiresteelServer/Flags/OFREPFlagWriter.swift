import FiresteelBase
import FiresteelFlags

/// Writes the results of a flag as messages of the OpenFeature Remote Evaluation Protocol.
///
/// What doesn't depend on the context is encoded once. `OFREPSource` of FiresteelRemote reads the same result.
struct OFREPFlagWriter: Sendable {
    /// The flag's key.
    let key: String
    /// The members `key` and `metadata`.
    private let description: [UInt8]

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - key: The flag's key.
    ///   - metadata: The metadata that the program receives, an object, or `nil` for none.
    init(_ key: String, metadata: JSONValue? = nil) {
        self.key = key
        var writer = JSONWriter()
        writer.bytes += "\"key\":".utf8
        writer.write(JSONValue.string(key))
        if let metadata {
            writer.bytes += ",\"metadata\":".utf8
            writer.write(metadata)
        }
        description = writer.bytes
    }

    /// Appends the flag of a response, a JSON object with names in the order of their UTF-8.
    ///
    /// A value that the server leaves to the program's default is omitted; a failed evaluation has `errorCode` and
    /// `errorDetails`.
    ///
    /// - Parameters:
    ///   - evaluation: The result.
    ///   - bytes: The text in UTF-8.
    func write(_ evaluation: FlagEvaluation, to bytes: inout [UInt8]) {
        var writer = JSONWriter()
        swap(&writer.bytes, &bytes)
        defer { swap(&writer.bytes, &bytes) }
        if case .failed(let error) = evaluation.outcome {
            writer.bytes += "{\"errorCode\":".utf8
            writer.write(JSONValue.string(error.code.rawValue))
            writer.bytes += ",\"errorDetails\":".utf8
            writer.write(JSONValue.string(error.message))
            writer.bytes += ",".utf8
            writer.bytes += description
            writer.bytes += "}".utf8
            return
        }
        writer.bytes += "{".utf8
        writer.bytes += description
        writer.bytes += ",\"reason\":".utf8
        writer.write(JSONValue.string(evaluation.reason.rawValue))
        if case .value(let value) = evaluation.outcome {
            writer.bytes += ",\"value\":".utf8
            writer.write(value)
        }
        if let variant = evaluation.variant {
            writer.bytes += ",\"variant\":".utf8
            writer.write(JSONValue.string(variant))
        }
        writer.bytes += "}".utf8
    }
}
