import Synchronization

/// Does something asynchronous and waits for it, on a thread that may block.
package func waitBlocking(for body: @escaping @Sendable () async throws -> Void) throws {
    let done = Gate()
    let failure = Mutex<(any Error)?>(nil)
    Task {
        do { try await body() } catch { failure.withLock { $0 = error } }
        done.open()
    }
    done.waitBlocking()
    if let error = failure.withLock({ $0 }) { throw error }
}
