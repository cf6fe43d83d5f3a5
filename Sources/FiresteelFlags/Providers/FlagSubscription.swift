import Synchronization

/// The subscription of a handler, until it is cancelled or released.
public final class FlagSubscription: Sendable {
    private let ending: Mutex<(@Sendable () -> Void)?>

    /// Creates a subscription.
    ///
    /// - Parameter end: Called once, when the subscription ends.
    public init(_ end: @escaping @Sendable () -> Void) {
        ending = Mutex(end)
    }

    deinit { cancel() }

    /// Ends the subscription.
    ///
    /// Calls of the handler that have begun continue.
    public func cancel() {
        let end = ending.withLock { ending in
            defer { ending = nil }
            return ending
        }
        end?()
    }
}
