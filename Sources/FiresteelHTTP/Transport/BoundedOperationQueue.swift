import Dispatch
import Foundation

extension OperationQueue {
    /// A queue for the delegate of a `URLSession`, with a limit on waiting pieces of responses; `nil` for the session's own.
    static var bounded: OperationQueue? {
        #if canImport(FoundationNetworking)
        BoundedOperationQueue()
        #else
        // Apple's sessions wait for their delegate.
        nil
        #endif
    }
}

#if canImport(FoundationNetworking)
/// A serial queue with a limited number of waiting operations.
///
/// The `URLSession` of Linux reads a response as fast as it arrives, adds an operation for each piece, and cancels a task
/// only once the server is slower than itself. While all threads are busy, the whole response would be in memory. Here
/// `addOperation(_:)` waits, so that the session does. An operation must not wait for the session, also not by cancelling a
/// task.
final class BoundedOperationQueue: OperationQueue, @unchecked Sendable {
    // Unchecked: the semaphore is thread-safe and constant, and the superclass is Sendable.
    /// The number of operations that can wait: at 16 KiB for each piece, 8 MiB.
    ///
    /// A session that waits doesn't cancel a task, so this is more than usual responses have.
    static let limit = 512

    private let places = DispatchSemaphore(value: limit)

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        places.wait()
        super.addOperation { [places] in
            defer { places.signal() }
            block()
        }
    }
}
#endif
