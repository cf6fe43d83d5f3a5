extension AsyncStream where Element: Sendable {
    /// Creates a stream of the elements that a handler passes on.
    ///
    /// No element is lost, however slow the reader is. The stream ends with the source of the subscription, which it
    /// doesn't retain.
    ///
    /// - Parameter subscribe: Subscribes a handler that calls the given function.
    package init(
        subscribing subscribe: (_ yield: @escaping @Sendable (Element) -> Void) -> Subscription
    ) {
        self.init(bufferingPolicy: .unbounded) { continuation in
            let end = StreamEnd { continuation.finish() }
            let subscription = subscribe { element in
                withExtendedLifetime(end) { _ = continuation.yield(element) }
            }
            // Without waiting for the handler: it may resume the task whose cancellation ends the stream.
            continuation.onTermination = { _ in subscription.end() }
        }
    }
}

/// Ends a stream when the handler that feeds it is released.
private final class StreamEnd: Sendable {
    private let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
}
