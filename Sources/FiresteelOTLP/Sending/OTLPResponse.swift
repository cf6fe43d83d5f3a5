import FiresteelBase
import FiresteelHTTP
import HTTPTypes

/// The body of an endpoint's response.
struct OTLPResponse {
    /// The number of rejected records.
    var rejected: Int64 = 0
    /// The message, at most 300 characters on one line.
    var message = ""

    /// Creates the partial success of a response with status 200.
    ///
    /// It remains empty without a body: then all was accepted.
    init(success response: HTTPResponseMessage<[UInt8]>) {
        if let members = Self.object(response) {
            guard case .object(let partial)? = members["partialSuccess"] else { return }
            switch partial["rejectedSpans"] ?? partial["rejectedLogRecords"] {
            case .string(let number): rejected = Int64(number) ?? 0
            case .int(let number): rejected = Int64(number)
            default: break
            }
            if case .string(let text)? = partial["errorMessage"] { message = Self.line(text) }
        } else if let partial = ProtobufReader.message(1, in: response.body) {
            var reader = ProtobufReader(partial)
            while let next = reader.next() {
                switch next {
                case (1, .number(let number)): rejected = Int64(bitPattern: number)
                case (2, .bytes(let text)): message = Self.line(String(decoding: text, as: UTF8.self))
                default: break
                }
            }
        }
    }

    /// Reads the message of an error response: a `google.rpc.Status` in either encoding, or plain text.
    init(failure response: HTTPResponseMessage<[UInt8]>) {
        if let members = Self.object(response) {
            if case .string(let text)? = members["message"] { message = Self.line(text) }
        } else if response.fields[.contentType]?.contains("protobuf") == true {
            let text = ProtobufReader.message(2, in: response.body) ?? []
            message = Self.line(String(decoding: text, as: UTF8.self))
        } else if response.fields[.contentType]?.hasPrefix("text/plain") == true {
            message = Self.line(String(decoding: response.body.prefix(2_000), as: UTF8.self))
        }
    }

    private static func object(_ response: HTTPResponseMessage<[UInt8]>) -> [String: JSONValue]? {
        // Receivers answer in the request's encoding, and some name none: an object in braces is JSON.
        guard response.body.first == UInt8(ascii: "{"), case .object(let members)? = try? JSONValue(json: response.body)
        else { return nil }
        return members
    }

    private static func line(_ text: String) -> String {
        let words = text.split {
            $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        return String(words.joined(separator: " ").prefix(300))
    }
}
