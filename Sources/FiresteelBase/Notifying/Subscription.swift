/// The subscription of a handler to changes or events.
///
/// It ends when it is cancelled, when it is released, or when its source ends, whichever is first:
///
/// - ``cancel()`` guarantees that the handler doesn't run after it returned.
/// - Releasing the subscription guarantees that no call of the handler begins afterwards. A call in progress on another
///   thread continues, since a release must never wait: it can happen anywhere, also while a lock is held.
///
/// A subscription doesn't retain its source.
public final class Subscription: Sendable {
    private let source: any SubscriptionSource

    /// Creates a subscription to a source that isn't a ``Broadcaster``.
    ///
    /// - Parameter end: Called once, when the subscription is cancelled or released. It has to guarantee that no call of
    ///   the handler begins afterwards.
    public convenience init(_ end: @escaping @Sendable () -> Void) {
        self.init(HandlerGate(end))
    }

    /// Creates a subscription to a source.
    package init(_ source: any SubscriptionSource) {
        self.source = source
    }

    deinit { source.end() }

    /// Ends the subscription, and returns when no call of the handler is in progress on another thread.
    ///
    /// When it returns, the handler doesn't run and never will again, with two exceptions. Called from within the handler,
    /// it returns immediately, and no further call begins. An asynchronous handler, as an observer of performs has, isn't
    /// waited for: its task is cancelled, and ``finished()`` waits for it.
    ///
    /// Don't call it while holding a lock that the handler takes, in `onTermination` of a stream that the handler feeds,
    /// or from handlers that cancel each other: release the subscription instead. Calling it again has no effect.
    public func cancel() {
        source.end()
        source.waitForCalls()
    }

    /// Waits until the subscription has ended and the handler has returned from its last call.
    ///
    /// Must not be awaited by the handler.
    public func finished() async { await source.finished() }

    /// Ends the subscription as its release does, without waiting for calls in progress.
    package func end() { source.end() }
}

/// The calls of a subscription's handler.
package protocol SubscriptionSource: Sendable {
    /// Guarantees that no further call begins.
    ///
    /// Never waits, and has no effect the second time.
    func end()

    /// Waits for calls in progress on other threads, unless this thread is in one itself.
    func waitForCalls()

    /// Waits until no further call can begin and none is in progress.
    func finished() async
}
