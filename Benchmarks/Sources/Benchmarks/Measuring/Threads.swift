import Foundation
import Synchronization

/// Threads of the system that do something together.
///
/// Tasks would not do: of these as many run at a time as there are processors, and the next one begins when one has ended.
enum Threads {
    /// Runs bodies on a thread of its own each, and returns when all have ended.
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

/// How many of several threads have not ended.
final class Countdown: Sendable {
    private let left: Atomic<Int>

    init(_ count: Int) { left = Atomic(count) }

    /// One has ended.
    /// - Returns: Whether it was the last.
    @discardableResult
    func end() -> Bool { left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 }

    var isOver: Bool { left.load(ordering: .acquiring) <= 0 }
}
