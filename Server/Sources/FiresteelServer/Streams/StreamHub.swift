import FiresteelHTTPServer
import FiresteelStore
import Synchronization

/// The open event streams of this node, by environment.
final class StreamHub: Sendable {
    private struct State {
        var streams: [EnvironmentKey: [UInt64: Entry]] = [:]
        /// The number of streams that were opened, and the identifier of the last.
        var opened: UInt64 = 0
        var beats: UInt64 = 0
        var count = 0
        var counts: [Holder: Int] = [:]
        var isDraining = false
    }

    private struct Entry {
        let stream: HTTPEventStream
        let holders: [Holder]
        /// The identifier of the token that the stream's address was given to.
        let token: String
        /// The end of the stream, in milliseconds since 1970: its client connects again, perhaps to another node.
        let ends: Int64
    }

    /// The holder by which streams are counted.
    enum Holder: Hashable {
        case instance(String)
        case token(String)
        case client(ClientAddress)
    }

    private let state = Mutex(State())
    private let limits: StreamLimits
    private let lifetime: ClosedRange<Int64>
    private let clock: ServerClock

    /// Creates a hub.
    ///
    /// - Parameters:
    ///   - limits: The limits on streams.
    ///   - lifetime: The time after which a stream ends, in milliseconds; random, so that clients don't return together.
    init(limits: StreamLimits, lifetime: ClosedRange<Int64> = 1_800_000...3_600_000, clock: ServerClock) {
        self.limits = limits
        self.lifetime = lifetime
        self.clock = clock
    }

    /// The number of open streams.
    var count: Int { state.withLock { $0.count } }

    /// Opens a stream.
    ///
    /// - Parameters:
    ///   - address: The address that the client was given.
    ///   - client: The client's address.
    ///   - expires: The time at which the token of the address expires, if it does, in milliseconds since 1970.
    ///   - onClose: Called when the stream has ended.
    func open(
        _ address: StreamAddress, client: ClientAddress, expires: Int64?, onClose: @escaping @Sendable () -> Void
    ) throws(StreamLimitError) -> HTTPEventStream {
        let key = EnvironmentKey(program: address.program, environment: address.environment)
        let ends = min(clock.now() + Int64.random(in: lifetime), expires ?? .max)
        var holders: [Holder] = [.token(address.token), .client(client)]
        if !address.instance.isEmpty { holders.append(.instance(address.instance)) }
        let result = state.withLock { state -> Result<HTTPEventStream, StreamLimitError> in
            guard !state.isDraining else { return .failure(.stopping) }
            guard state.count < limits.total else { return .failure(.total) }
            for holder in holders {
                let (limit, error) = self.limit(of: holder)
                guard state.counts[holder, default: 0] < limit else { return .failure(error) }
            }
            for holder in holders { state.counts[holder, default: 0] += 1 }
            state.opened += 1
            let id = state.opened
            let stream = HTTPEventStream(beginning: RevisionEvent.beginning) { [weak self] in
                self?.remove(id, from: key)
                onClose()
            }
            state.streams[key, default: [:]][id] = Entry(
                stream: stream, holders: holders, token: address.token, ends: ends)
            state.count += 1
            return .success(stream)
        }
        return try result.get()
    }

    private func limit(of holder: Holder) -> (Int, StreamLimitError) {
        switch holder {
        case .instance: (limits.perInstance, .instance)
        case .token: (limits.perToken, .token)
        case .client: (limits.perClient, .client)
        }
    }

    /// Sends a revision to all streams of an environment.
    func send(_ revision: Int64, to key: EnvironmentKey) {
        let streams = state.withLock { $0.streams[key].map { $0.values.map(\.stream) } ?? [] }
        HTTPEventStream.send(RevisionEvent.of(revision), to: streams)
    }

    /// The number of parts in which streams receive a heartbeat, so that requests needn't wait for all of them.
    static let beatParts = 16

    /// Sends a heartbeat to the next part of all streams, and ends those of them that are old.
    func beat() {
        let now = clock.now()
        let part = state.withLock { state in
            state.beats += 1
            let part = state.beats % UInt64(Self.beatParts)
            return state.streams.values.flatMap { streams in
                streams.lazy.filter { $0.key % UInt64(Self.beatParts) == part }.map(\.value)
            }
        }
        HTTPEventStream.end(part.lazy.filter { $0.ends <= now }.map(\.stream))
        HTTPEventStream.send(RevisionEvent.alive, to: part.lazy.filter { $0.ends > now }.map(\.stream))
    }

    /// Ends the streams whose tokens were revoked.
    ///
    /// - Parameter tokens: The identifiers of the tokens that aren't revoked.
    func end(exceptOf tokens: Set<String>) {
        let streams = state.withLock { state in
            state.streams.values.flatMap { streams in
                streams.values.filter { !tokens.contains($0.token) }.map(\.stream)
            }
        }
        HTTPEventStream.end(streams)
    }

    /// Ends all streams and opens no more.
    func drain() {
        let streams = state.withLock { state in
            state.isDraining = true
            return state.streams.values.flatMap { $0.values.map(\.stream) }
        }
        HTTPEventStream.end(streams)
    }

    private func remove(_ id: UInt64, from key: EnvironmentKey) {
        state.withLock { state in
            if let entry = state.streams[key]?.removeValue(forKey: id) {
                state.count -= 1
                for holder in entry.holders {
                    let open = state.counts[holder, default: 0]
                    state.counts[holder] = open > 1 ? open - 1 : nil
                }
            }
            if state.streams[key]?.isEmpty == true { state.streams[key] = nil }
        }
    }
}
