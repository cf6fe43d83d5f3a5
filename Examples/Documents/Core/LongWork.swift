import Dispatch

/// Work that takes too long for the threads that all tasks share.
///
/// One piece of work runs at a time: a page with much of it delays other pages' work of this kind, and no other requests.
package enum LongWork {
    private static let queue = DispatchQueue(label: "documents.long-work")

    /// Runs work on a separate thread.
    package static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}
