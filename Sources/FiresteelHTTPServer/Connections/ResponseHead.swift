import HTTPTypes
import NIOCore
import NIOHTTP1

/// The framing that marks the end of a response's body.
enum BodyFraming: Equatable {
    /// It has a length, in bytes.
    case length(Int)
    /// It is sent in chunks.
    case chunks
    /// It ends with the connection, or there is none.
    case none
}

/// Writes the heads of responses, with the fields of every response.
struct ResponseHeadWriter: Sendable {
    private let commonFields: [HTTPField]
    /// The fields of every response as they are sent.
    private let commonText: ByteBuffer

    init(commonFields: HTTPFields) {
        self.commonFields = Array(commonFields)
        var text = ByteBuffer()
        for field in commonFields { text.write(field) }
        commonText = text
    }

    /// Writes the head of a response.
    ///
    /// A field of the response takes precedence over one of every response. Those that frame the message are written here only,
    /// so that no two readers find different ends.
    func write(
        _ head: HTTPResponse, _ framing: BodyFraming, version: HTTPVersion, isLast: Bool, to buffer: inout ByteBuffer
    ) {
        buffer.writeStaticString(version == .http1_0 ? "HTTP/1.0 " : "HTTP/1.1 ")
        buffer.writeString(String(head.status.code))
        buffer.writeStaticString(" ")
        buffer.writeString(head.status.reasonPhrase)
        buffer.writeStaticString("\r\n")
        let fields = head.headerFields
        if commonFields.contains(where: { fields.contains($0.name) }) {
            for field in commonFields where !fields.contains(field.name) { buffer.write(field) }
        } else {
            buffer.writeImmutableBuffer(commonText)
        }
        for field in fields {
            switch field.name {
            case .contentLength, .transferEncoding: break
            case .connection where isLast: break
            default: buffer.write(field)
            }
        }
        switch framing {
        case .length(let length):
            buffer.writeStaticString("Content-Length: ")
            buffer.writeString(String(length))
            buffer.writeStaticString("\r\n")
        case .chunks: buffer.writeStaticString("Transfer-Encoding: chunked\r\n")
        case .none: break
        }
        buffer.writeStaticString(isLast ? "Connection: close\r\n\r\n" : "\r\n")
    }
}

extension ByteBuffer {
    /// Writes a field, whose value has no line breaks: `HTTPField` replaces them.
    fileprivate mutating func write(_ field: HTTPField) {
        writeString(field.name.rawName)
        writeStaticString(": ")
        writeString(field.value)
        writeStaticString("\r\n")
    }
}

extension HTTPResponse.Status {
    /// Whether responses with the status have a body.
    var allowsBody: Bool { code >= 200 && code != 204 && code != 304 }
}
