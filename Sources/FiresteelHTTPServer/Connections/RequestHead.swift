import HTTPTypes
import NIOHTTP1

extension HTTPRequest {
    /// Reads a head that the decoder accepted, and rejects what remains ambiguous.
    ///
    /// Each rule is one of RFC 9112: a request that two readers could understand differently is none.
    ///
    /// - Returns: The head, and the declared size of the body in bytes; `nil` if it is sent in chunks.
    static func reading(_ head: HTTPRequestHead) throws(HTTPServerError) -> (HTTPRequest, length: Int?) {
        guard head.version == .http1_1 || head.version == .http1_0 else { throw .unsupportedVersion }
        guard let method = HTTPRequest.Method(head.method.rawValue) else { throw .badRequest("The method is invalid.") }
        guard head.uri.utf8.first == UInt8(ascii: "/"), head.uri.utf8.allSatisfy(isTargetByte) else {
            throw .badRequest("The address must be a path of printable ASCII characters.")
        }
        var fields = HTTPFields()
        fields.reserveCapacity(head.headers.count)
        var (hosts, lengths, codings, credentials) = (0, 0, 0, 0)
        var declared = ""
        for (name, value) in head.headers {
            guard let name = HTTPField.Name(name), value.utf8.allSatisfy(isValueByte) else {
                throw .badRequest("A header field is invalid.")
            }
            switch name.canonicalName {
            case "host": hosts += 1
            case "authorization": credentials += 1
            case "content-length":
                lengths += 1
                declared = value
            case "transfer-encoding":
                codings += 1
                guard value.lowercased() == "chunked", head.version == .http1_1 else {
                    throw .badRequest("The only supported Transfer-Encoding is chunked.")
                }
            default: break
            }
            fields.append(HTTPField(name: name, value: value))
        }
        guard hosts <= 1 else { throw .badRequest("Host occurs more than once.") }
        guard credentials <= 1 else { throw .badRequest("Authorization occurs more than once.") }
        guard lengths + codings <= 1 else { throw .badRequest("The length of the body is ambiguous.") }
        let request = HTTPRequest(
            method: method, scheme: nil, authority: nil, path: head.uri, headerFields: fields)
        guard lengths == 1 else { return (request, codings == 1 ? nil : 0) }
        guard !declared.isEmpty, declared.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(declared)
        else { throw .badRequest("Content-Length is invalid.") }
        return (request, length)
    }

    private static func isTargetByte(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "#")
    }

    /// Whether a byte may appear in a value: no control character except the tab.
    private static func isValueByte(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }
}
