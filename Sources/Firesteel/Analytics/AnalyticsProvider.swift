/// Takes the events of ``Analytics`` to where they are looked at: a console, a file, a service.
///
/// ``ConsoleAnalytics`` and ``JSONLinesAnalytics`` are here, and a sender for PostHog is in the module `FiresteelPostHog`.
///
/// ## Implementing a provider
///
/// - Events come in the order in which they happened, and calls of one ``Analytics`` never overlap. Performs don't wait for
///   them, but other events and a change of consent do, so ``record(_:)`` keeps the event and returns; sending it somewhere
///   is a task of the provider's own.
/// - **Consent.** Nothing may leave before ``start(reporting:)``, and nothing may stay after ``discard()``: not in memory,
///   not on disk, not in a request that is under way. When ``discard()`` returns it is gone. ``start(reporting:)`` may be
///   called again later.
/// - **Nothing is lost silently.** Bound what you keep, count what you drop, and report it once through what
///   ``start(reporting:)`` was given. Don't throw and don't end the process.
/// - Don't change the consent from within a call: the one who changes it would wait for itself.
/// - ``identify(_:)`` and ``reset()`` come in order with the events: those before are of who it was before.
/// - Implement ``flush()`` and ``close(within:)`` where events wait to be sent.
public protocol AnalyticsProvider: Sendable {
    /// What it is called in faults and in the inspector, such as `PostHog`.
    var name: String { get }

    /// The user agreed: events may be taken, and what waits of an earlier run may be sent.
    ///
    /// - Parameter fault: Takes what goes wrong, in words for a developer. Called from anywhere; the same words count once.
    func start(reporting fault: @escaping @Sendable (String) -> Void)

    /// Keeps an event.
    func record(_ event: AnalyticsEvent)

    /// Whoever uses the program is known from now on by this identifier.
    func identify(_ user: String)

    /// Whoever uses the program from now on is somebody else, and nobody knows who.
    func reset()

    /// The user doesn't agree, or no longer: forgets everything that was kept and who it was of, at once.
    ///
    /// - Throws: What the system says where something could not be removed.
    func discard() throws

    /// Tries to bring everything that waits to where it goes, once, and returns when that is done or has failed.
    func flush() async

    /// Flushes for at most so long, and stops. What could not be sent by then waits for the next run.
    func close(within limit: Duration) async
}

extension AnalyticsProvider {
    /// Nothing: for a provider that needs no beginning.
    public func start(reporting fault: @escaping @Sendable (String) -> Void) {}

    /// Nothing: for a provider that knows no users.
    public func identify(_ user: String) {}

    /// Nothing: for a provider that knows no users.
    public func reset() {}

    /// Nothing: for a provider that keeps nothing waiting.
    public func flush() async {}

    /// Flushes, without a limit: for a provider that keeps nothing waiting.
    public func close(within limit: Duration) async { await flush() }
}
