import Dispatch
import Foundation
import Synchronization

/// Handles the signals that request the end of the program, for an orderly shutdown.
final class Interruption: Sendable {
    private struct State {
        var isInterrupted = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    // Unchecked: sources may be used from any thread; these are created here and cancelled once.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    init() {
        // A serial queue has a thread even if those of tasks are all busy.
        let queue = DispatchQueue(label: "firesteel.interruption")
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        // Until a source is registered, its signal is ignored.
        let registration = DispatchGroup()
        for source in sources {
            source.setEventHandler { [weak self] in self?.interrupt() }
            registration.enter()
            source.setRegistrationHandler { registration.leave() }
            source.resume()
        }
        registration.wait()
    }

    /// Whether the end of the program was requested.
    var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    /// Restores the signal handlers.
    func end() {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    }

    /// Waits for a signal, at most for the given duration.
    func wait(atMost pause: Duration) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.isInterrupted { return true }
                state.waiting = continuation
                return false
            }
            if isOver { return continuation.resume() }
            let (seconds, attoseconds) = pause.components
            let nanoseconds = Int(clamping: seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
            // A timer that fires late, after a signal, ends the next wait early, which is harmless.
            DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
                self?.wake()
            }
        }
    }

    private func interrupt() {
        state.withLock { $0.isInterrupted = true }
        wake()
    }

    private func wake() {
        let waiting = state.withLock { state in state.waiting.take() }
        waiting?.resume()
    }
}
