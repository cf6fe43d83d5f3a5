import Foundation
import HTTPTypes
import Synchronization

/// The streams that a tab's pages hold open.
///
/// Usually it is one; a tab that was duplicated in the browser has two.
final class TabStreams: Sendable {
    /// Lines that a page may be behind.
    ///
    /// Then its stream ends, and the page reads everything afresh when it comes back.
    static let longestQueue = 1_000
    static let most = 8

    private struct State {
        var open: [UUID: AsyncStream<[UInt8]>.Continuation] = [:]
        var ended = false
    }

    private let state = Mutex(State())
    private let onLastEnd: @Sendable () -> Void

    /// - Parameter onLastEnd: called when the last open stream has ended, from any thread.
    init(onLastEnd: @escaping @Sendable () -> Void) { self.onLastEnd = onLastEnd }

    var isEmpty: Bool { state.withLock { $0.open.isEmpty } }

    /// Opens a stream that begins with the messages given.
    ///
    /// - Throws: ``RequestError`` where the tab has too many, or is closing.
    func open(beginningWith messages: [PageMessage]) throws(RequestError) -> LineStream {
        let (lines, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(Self.longestQueue))
        let id = UUID()
        let refusal: RequestError? = state.withLock { state in
            guard !state.ended else {
                return RequestError(.serviceUnavailable, code: "closing", "This tab is being closed.")
            }
            guard state.open.count < Self.most else {
                return RequestError(.tooManyRequests, code: "too-many", "This tab has too many connections.")
            }
            state.open[id] = continuation
            return nil
        }
        if let refusal { throw refusal }
        // The server lets go of the stream when the browser has gone; that ends it here as well.
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        for message in messages { continuation.yield(Self.line(message)) }
        return LineStream(lines, continuation)
    }

    func send(_ message: PageMessage) { write(Self.line(message)) }

    /// Writes an empty line, by which a connection that has gone is noticed.
    func beat() { write([UInt8(ascii: "\n")]) }

    /// Ends all streams for good.
    func end() {
        let all = state.withLock { state in
            state.ended = true
            return Array(state.open.values)
        }
        for stream in all { stream.finish() }
    }

    private func write(_ line: [UInt8]) {
        for stream in state.withLock({ Array($0.open.values) }) {
            if case .dropped = stream.yield(line) { stream.finish() }
        }
    }

    private func remove(_ id: UUID) {
        let last = state.withLock { state in
            state.open[id] = nil
            return state.open.isEmpty && !state.ended
        }
        if last { onLastEnd() }
    }

    private static func line(_ message: PageMessage) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.withoutEscapingSlashes]
        // Every part of a message encodes; a line that didn't would be an empty one, which pages pass over.
        return [UInt8]((try? encoder.encode(message)) ?? Data()) + [UInt8(ascii: "\n")]
    }
}
