import FiresteelHTTPServer
import Synchronization

/// Finds credentials that aren't in memory, at a cost that unknown ones can't raise.
///
/// One transaction runs at a time, and all credentials that arrive meanwhile share the next. Those that don't exist are
/// remembered: a credential is random, so it isn't sent before it is created.
final class CredentialLookups<Value: Sendable>: Sendable {
    private struct State {
        var waiting: [String: [CheckedContinuation<Value?, any Error>]] = [:]
        var isRunning = false
        var unknown: Set<String> = []
        /// The number of times that unknown credentials were forgotten.
        var generation = 0
    }

    /// The maximum number of credentials that one transaction reads.
    private static var batch: Int { 200 }
    private let state = Mutex(State())
    private let capacity: Int
    private let read: @Sendable ([String]) async throws -> [String: Value]

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of waiting credentials, and of remembered ones.
    ///   - read: Returns those of some credentials that exist, by their hashes, in one transaction.
    init(capacity: Int = 10_000, read: @escaping @Sendable ([String]) async throws -> [String: Value]) {
        self.capacity = capacity
        self.read = read
    }

    /// Returns the credential with a hash, or `nil` if there is none.
    ///
    /// - Throws: An ``HTTPProblem`` if too many wait, or the error of the transaction.
    func find(_ hash: String) async throws -> Value? {
        try await withCheckedThrowingContinuation { continuation in
            let (result, starts) = state.withLock { state -> (Result<Value?, any Error>?, Bool) in
                if state.unknown.contains(hash) { return (.success(nil), false) }
                guard state.waiting.count < capacity || state.waiting[hash] != nil else {
                    return (.failure(Self.tooMany), false)
                }
                state.waiting[hash, default: []].append(continuation)
                defer { state.isRunning = true }
                return (nil, !state.isRunning)
            }
            if let result { continuation.resume(with: result) }
            // A separate task, so that a caller that is cancelled doesn't end it for others.
            if starts { Task { await run() } }
        }
    }

    /// Forgets which credentials are unknown.
    func forget() {
        state.withLock { state in
            state.unknown = []
            state.generation += 1
        }
    }

    private func run() async {
        while let (callers, generation) = next() {
            let result: Result<[String: Value], any Error>
            do {
                result = .success(try await read(Array(callers.keys)))
            } catch {
                result = .failure(error)
            }
            if case .success(let found) = result {
                state.withLock { state in
                    // The rows may be older than a change that was noticed meanwhile.
                    guard state.generation == generation else { return }
                    for hash in callers.keys where found[hash] == nil {
                        if state.unknown.count >= capacity { state.unknown = [] }
                        state.unknown.insert(hash)
                    }
                }
            }
            for (hash, callers) in callers {
                for caller in callers { caller.resume(with: result.map { $0[hash] }) }
            }
        }
    }

    private func next() -> ([String: [CheckedContinuation<Value?, any Error>]], generation: Int)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            var callers: [String: [CheckedContinuation<Value?, any Error>]] = [:]
            for (hash, waiting) in state.waiting.prefix(Self.batch) { callers[hash] = waiting }
            for hash in callers.keys { state.waiting[hash] = nil }
            return (callers, state.generation)
        }
    }

    private static var tooMany: HTTPProblem {
        .unavailable("The server is looking up too many credentials. Try again.", retryAfter: Int.random(in: 1...5))
    }
}
