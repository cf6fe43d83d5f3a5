import FiresteelFlags
import Synchronization

/// A sample of the contexts for which programs evaluated flags on this node lately, in memory only.
///
/// The sample is uniform over the distinct contexts, however often each is evaluated: it consists of those with the smallest
/// hashes, and hashes are seeded at random when the server starts, so that no caller can choose to be part of it.
final class RecentContexts: Sendable {
    struct Sample: Sendable {
        /// The distinct contexts, in no order.
        let contexts: [EvaluationContext]
        /// The time after which each of them was evaluated, in milliseconds since 1970; `nil` without any.
        let since: Int64?
    }

    fileprivate struct Entry {
        let context: EvaluationContext
        var seen: Int64
    }

    fileprivate struct Environment {
        var entries: [Int: Entry] = [:]
        /// The largest hash among the entries.
        var largest = Int.min
        var cleaned: Int64 = 0
    }

    /// The maximum number of contexts of an environment.
    static let limit = 1_000
    /// The maximum size of a request whose context is remembered, in bytes.
    static let maximumBytes = 4 << 10
    /// The time for which a context is remembered, in milliseconds.
    static let memory: Int64 = 86_400_000
    private static let cleaning: Int64 = 60_000

    private let clock: ServerClock
    private let environments = Mutex<[EnvironmentKey: Environment]>([:])

    init(clock: ServerClock) {
        self.clock = clock
    }

    /// Records that flags were evaluated for a context; `bytes` is the size of the request.
    func record(_ context: EvaluationContext, bytes: Int, _ key: EnvironmentKey) {
        guard bytes <= Self.maximumBytes else { return }
        let hash = context.hashValue
        let now = clock.now()
        environments.withLock { $0[key, default: Environment()].record(context, hash, now) }
    }

    /// Returns the sample of an environment.
    func sample(_ key: EnvironmentKey) -> Sample {
        let now = clock.now()
        return environments.withLock { environments in
            environments[key]?.clean(now)
            let entries = environments[key]?.entries ?? [:]
            return Sample(contexts: entries.values.map(\.context), since: entries.values.lazy.map(\.seen).min())
        }
    }
}

fileprivate extension RecentContexts.Environment {
    mutating func record(_ context: EvaluationContext, _ hash: Int, _ now: Int64) {
        if now >= cleaned + RecentContexts.cleaning { clean(now) }
        if entries[hash] != nil {
            entries[hash]?.seen = now
            return
        }
        if entries.count >= RecentContexts.limit {
            guard hash < largest else { return }
            entries[largest] = nil
            largest = entries.keys.max() ?? Int.min
        }
        entries[hash] = RecentContexts.Entry(context: context, seen: now)
        largest = max(largest, hash)
    }

    mutating func clean(_ now: Int64) {
        cleaned = now
        entries = entries.filter { $0.value.seen + RecentContexts.memory > now }
        largest = entries.keys.max() ?? Int.min
    }
}
