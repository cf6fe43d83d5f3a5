import Foundation

/// Runs asynchronous work one after the other; work requested while another runs is joined with the next.
///
/// The work runs in a separate task, so a caller that is cancelled, or leaves, doesn't end it for others.
actor Turns {
    private var isRunning = false
    private var waiting: [CheckedContinuation<Void, any Error>] = []

    /// Runs work that begins after the call.
    ///
    /// - Throws: The error of the work, also if another caller requested it.
    func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append(continuation)
            guard !isRunning else { return }
            isRunning = true
            Task { await runWaiting(work) }
        }
    }

    private func runWaiting(_ work: @Sendable () async throws -> Void) async {
        while !waiting.isEmpty {
            let callers = waiting
            waiting = []
            let result: Result<Void, any Error>
            do {
                try await work()
                result = .success(())
            } catch {
                result = .failure(error)
            }
            for caller in callers { caller.resume(with: result) }
        }
        isRunning = false
    }
}

/// Work that takes long, on threads that aren't those of Swift's cooperative pool.
enum Offload {
    /// Requests of callers, at most two at a time.
    private static let requests = queue(2)
    /// Messages of programs, however many, which don't delay requests of callers.
    private static let reception = queue(2)
    /// Flags that programs wait for, which no caller may delay.
    private static let delivery = queue(1)
    /// Rehearsals of experiments, which take seconds each and may delay nothing else.
    private static let rehearsals = queue(1)

    private static func queue(_ count: Int) -> OperationQueue {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = count
        return queue
    }

    /// Runs the request of a caller.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await run(work, in: requests)
    }

    /// Rehearses an experiment.
    static func rehearse<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await run(work, in: rehearsals)
    }

    /// Reads a message of a program.
    static func receive<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await run(work, in: reception)
    }

    /// Runs work that programs wait for.
    static func deliver<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await run(work, in: delivery)
    }

    private static func run<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value, in queue: OperationQueue
    ) async -> Value {
        await withCheckedContinuation { continuation in
            queue.addOperation { continuation.resume(returning: work()) }
        }
    }
}
