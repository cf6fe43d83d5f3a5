import FiresteelHTTPServer
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
        /// The time of the last removal of full buckets.
        var pruned: Int64?
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
    /// The number of runs with a bucket that isn't full.
    static let maximumRuns = 200_000

    private let clock: ServerClock
    private let runLimit: Int
    private let state = Mutex(State())

    init(clock: ServerClock, runLimit: Int = IngestRates.maximumRuns) {
        self.clock = clock
        self.runLimit = runLimit
    }

    /// Counts a message against the limits.
    ///
    /// - Parameters:
    ///   - environment: The program and environment.
    ///   - run: The run, which is valid; `nil` for messages of others, which have one limit together.
    /// - Throws: An ``HTTPProblem`` if there were too many.
    func admit(environment: String, run: String?) throws(HTTPProblem) {
        let now = clock.now()
        let key = "\(environment)\t\(run ?? "")"
        let wait = state.withLock { state -> Double in
            let wait = Self.removeToken(from: &state.environments[environment], Self.environment, now)
            guard wait <= 0 else { return wait }
            // Runs that are known aren't forgotten for others: their limits would begin again.
            guard state.runs[key] != nil || hasRoom(&state, now) else { return Self.fullWait }
            return Self.removeToken(from: &state.runs[key], Self.run, now)
        }
        guard wait > 0 else { return }
        throw .tooMany(
            "Too many messages. Send them again later.", wait: Int64((wait + Double.random(in: 1...10)) * 1_000))
    }

    /// The seconds after which an unknown run tries again while there is no room.
    private static let fullWait = 60.0

    /// Returns whether there is room for one more run; full buckets, which say nothing, are removed once a second.
    private func hasRoom(_ state: inout State, _ now: Int64) -> Bool {
        guard state.runs.count >= runLimit else { return true }
        if let pruned = state.pruned, (0..<1_000).contains(now - pruned) { return false }
        state.pruned = now
        state.runs = state.runs.filter { _, bucket in
            // A clock that was set back must not keep them.
            bucket.tokens + abs(Double(now - bucket.time)) / 1_000 * Self.run.perSecond < Self.run.burst
        }
        return state.runs.count < runLimit
    }

    /// Removes a token from a bucket; returns the seconds until there is one if it is empty.
    private static func removeToken(from bucket: inout Bucket?, _ limit: Limit, _ now: Int64) -> Double {
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
