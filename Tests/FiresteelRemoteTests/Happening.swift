import Synchronization

/// Whether something happened.
final class Happening: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    /// Says that it happened, and returns whether it had before.
    @discardableResult func set() -> Bool {
        state.withLock { state in
            defer { state = true }
            return state
        }
    }
}
