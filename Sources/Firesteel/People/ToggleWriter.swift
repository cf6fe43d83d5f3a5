import Dispatch
import FiresteelBase
import Synchronization

/// Calls a toggle store one call at a time, in the order of the changes, without a lock.
///
/// The store is the caller's code: it may take any time, and it may change the same toggles. A thread that changes them
/// during a call doesn't wait: the thread in the call stores the newest of the changes afterwards.
final class ToggleWriter: Sendable {
    typealias Toggles = [FeaturePath: Bool]

    /// A call of the store.
    enum Operation {
        case save
        case erase
    }

    private let save: @Sendable (Toggles) throws -> Void
    private let erase: @Sendable () throws -> Void
    private let report: @Sendable (Operation, any Error) -> Void
    private let state = Mutex(State())

    private struct State {
        /// The number of the newest change.
        var newest: UInt64 = 0
        /// The erasures that one call does next.
        var erasures: [Erasure] = []
        /// The toggles to store after that.
        var toggles: Toggles?
        /// The thread that calls the store, if there is one.
        var thread: ThreadIdentity?

        /// Makes the calling thread the one that calls the store, unless there is one.
        mutating func claim() -> Bool {
            guard thread == nil else { return false }
            thread = .current
            return true
        }

        /// Removes and returns the next call, or releases the thread.
        mutating func next() -> Call? {
            if !erasures.isEmpty {
                defer { erasures = [] }
                return .erase(erasures)
            }
            guard let toggles else {
                thread = nil
                return nil
            }
            self.toggles = nil
            return .save(toggles)
        }
    }

    private enum Call: Sendable {
        case save(Toggles)
        case erase([Erasure])
    }

    /// The end of an erasure, for the thread that requested it.
    private final class Erasure: Sendable {
        /// Whether that thread waits, and so receives the error.
        let isAwaited: Bool
        private let done = DispatchSemaphore(value: 0)
        private let error = Mutex<(any Error)?>(nil)

        init(isAwaited: Bool) { self.isAwaited = isAwaited }

        func end(_ error: (any Error)?) {
            self.error.withLock { $0 = error }
            done.signal()
        }

        func wait() throws {
            guard isAwaited else { return }
            done.wait()
            if let error = error.withLock({ $0 }) { throw error }
        }
    }

    /// - Parameters:
    ///   - save: Stores all toggles.
    ///   - erase: Removes them.
    ///   - report: Reports an error that isn't thrown to a caller.
    init(
        save: @escaping @Sendable (Toggles) throws -> Void, erase: @escaping @Sendable () throws -> Void,
        report: @escaping @Sendable (Operation, any Error) -> Void
    ) {
        self.save = save
        self.erase = erase
        self.report = report
    }

    /// Stores toggles, or leaves that to the thread that is calling the store.
    ///
    /// - Parameters:
    ///   - toggles: All toggles.
    ///   - number: The number of the change, from 1. Older changes than the newest one are ignored.
    func save(_ toggles: Toggles, number: UInt64) {
        let isMine = state.withLock { state in
            guard number > state.newest else { return false }
            state.newest = number
            state.toggles = toggles
            return state.claim()
        }
        if isMine { callStore() }
    }

    /// Removes the stored toggles, after a call of the store on another thread has ended.
    ///
    /// In a call of the store on this thread, they are removed when it has ended, and the error is reported.
    ///
    /// - Parameter number: The number of the change, as for ``save(_:number:)``.
    /// - Throws: The error of the store.
    func erase(number: UInt64) throws {
        let turn = state.withLock { state -> (erasure: Erasure, isMine: Bool)? in
            guard number > state.newest else { return nil }
            let erasure = Erasure(isAwaited: state.thread != .current)
            state.newest = number
            state.toggles = nil
            state.erasures.append(erasure)
            return (erasure, state.claim())
        }
        guard let turn else { return }
        if turn.isMine { callStore() }
        try turn.erasure.wait()
    }

    private func callStore() {
        while let call = state.withLock({ $0.next() }) {
            switch call {
            case .save(let toggles):
                do { try save(toggles) } catch { report(.save, error) }
            case .erase(let erasures):
                var failure: (any Error)?
                do { try erase() } catch { failure = error }
                if let failure, !erasures.contains(where: \.isAwaited) { report(.erase, failure) }
                for erasure in erasures { erasure.end(failure) }
            }
        }
    }
}
