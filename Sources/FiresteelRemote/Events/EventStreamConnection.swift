import FiresteelFlags
import FiresteelHTTP
import Foundation
import HTTPTypes
import Synchronization

/// A stream of events that is opened again whenever it ends.
struct EventStreamConnection: Sendable {
    /// An event of the connection.
    enum Event: Sendable {
        case opened
        case closed
        case refetch(RefetchHint)
    }

    let transport: any HTTPTransport
    let options: RemoteFlagOptions
    let notify: @Sendable (Event) -> Void

    /// Stays connected until the task is cancelled.
    ///
    /// - Parameter url: Returns the address; `nil` ends the connection.
    func run(_ url: @Sendable () -> URL?) async {
        var failures = 0
        var wait: Duration?
        var lastEventID: String?
        while !Task.isCancelled, let url = url() {
            var parser = ServerSentEventParser()
            let end = await connect(to: url, after: lastEventID, &parser)
            failures = end.hasRead ? 1 : failures + 1
            lastEventID = parser.lastEventID ?? lastEventID
            wait = parser.retryMilliseconds.map { Duration.milliseconds(min($0, 3_600_000)) } ?? wait
            var wanted = wait ?? .zero
            if let time = end.retryTime { wanted = max(wanted, .seconds(time - options.clock.now())) }
            do {
                try await options.clock.sleep(max(options.retry.delay(after: failures), wanted))
            } catch {
                return
            }
        }
    }

    /// The end of a connection.
    private struct End {
        var hasRead = false
        /// The earliest time for another request, in seconds since 1970, if the server specified one.
        var retryTime: Double?
    }

    /// - Parameter lastEventID: The identifier of the last event of an earlier connection, so that the server sends those
    ///   after it.
    private func connect(
        to url: URL, after lastEventID: String?, _ parser: inout ServerSentEventParser
    ) async -> End {
        var request = HTTPRequestMessage(
            .get, url, fields: [.accept: "text/event-stream", .cacheControl: "no-store"])
        if let lastEventID, !lastEventID.isEmpty { request.fields[.lastEventID] = lastEventID }
        guard let stream = try? await transport.stream(request, limits: options.limits) else { return End() }
        guard stream.status == 200,
            stream.fields[.contentType]?.lowercased().hasPrefix("text/event-stream") == true
        else { return End(retryTime: RetryAfter.time(in: stream.fields, now: options.clock.now())) }
        notify(.opened)
        let (read, hasRead) = await Self.read(stream.body, parser, options, notify)
        parser = read
        notify(.closed)
        return End(hasRead: hasRead)
    }

    /// Reads to the end of the stream, or until a silence exceeds the limit.
    private static func read(
        _ body: HTTPBody, _ parser: ServerSentEventParser, _ options: RemoteFlagOptions,
        _ notify: @escaping @Sendable (Event) -> Void
    ) async -> (ServerSentEventParser, Bool) {
        let pieces = PieceCounter()
        return await withTaskGroup(of: ServerSentEventParser?.self) { group in
            group.addTask {
                var parser = parser
                do {
                    for try await piece in body {
                        pieces.add()
                        for event in try parser.read(piece) {
                            if let hint = hint(in: event) { notify(.refetch(hint)) }
                        }
                    }
                } catch {
                    // For any ending, the stream is opened again, and possibly missed changes are fetched.
                }
                return parser
            }
            group.addTask {
                var seen = -1
                while true {
                    let read = pieces.count
                    guard read != seen, (try? await options.clock.sleep(options.streamSilence)) != nil else {
                        return nil
                    }
                    seen = read
                }
            }
            var last = parser
            // The first task to end cancels the other.
            if let ended = await group.next(), let parser = ended { last = parser }
            group.cancelAll()
            for await ended in group { last = ended ?? last }
            return (last, pieces.count > 0)
        }
    }

    /// Returns the hint in an event, if the event requests a fetch.
    private static func hint(in event: ServerSentEvent) -> RefetchHint? {
        guard case .object(let members)? = try? JSONValue(json: Array(event.data.utf8)),
            members["type"] == .string("refetchEvaluation")
        else { return nil }
        var hint = RefetchHint()
        if case .string(let etag)? = members["etag"] { hint.etag = etag }
        switch members["lastModified"] {
        case .int(let seconds)?: hint.lastModified = "\(seconds)"
        case .string(let date)?: hint.lastModified = date
        default: break
        }
        return hint
    }
}

/// The number of pieces read.
private final class PieceCounter: Sendable {
    private let pieces = Atomic<Int>(0)

    var count: Int { pieces.load(ordering: .relaxed) }

    func add() { pieces.add(1, ordering: .relaxed) }
}
