import DatabaseTestSupport
import FiresteelHTTP
import Foundation
import HTTPTypes
import Synchronization

/// A transport to a real server on which something goes wrong while a test wants it.
final class FaultyTransport: HTTPTransport {
    /// An event stream on its way from the server to the program.
    private struct EventStream {
        let relay: Task<Void, Never>
        let writer: HTTPBodyWriter
    }

    private struct State {
        var isFaulty = false
        /// The number of requests that the fault affected.
        var affected = 0
        /// The number of requests that the server has not answered yet.
        var pending = 0
        var streams: [EventStream] = []
    }

    private let fault: TransportFault
    private let base = URLSessionTransport()
    private let state = Mutex(State())

    init(_ fault: TransportFault) { self.fault = fault }

    /// Whether the fault affected a request.
    var hasAffected: Bool { state.withLock { $0.affected > 0 } }
    /// Whether the server has answered all requests that the fault doesn't affect.
    var isIdle: Bool { state.withLock { $0.pending == 0 } }
    /// Whether an event stream was opened.
    var hasStream: Bool { state.withLock { !$0.streams.isEmpty } }

    /// Begins the fault, which affects requests from now on.
    func begin() {
        let ended = state.withLock { state -> [EventStream] in
            state.isFaulty = true
            guard fault == .dropped else { return [] }
            defer { state.streams = [] }
            return state.streams
        }
        for stream in ended {
            stream.writer.finish(throwing: HTTPTransportError.unreachable("the connection was closed."))
            stream.relay.cancel()
        }
    }

    func end() { state.withLock { $0.isFaulty = false } }

    func open(_ request: HTTPRequestMessage, limits: HTTPLimits) async throws -> HTTPResponseMessage<HTTPBody> {
        let isStream = request.head.path?.hasPrefix("/events/") == true
        let isAffected = state.withLock { state -> Bool in
            // Events still arrive during most faults: they make the program request the changes.
            guard state.isFaulty, !isStream || fault == .dropped else {
                state.pending += 1
                return false
            }
            state.affected += 1
            return true
        }
        guard !isAffected else { return try await misbehave(request, limits) }
        defer { state.withLock { $0.pending -= 1 } }
        var response = try await base.open(request, limits: limits)
        if isStream, response.status == 200 { return relayed(response, limits) }
        // The program then has no validator, and asks without a condition.
        if fault == .unchangedFromNothing { response.fields[.eTag] = nil }
        return response
    }

    /// Returns an event stream that ends when the connections are closed.
    private func relayed(
        _ response: HTTPResponseMessage<HTTPBody>, _ limits: HTTPLimits
    ) -> HTTPResponseMessage<HTTPBody> {
        let task = Shared<Task<Void, Never>?>(nil)
        let (body, writer) = HTTPBody.make(limit: limits.bodyBytes) { task.value?.cancel() }
        let source = response.body
        let relay = Task {
            do {
                for try await piece in source {
                    guard writer.write(piece) else { return }
                }
                writer.finish()
            } catch {
                writer.finish(throwing: error)
            }
        }
        task.change { $0 = relay }
        state.withLock { $0.streams.append(EventStream(relay: relay, writer: writer)) }
        return HTTPResponseMessage(head: response.head, body: body)
    }

    private func misbehave(
        _ request: HTTPRequestMessage, _ limits: HTTPLimits
    ) async throws -> HTTPResponseMessage<HTTPBody> {
        switch fault {
        case .dropped: throw HTTPTransportError.unreachable("the connection was closed.")
        case .slow:
            // The program gives up long before.
            try await Task.sleep(for: .seconds(86_400))
            throw HTTPTransportError.timedOut
        case .truncated:
            let response = try await base.open(request, limits: limits)
            var bytes: [UInt8] = []
            for try await piece in response.body { bytes += piece }
            return Self.response(
                response.status, response.fields, Array(bytes.prefix(bytes.count / 2)),
                end: .unreachable("the connection was lost."))
        case .malformed: return Self.json("{\"flags\": [")
        case .wrongTypes: return Self.json("{\"flags\": \"width\"}")
        case .page:
            return Self.response(
                200, [.contentType: "text/html; charset=utf-8"], Array("<!doctype html><title>Sign in</title>".utf8))
        case .failing: return Self.response(500)
        case .rejecting: return Self.response(401)
        case .unchanged, .unchangedFromNothing: return Self.response(304)
        case .tooMany: return Self.response(429, [.retryAfter: "1"])
        case .redirecting: return Self.response(302, [.location: request.url?.absoluteString ?? ""])
        case .huge: return Self.response(200, [:], [UInt8](repeating: 0x20, count: limits.bodyBytes + 1))
        }
    }

    private static func json(_ text: String) -> HTTPResponseMessage<HTTPBody> {
        response(200, [.contentType: "application/json"], Array(text.utf8))
    }

    private static func response(
        _ status: HTTPResponse.Status, _ fields: HTTPFields = [:], _ bytes: [UInt8] = [],
        end error: HTTPTransportError? = nil
    ) -> HTTPResponseMessage<HTTPBody> {
        let (body, writer) = HTTPBody.make(limit: .max) {}
        if !bytes.isEmpty { _ = writer.write(bytes) }
        writer.finish(throwing: error)
        return HTTPResponseMessage(status: status, fields: fields, body: body)
    }
}
