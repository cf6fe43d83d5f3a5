import Synchronization

/// Limits how many messages an environment and a run may send to this node.
final class IngestRates: Sendable {
    private struct Bucket {
        var tokens: Double
        var time: Int64
    }

    private struct State {
        var environments: [String: Bucket] = [:]
        var runs: [String: Bucket] = [:]
    }

    /// A rate and what may be sent at once.
    struct Limit: Sendable {
        let perSecond: Double
        let burst: Double
    }

    /// The limit of an environment.
    static let environment = Limit(perSecond: 5_000, burst: 50_000)
    /// The limit of a run.
    ///
    /// One that was offline for long sends many at once.
    static let run = Limit(perSecond: 2, burst: 500)
    private static let maximumRuns = 200_000

    private let clock: ServerClock
    private let state = Mutex(State())

    init(clock: ServerClock) { self.clock = clock }

    /// Takes a message into account.
    ///
    /// - Throws: An ``APIError`` if there were too many.
    func take(environment: String, run: String) throws(APIError) {
        let now = clock.now()
        let wait = state.withLock { state -> Double in
            if state.runs.count >= Self.maximumRuns {
                // A bucket that is full again says nothing.
                state.runs = state.runs.filter {
                    Double(now - $0.value.time) / 1_000 * Self.run.perSecond < Self.run.burst
                }
                if state.runs.count >= Self.maximumRuns { state.runs = [:] }
            }
            let wait = Self.take(&state.environments[environment], Self.environment, now)
            return wait > 0 ? wait : Self.take(&state.runs["\(environment)\t\(run)"], Self.run, now)
        }
        guard wait > 0 else { return }
        throw .tooMany(
            "Too many messages. Send them again later.", wait: Int64((wait + Double.random(in: 1...10)) * 1_000))
    }

    /// Takes one from a bucket, and returns the seconds until there is one if it is empty.
    private static func take(_ bucket: inout Bucket?, _ limit: Limit, _ now: Int64) -> Double {
        var current = bucket ?? Bucket(tokens: limit.burst, time: now)
        let elapsed = max(0, Double(now - current.time) / 1_000)
        current.tokens = min(limit.burst, current.tokens + elapsed * limit.perSecond)
        current.time = now
        let isEmpty = current.tokens < 1
        if !isEmpty { current.tokens -= 1 }
        bucket = current
        return isEmpty ? (1 - current.tokens) / limit.perSecond : 0
    }
}
