import Synchronization

/// Something that becomes ready once.
final class Ready: Sendable {
    private let isReady = Mutex(false)

    var value: Bool { isReady.withLock { $0 } }
    func set() { isReady.withLock { $0 = true } }
}
