import Dispatch
import Foundation
import Synchronization

/// Passes the batches of a run to a task, one at a time.
///
/// Reading a run doesn't suspend, sending does. Therefore a separate thread reads, and waits until a batch was taken
/// before it reads the next but one: memory holds two batches, however slow the endpoint is.
final class BatchFeed: Sendable {
    let batches: AsyncStream<OTLPBatch>
    private let continuation: AsyncStream<OTLPBatch>.Continuation
    // Created with 0: the system ends a program that releases a semaphore below its initial value.
    private let capacity = DispatchSemaphore(value: 0)
    private let isStopped = Atomic(false)

    init(_ source: OTLPBatches) {
        (batches, continuation) = AsyncStream.makeStream()
        let (continuation, capacity) = (continuation, capacity)
        for _ in 1...2 { capacity.signal() }
        Thread.detachNewThread { [weak self] in
            source.forEach { batch in
                capacity.wait()
                guard self?.isStopped.load(ordering: .acquiring) == false else { return false }
                continuation.yield(batch)
                return true
            }
            continuation.finish()
        }
    }

    /// Allows the next batch.
    func wasTaken() { capacity.signal() }

    /// Ends the thread, even if batches remain.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        continuation.finish()
        // Wakes the thread if it is waiting.
        capacity.signal()
    }
}
