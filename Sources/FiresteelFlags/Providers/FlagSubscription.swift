import Synchronization

/// Keeps a handler subscribed until it is cancelled or let go.
public final class FlagSubscription: Sendable {
    private let ending: Mutex<(@Sendable () -> Void)?>

    /// - Parameter end: Called once, when it ends.
    public init(_ end: @escaping @Sendable () -> Void) {
        ending = Mutex(end)
    }

    deinit { cancel() }

    /// Ends it.
    ///
    /// Calls of the handler that are under way go on.
    public func cancel() {
        let end = ending.withLock { ending in
            defer { ending = nil }
            return ending
        }
        end?()
    }
}
