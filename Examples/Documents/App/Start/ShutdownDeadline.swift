import Foundation
import Synchronization

/// Ends the program if its orderly end takes too long, for example because a request doesn't end.
final class ShutdownDeadline: Sendable {
    private let isMet = Mutex(false)

    /// Starts the deadline.
    ///
    /// It has a separate thread: the threads that tasks share may be what the end waits for.
    ///
    /// - Parameter end: Called after the time, unless ``meet()`` was called before.
    init(_ time: Duration, end: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [self] in
            Thread.sleep(forTimeInterval: Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18)
            if isMet.withLock({ !$0 }) { end() }
        }
    }

    /// Records the orderly end.
    func meet() { isMet.withLock { $0 = true } }
}
