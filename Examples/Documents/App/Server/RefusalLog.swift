import Logging
import Synchronization

/// Logs refused requests: the first ten of a minute, and the number of the others.
///
/// Log lines are events of the timeline, and any program on this computer can send requests. Without a limit, they would
/// overwrite all other events.
final class RefusalLog: Sendable {
    private struct State {
        var began: ContinuousClock.Instant?
        var count = 0
    }

    private let log: Logger
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    private static let limit = 10
    private static let period = Duration.seconds(60)

    init(_ log: Logger, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.log = log
        self.now = now
    }

    /// Logs a refused request, or counts it.
    func add(_ line: @autoclosure () -> String) {
        let now = now()
        let (isShown, others) = state.withLock { state -> (Bool, Int) in
            var others = 0
            if state.began.map({ now - $0 >= Self.period }) ?? true {
                others = max(0, state.count - Self.limit)
                state = State(began: now)
            }
            state.count += 1
            return (state.count <= Self.limit, others)
        }
        report(others)
        if isShown { log.warning("\(line())") }
    }

    /// Logs the number of requests that were counted but not logged.
    func flush() {
        report(
            state.withLock { state in
                defer { state = State() }
                return max(0, state.count - Self.limit)
            })
    }

    private func report(_ others: Int) {
        if others > 0 { log.warning("Refused further requests", metadata: ["count": "\(others)"]) }
    }
}
