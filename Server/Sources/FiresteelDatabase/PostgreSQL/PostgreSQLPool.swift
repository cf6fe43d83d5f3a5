internal import Synchronization

/// A limited number of lanes, given to waiting callers in order.
final class PostgreSQLPool: Sendable {
    private struct Waiter {
        let number: UInt64
        let continuation: CheckedContinuation<PostgreSQLLane, any Error>
        var limit: Task<Void, Never>?
    }

    private struct State {
        var lanes: [PostgreSQLLane] = []
        /// The most recently used is last and used first, so that others may time out in a pooler.
        var idle: [PostgreSQLLane] = []
        var waiters: [Waiter] = []
        var lastNumber: UInt64 = 0
        var isClosed = false
        /// The time when a transaction last began.
        var lastReached: ContinuousClock.Instant?
        /// The error of the last attempt to reach the database, until a transaction begins.
        var outage: DatabaseError?
    }

    private let state = Mutex(State())
    private let address: PostgreSQLAddress
    private let configuration: PostgreSQLConfiguration

    init(_ address: PostgreSQLAddress, _ configuration: PostgreSQLConfiguration) {
        self.address = address
        self.configuration = configuration
    }

    /// The number of callers that wait for a lane.
    var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// The number of lanes that callers use.
    var busyCount: Int { state.withLock { $0.lanes.count - $0.idle.count } }

    /// Whether callers are refused after one attempt, or because the pool is closed.
    var isRefusing: Bool { state.withLock { $0.isClosed || $0.outage != nil } }

    /// Ends an outage, after a transaction began.
    func reached() {
        state.withLock { state in
            state.lastReached = .now
            state.outage = nil
        }
    }

    /// Begins an outage, unless a transaction began since an attempt: callers that wait are refused.
    func unreachable(since start: ContinuousClock.Instant, _ error: DatabaseError) {
        let waiters = state.withLock { state -> [Waiter] in
            if let last = state.lastReached, last >= start { return [] }
            state.outage = error
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters {
            waiter.limit?.cancel()
            waiter.continuation.resume(throwing: error)
        }
    }

    /// Waits for a lane.
    ///
    /// Each call needs one of ``release(_:)``. During an outage it doesn't wait.
    func acquire() async throws -> PostgreSQLLane {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<PostgreSQLLane, any Error>? in
                    if state.isClosed { return .failure(DatabaseError.closed) }
                    // A cancellation before this is seen here; one after it finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let lane = state.idle.popLast() { return .success(lane) }
                    if state.lanes.count < max(1, configuration.maximumConnections) {
                        let lane = PostgreSQLLane(address, configuration)
                        state.lanes.append(lane)
                        return .success(lane)
                    }
                    if let outage = state.outage { return .failure(outage) }
                    state.waiters.append(Waiter(number: number, continuation: continuation, limit: limit(of: number)))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            fail(number, CancellationError())
        }
    }

    /// Gives a lane to the first waiting caller, or to the next one.
    func release(_ lane: PostgreSQLLane) {
        let waiter = state.withLock { state -> Waiter? in
            guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
            state.idle.append(lane)
            return nil
        }
        waiter?.limit?.cancel()
        waiter?.continuation.resume(returning: lane)
    }

    /// Rejects waiting and later callers.
    func rejectCallers() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters {
            waiter.limit?.cancel()
            waiter.continuation.resume(throwing: DatabaseError.closed)
        }
    }

    /// Closes all connections, which must be idle.
    func close() async {
        let lanes = state.withLock { state in
            defer { state.idle = [] }
            return state.lanes
        }
        for lane in lanes { await lane.close() }
    }

    private func limit(of number: UInt64) -> Task<Void, Never> {
        Task { [weak self, configuration] in
            do {
                try await Task.sleep(for: configuration.waitLimit)
            } catch {
                // The caller has a lane or was cancelled.
                return
            }
            let reason =
                "all \(configuration.maximumConnections) connections were in use for \(configuration.waitLimit)"
            self?.fail(number, DatabaseError.unreachable(reason: reason))
        }
    }

    private func fail(_ number: UInt64, _ error: any Error) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
            return state.waiters.remove(at: index)
        }
        waiter?.limit?.cancel()
        waiter?.continuation.resume(throwing: error)
    }
}
