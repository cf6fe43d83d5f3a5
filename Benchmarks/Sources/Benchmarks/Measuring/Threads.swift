import Foundation
import Synchronization

/// Concurrent threads of the system.
///
/// Tasks aren't sufficient: only as many run at a time as there are processors, and others start when one of them ends.
enum Threads {
    /// Runs each body on a separate thread, and returns after all have ended.
    static func run(_ bodies: [@Sendable () -> Void]) async {
        let running = Countdown(bodies.count)
        await withCheckedContinuation { continuation in
            for body in bodies {
                Thread.detachNewThread {
                    body()
                    if running.end() { continuation.resume() }
                }
            }
        }
    }
}

/// The number of threads that haven't ended.
final class Countdown: Sendable {
    private let left: Atomic<Int>

    init(_ count: Int) { left = Atomic(count) }

    /// Records that a thread has ended.
    ///
    /// - Returns: Whether it was the last one.
    @discardableResult
    func end() -> Bool { left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }

    var isOver: Bool { left.load(ordering: .acquiring) <= 0 }
}
