import FiresteelHTTPServer
import Foundation
import HTTPTypes
import Synchronization

/// The open streams of a tab's pages.
///
/// A tab has one, or two if it was duplicated in the browser.
final class TabStreams: Sendable {
    /// The maximum number of lines that a page may be behind.
    ///
    /// A stream with more ends, and the page loads everything again when it reconnects.
    static let longestQueue = 1_000
    static let most = 8

    private struct State {
        var open: [UUID: AsyncStream<[UInt8]>.Continuation] = [:]
        var ended = false
    }

    private let state = Mutex(State())
    private let onLastEnd: @Sendable () -> Void

    /// - Parameter onLastEnd: Called when the last open stream has ended, on any thread.
    init(onLastEnd: @escaping @Sendable () -> Void) { self.onLastEnd = onLastEnd }

    var isEmpty: Bool { state.withLock { $0.open.isEmpty } }

    /// Opens a stream that begins with these messages.
    ///
    /// - Throws: ``HTTPProblem`` if the tab has too many streams or is closing.
    func open(beginningWith messages: [PageMessage]) throws(HTTPProblem) -> LineStream {
        let (lines, continuation) = AsyncStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingOldest(Self.longestQueue))
        let id = UUID()
        let refusal: HTTPProblem? = state.withLock { state in
            guard !state.ended else {
                return HTTPProblem(status: .serviceUnavailable, code: "closing", message: "This tab is being closed.")
            }
            guard state.open.count < Self.most else {
                return HTTPProblem(
                    status: .tooManyRequests, code: "too-many", message: "This tab has too many connections.")
            }
            state.open[id] = continuation
            return nil
        }
        if let refusal { throw refusal }
        // The server releases the stream when the browser disconnects, which ends it here.
        continuation.onTermination = { [weak self] _ in self?.remove(id) }
        for message in messages { continuation.yield(Self.line(message)) }
        return LineStream(lines, continuation)
    }

    func send(_ message: PageMessage) { write(Self.line(message)) }

    /// Writes an empty line, so that a closed connection is detected.
    func beat() { write([UInt8(ascii: "\n")]) }

    /// Ends all streams and accepts no new ones.
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
        // All parts of a message can be encoded; a failure would send an empty line, which pages ignore.
        return [UInt8]((try? encoder.encode(message)) ?? Data()) + [UInt8(ascii: "\n")]
    }
}
