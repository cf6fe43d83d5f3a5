import Dispatch
import Foundation
import Synchronization

/// Hands the batches of a run to a task, one at a time.
///
/// Reading a run doesn't suspend, sending does. So a thread of its own reads, and waits until a batch was taken before
/// it makes the next but one: what is in memory is two batches, however slow the endpoint is.
final class BatchFeed: Sendable {
    let batches: AsyncStream<OTLPBatch>
    private let continuation: AsyncStream<OTLPBatch>.Continuation
    // Made with none: the system ends a program that lets go of a semaphore below the value it was made with.
    private let places = DispatchSemaphore(value: 0)
    private let isStopped = Atomic(false)

    init(_ source: OTLPBatches) {
        (batches, continuation) = AsyncStream.makeStream()
        let (continuation, places) = (continuation, places)
        for _ in 1...2 { places.signal() }
        Thread.detachNewThread { [weak self] in
            source.forEach { batch in
                places.wait()
                guard self?.isStopped.load(ordering: .acquiring) == false else { return false }
                continuation.yield(batch)
                return true
            }
            continuation.finish()
        }
    }

    /// Makes room for one more.
    func wasTaken() { places.signal() }

    /// Ends the thread, whatever is left.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        continuation.finish()
        // The thread may wait for a place, and must not wait for ever.
        places.signal()
    }
}
