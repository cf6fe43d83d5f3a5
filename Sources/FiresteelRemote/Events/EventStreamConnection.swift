import FiresteelFlags
import FiresteelHTTP
import Foundation
import HTTPTypes
import Synchronization

/// One stream of events, opened again whenever it ends.
struct EventStreamConnection: Sendable {
    /// What there is to tell.
    enum Event: Sendable {
        case opened
        case closed
        case refetch(RefetchHint)
    }

    let transport: any HTTPTransport
    let options: RemoteFlagOptions
    let notify: @Sendable (Event) -> Void

    /// Stays connected until the task is cancelled.
    /// - Parameter url: Where to connect; `nil` ends it.
    func run(_ url: @Sendable () -> URL?) async {
        var failures = 0
        while !Task.isCancelled, let url = url() {
            var parser = ServerSentEventParser()
            let end = await connect(to: url, &parser)
            failures = end.hasRead ? 1 : failures + 1
            var wanted = parser.retryMilliseconds.map { Duration.milliseconds(min($0, 3_600_000)) } ?? .zero
            if let time = end.retryTime { wanted = max(wanted, .seconds(time - options.clock.now())) }
            do {
                try await options.clock.sleep(max(options.retry.delay(after: failures), wanted))
            } catch {
                return
            }
        }
    }

    /// How a connection ended.
    private struct End {
        var hasRead = false
        /// When the server wants to be asked again, in seconds since 1970, where it said so.
        var retryTime: Double?
    }

    /// Reads a stream until it ends.
    private func connect(to url: URL, _ parser: inout ServerSentEventParser) async -> End {
        let request = HTTPRequestMessage(
            .get, url, fields: [.accept: "text/event-stream", .cacheControl: "no-store"])
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

    /// Reads to the end, or until nothing comes for too long.
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
                    // However it ended, it is opened again, and what may have been missed is fetched.
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
            // Whichever ends first ends the other.
            if let ended = await group.next(), let parser = ended { last = parser }
            group.cancelAll()
            for await ended in group { last = ended ?? last }
            return (last, pieces.count > 0)
        }
    }

    /// What an event says, if it is one to fetch for.
    private static func hint(in event: ServerSentEvent) -> RefetchHint? {
        guard case .object(let members)? = try? FlagValue(json: Array(event.data.utf8)),
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

/// How many pieces were read.
private final class PieceCounter: Sendable {
    private let pieces = Atomic<Int>(0)

    var count: Int { pieces.load(ordering: .relaxed) }

    func add() { pieces.add(1, ordering: .relaxed) }
}
