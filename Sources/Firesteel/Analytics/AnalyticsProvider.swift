/// A destination of ``Analytics`` events: a console, a file or a service.
///
/// ``ConsoleAnalytics`` and ``JSONLinesAnalytics`` are included, and the module `FiresteelPostHog` has a sender for
/// PostHog.
///
/// ## Implementing a provider
///
/// - Events are passed in chronological order, and calls of one ``Analytics`` never overlap. Performs don't wait for
///   them, but other events and a change of consent do, so ``record(_:)`` stores the event and returns, and the
///   provider sends it in a separate task.
/// - **Consent.** Send nothing before ``start(reporting:)``, and retain nothing after ``discard()``: not in memory, not
///   on disk, not in a request in progress. The data is deleted when ``discard()`` returns. ``start(reporting:)`` may
///   be called again later.
/// - **Losses.** Bound the stored events, count dropped ones, and report them once with the closure of
///   ``start(reporting:)``. Don't throw and don't end the process.
/// - Don't change the consent from within a call, which would deadlock.
/// - ``identify(_:)`` and ``reset()`` are called in order with the events: earlier events belong to the previous user.
/// - Implement ``flush()`` and ``close(within:)`` if events are queued.
public protocol AnalyticsProvider: Sendable {
    /// The name in faults and in the inspector, such as `PostHog`.
    var name: String { get }

    /// Starts the provider after the user consented: it may record events, and send those queued in an earlier run.
    ///
    /// - Parameter fault: Reports a message for a developer. It can be called from any thread; repeated messages are
    ///   reported once.
    func start(reporting fault: @escaping @Sendable (String) -> Void)

    /// Records an event.
    func record(_ event: AnalyticsEvent)

    /// Sets the identifier of the user.
    func identify(_ user: String)

    /// Makes following events anonymous.
    func reset()

    /// Deletes all events and the user's identifier immediately, because the user declined or withdrew consent.
    ///
    /// - Throws: The error of the system if something could not be removed.
    func discard() throws

    /// Attempts once to deliver all queued events, and returns when that has succeeded or failed.
    func flush() async

    /// Flushes for at most the given duration, and stops. Events that could not be sent remain queued for the next run.
    func close(within limit: Duration) async
}

extension AnalyticsProvider {
    /// Does nothing.
    public func start(reporting fault: @escaping @Sendable (String) -> Void) {}

    /// Does nothing.
    public func identify(_ user: String) {}

    /// Does nothing.
    public func reset() {}

    /// Does nothing, for providers without a queue.
    public func flush() async {}

    /// Flushes without a limit, for providers without a queue.
    public func close(within limit: Duration) async { await flush() }
}
