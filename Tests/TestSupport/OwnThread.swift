import Foundation

/// Runs a blocking operation on a separate thread.
///
/// Tests share as many threads as the machine has processors. Two tests that block theirs can prevent each other's tasks
/// from running, forever.
package func withOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
