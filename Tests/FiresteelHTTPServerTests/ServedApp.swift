import FiresteelHTTP
import FiresteelHTTPServer
import HTTPTypes
import Logging
import SocketTesting
import Synchronization

/// A handler for tests: `/echo` returns the body, `/path…` itself, `/stream` pieces until they end, `/wait` after a gate.
///
/// `/forbidden…` is rejected by its head, and a body of `/small` may have ten bytes; so may those of `/looked-up…`, before they
/// are accepted up to a hundred, or rejected.
final class ServedApp: HTTPRequestHandler {
    private struct State {
        var requests: [String] = []
        var streams: [PieceStream] = []
    }

    private let state = Mutex(State())
    let gate = Gate()

    /// Each request, with its method, its path and the size of its body.
    var requests: [String] { state.withLock { $0.requests } }
    var streams: [PieceStream] { state.withLock { $0.streams } }

    func rejection(of head: HTTPRequest) -> HTTPServerResponse? {
        guard head.path?.hasPrefix("/forbidden") == true else { return nil }
        return HTTPServerResponse(status: .forbidden, body: .bytes(Array("no".utf8)))
    }

    func plan(for head: HTTPRequest) -> HTTPRequestPlan {
        if let rejection = rejection(of: head) { return HTTPRequestPlan(rejection: rejection) }
        let path = head.path ?? ""
        let isLookedUp = path.hasPrefix("/looked-up")
        let lookUp: @Sendable () async -> HTTPLargeBody = { await self.lookUp(path) }
        return HTTPRequestPlan(
            bodyLimit: path == "/small" || isLookedUp ? 10 : nil, largeBody: isLookedUp ? lookUp : nil
        ) { request, _ in await self.respond(to: request) }
    }

    private func lookUp(_ path: String) async -> HTTPLargeBody {
        if path == "/looked-up/later" { await gate.pass() }
        await Task.yield()
        guard path != "/looked-up/rejected" else {
            return .rejected(HTTPServerResponse(status: .unauthorized, body: .bytes(Array("who?".utf8))))
        }
        return .accepted(limit: 100)
    }

    func respond(to request: HTTPRequestMessage) async -> HTTPServerResponse {
        let path = request.head.path ?? ""
        state.withLock { $0.requests.append("\(request.method.rawValue) \(path) \(request.body.count)") }
        switch path {
        case "/echo": return HTTPServerResponse(status: .ok, body: .bytes(request.body))
        case "/stream":
            let stream = PieceStream()
            state.withLock { $0.streams.append(stream) }
            return HTTPServerResponse(status: .ok, body: .stream(stream))
        case "/wait":
            await gate.pass()
            return HTTPServerResponse(status: .ok, body: .bytes(Array((Task.isCancelled ? "cancelled" : "done").utf8)))
        case "/large": return HTTPServerResponse(status: .ok, body: .bytes(Array(repeating: 0x78, count: 8 << 20)))
        default: return HTTPServerResponse(status: .ok, body: .bytes(Array(path.utf8)))
        }
    }
}

/// Lets tasks wait until it opens, or they are cancelled.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    func pass() async {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayPass = state.withLock { state in
                    if state.isOpen || Task.isCancelled { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if mayPass { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// A stream of pieces that a test sends.
final class PieceStream: HTTPBodyStream {
    private let pieces: AsyncStream<[UInt8]>
    private let continuation: AsyncStream<[UInt8]>.Continuation
    private let closed = Mutex(false)

    var isClosed: Bool { closed.withLock { $0 } }

    init() { (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self) }

    func send(_ text: String) { continuation.yield(Array(text.utf8)) }
    func end() { continuation.finish() }

    func next() async -> [UInt8]? {
        var iterator = pieces.makeAsyncIterator()
        return await iterator.next(isolation: #isolation)
    }

    func close() { closed.withLock { $0 = true } }
}

extension HTTPServerLimits {
    /// Returns limits whose times don't end while other tests occupy the threads of all tests.
    static func patient(connections: Int = 64) -> HTTPServerLimits {
        let time = Duration.seconds(300)
        return HTTPServerLimits(
            connections: connections, headTime: time, bodyTime: time, idleTime: time, writeTime: time, closeTime: time)
    }
}

/// Runs a test against a server on a free port.
func withServer(
    _ limits: HTTPServerLimits = .patient(), _ body: (HTTPServer, ServedApp) async throws -> Void
) async throws {
    let app = ServedApp()
    let configuration = HTTPServerConfiguration(
        limits: limits, fields: [.cacheControl: "no-store"],
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let server = try await HTTPServer.start(configuration) { _ in app }
    do {
        try await body(server, app)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}

extension HTTPServer {
    /// Sends bytes, says that there are no more, and returns everything that the server sends.
    func exchange(_ raw: String) async throws -> String {
        let socket = try await TestSocket.connect(port: port, sending: Array(raw.utf8))
        defer { socket.close() }
        await socket.closeOutput()
        return String(decoding: try await socket.readAll(), as: UTF8.self)
    }
}
