package import FiresteelHTTP
import FiresteelRemote
import Synchronization

/// A clock that stops until a test advances it.
package final class ManualClock: Sendable {
    private struct Sleeper {
        let end: Double
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Double
        var next = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [(seconds: Double, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Mutex<State>

    package init(now: Double = 1_000_000) {
        state = Mutex(State(now: now))
    }

    /// The clock as providers take it.
    package var clock: RemoteClock {
        RemoteClock(now: { self.now }, sleep: { try await self.sleep($0) })
    }

    /// Seconds since 1970.
    package var now: Double { state.withLock { $0.now } }

    /// The durations of all sleeps from now on, in order.
    package var sleeps: [Double] {
        state.withLock { state in state.sleepers.values.map { $0.end - state.now }.sorted() }
    }

    /// Waits for a sleep of this duration from now on.
    package func waitForSleep(of seconds: Double) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.values.contains(where: { Self.isSame($0.end - state.now, seconds) }) { return true }
                state.watchers.append((seconds, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Moves it, and wakes whose time has come.
    package func advance(by seconds: Double) {
        let due = state.withLock { state -> [Sleeper] in
            state.now += seconds
            let due = state.sleepers.filter { $0.value.end <= state.now + 1e-6 }
            for id in due.keys { state.sleepers[id] = nil }
            return due.sorted { $0.value.end < $1.value.end }.map(\.value)
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    private func sleep(_ duration: Duration) async throws {
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isCancelled, watchers) = state.withLock {
                    state -> (Bool, [CheckedContinuation<Void, Never>]) in
                    if state.cancelled.remove(id) != nil { return (true, []) }
                    state.sleepers[id] = Sleeper(end: state.now + seconds, continuation: continuation)
                    let watchers = state.watchers.filter { Self.isSame($0.seconds, seconds) }
                    state.watchers.removeAll { Self.isSame($0.seconds, seconds) }
                    return (false, watchers.map(\.continuation))
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                if let sleeper = state.sleepers.removeValue(forKey: id) { return sleeper }
                state.cancelled.insert(id)
                return nil
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private static func isSame(_ first: Double, _ second: Double) -> Bool { abs(first - second) < 1e-3 }
}
