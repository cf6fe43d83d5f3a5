import FiresteelHTTP
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import Synchronization

@testable import FiresteelHTTPServer

/// Parses bytes as data from a client: heads, bodies and chunks of any number of requests.
///
/// The first byte selects the size of the pieces in which the rest arrives. Requests and responses are the same as for a
/// single piece, each request is unambiguous, and each response has the common fields.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzServer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 1 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = Transcript(bytes.dropFirst(), piece: count)
    let pieces = Transcript(bytes.dropFirst(), piece: Int(bytes[0] & 15) + 1)
    precondition(whole.requests == pieces.requests, "\(whole.requests) as a whole, \(pieces.requests) in pieces")
    precondition(whole.sent == pieces.sent, "\(whole.sent) as a whole, \(pieces.sent) in pieces")
    let responses = whole.sent.split(separator: "cache-control: no-store", omittingEmptySubsequences: false).count - 1
    precondition(responses >= whole.requests.count, "A response without its fields: \(whole.sent)")
    return 0
}

/// The parsed requests, and the sent bytes in lower case.
private struct Transcript {
    let requests: [HTTPRequestMessage]
    let sent: String

    init(_ bytes: ArraySlice<UInt8>, piece: Int) {
        let recorder = Recorder()
        let limits = HTTPServerLimits(bodyBytes: 512)
        let service = HTTPService(
            HTTPServerConfiguration(
                limits: limits, fields: [.cacheControl: "no-store"],
                logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }))
        service.handler.withLock { $0 = recorder }
        let channel = EmbeddedChannel()
        do {
            try service.addHandlers(to: channel) { request, _, _, loop in
                recorder.requests.withLock { $0.append(request) }
                let body = Array(request.body.suffix(1))
                return (loop.makeSucceededFuture(HTTPServerResponse(status: .ok, body: .bytes(body))), nil)
            }
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            var rest = bytes
            while !rest.isEmpty, channel.isActive {
                _ = try? channel.writeInbound(ByteBuffer(bytes: rest.prefix(piece)))
                rest = rest.dropFirst(piece)
            }
            channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            var sent = ""
            while let part = try channel.readOutbound(as: ByteBuffer.self) { sent += String(buffer: part) }
            self.sent = sent.lowercased()
            precondition(!channel.isActive, "A connection remains open after its end")
        } catch {
            preconditionFailure("The channel failed: \(error)")
        }
        requests = recorder.requests.withLock { $0 }
        for request in requests { Self.check(request) }
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    /// Checks the properties of a request that was passed on.
    private static func check(_ request: HTTPRequestMessage) {
        precondition(request.head.path?.first == "/", "A request without a path: \(request)")
        precondition(
            request.fields.count { $0.name.canonicalName == "host" } <= 1, "A request with two hosts: \(request)")
        let lengths = request.fields[values: .contentLength] + request.fields[values: .transferEncoding]
        precondition(lengths.count <= 1, "A request with two lengths: \(request)")
        precondition(request.body.count <= 512, "A body beyond its limit: \(request.body.count)")
        precondition(request.body.isEmpty || !lengths.isEmpty, "A body without a length: \(request)")
        if let length = request.fields[.contentLength] {
            precondition(Int(length) == request.body.count, "\(length) bytes were declared, not \(request.body.count)")
        }
    }
}

/// A handler that rejects paths with the prefix `/forbidden` and records other requests.
private final class Recorder: HTTPRequestHandler {
    let requests = Mutex<[HTTPRequestMessage]>([])

    func rejection(of head: HTTPRequest) -> HTTPServerResponse? {
        head.path?.hasPrefix("/forbidden") == true ? HTTPServerResponse(status: .forbidden) : nil
    }

    func respond(to request: HTTPRequestMessage) async -> HTTPServerResponse { HTTPServerResponse(status: .ok) }
}
