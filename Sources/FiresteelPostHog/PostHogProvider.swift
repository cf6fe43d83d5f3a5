public import Firesteel
public import FiresteelHTTP
import Foundation
import Synchronization

/// Sends analytics to PostHog, or to a server that supports its capture API.
///
/// ```swift
/// let postHog = PostHogProvider(
///     PostHogOptions(projectKey: "phc_…", host: URL(string: "https://eu.i.posthog.com")!, folder: folder))
/// let analytics = runtime.attachAnalytics(to: [postHog], consent: settings.consent)
/// // At the end of the program:
/// await analytics.close(within: .seconds(3))
/// ```
///
/// **Delivery.** An event is in a file when ``record(_:)`` returns, and remains there until the server accepted it: it
/// is sent again after a failure, and in the next run after the end of the program. Its identifier never changes, so
/// PostHog recognizes duplicates. Losses are counted in ``status`` and reported: if the queue is full, the disk
/// damaged, or the server rejects an event.
///
/// **Contents.** The name of an event is the action's analytics identifier with `.begin` or `.end`. Its properties are
/// the action's attributes and `action_path`, `action_phase`, `action_perform`, `action_source`,
/// `action_user_initiated`, and at the end `action_outcome` and `action_duration` in seconds; these have priority over
/// attributes of the same name. The names of sessions are not sent, because they may contain personal data.
///
/// **Users.** Events have an anonymous identifier, stored in the folder until ``reset()``, or the identifier passed to
/// ``identify(_:)``; PostHog is then informed that both are the same user.
///
/// **Responses.** If the server is unreachable, responds with a server error or an unexpected body, or redirects,
/// sending is retried after growing pauses, and never before the `Retry-After` of the response. 413 results in smaller
/// requests; 400 drops a batch; 401 and 403 stop sending until the next start.
public final class PostHogProvider: AnalyticsProvider {
    private struct State {
        var person: PostHogPerson?
        var hasStarted = false
    }

    /// `PostHog`.
    public let name = "PostHog"
    /// The options.
    public let options: PostHogOptions
    private let clock: RemoteClock
    private let anonymous: AnonymousIdentifier
    private let sender: BatchSender
    private let state = Mutex(State())

    /// Creates a provider.
    ///
    /// It is inactive before ``start(reporting:)``.
    ///
    /// - Parameters:
    ///   - options: The destination and the limits.
    ///   - transport: The transport of requests.
    ///   - clock: The clock.
    public init(
        _ options: PostHogOptions, transport: any HTTPTransport = URLSessionTransport(), clock: RemoteClock = .system
    ) {
        self.options = options
        self.clock = clock
        anonymous = AnonymousIdentifier(folder: options.folder.path(percentEncoded: false))
        sender = BatchSender(options, transport: transport, clock: clock)
    }

    /// The current status.
    public var status: PostHogStatus { sender.status }

    /// The identifier of the user, or `nil` before the start.
    public var distinctID: String? { state.withLock { $0.person?.identifier } }

    /// Starts sending, including events of earlier runs.
    public func start(reporting fault: @escaping @Sendable (String) -> Void) {
        sender.start(reporting: fault)
        if options.user?.isEmpty == true {
            sender.report(
                "The user in the options has no identifier, so events have an anonymous user. Set an identifier.")
        }
        state.withLock { state in
            guard state.person == nil else { return }
            if let user = options.user, !user.isEmpty {
                state.person = PostHogPerson(identifier: user, isAnonymous: false)
            } else {
                state.person = makeAnonymous { anonymous.load(at: $0) }
            }
        }
    }

    /// Queues an event.
    public func record(_ event: AnalyticsEvent) {
        state.withLock { state in
            guard let person = state.person else { return }
            queue(PostHogEvent(event, person: person.of(event), identifier: .ofTime(clock.now())))
        }
    }

    /// Events are of this user from now on, and so are those of the anonymous identifier before.
    public func identify(_ user: String) {
        guard !user.isEmpty else { return sender.report("Can't identify a user with an empty identifier.") }
        state.withLock { state in
            guard let before = state.person, before.identifier != user else { return }
            let person = PostHogPerson(identifier: user, isAnonymous: false)
            state.person = person
            guard before.isAnonymous else { return }
            let now = clock.now()
            queue(
                PostHogEvent(
                    identifying: person, before: before.identifier, identifier: .ofTime(now),
                    time: Int64(now * 1e6)))
        }
    }

    /// Events are of a new anonymous identifier from now on.
    public func reset() {
        state.withLock { state in
            guard state.person != nil else { return }
            state.person = makeAnonymous { anonymous.replace(at: $0) }
        }
    }

    /// Deletes all events and the anonymous identifier, and cancels a request in progress.
    ///
    /// - Throws: The error of the system if a file can't be removed.
    public func discard() throws {
        try state.withLock { state in
            state.person = nil
            let events = Result { try sender.discard() }
            try anonymous.remove()
            try events.get()
        }
    }

    /// Attempts to send all queued events, and returns when that has succeeded or failed.
    ///
    /// Does nothing while the server's `Retry-After` is pending.
    public func flush() async { await sender.flush() }

    /// Attempts to send all queued events within the limit; the rest is sent in the next run.
    public func close(within limit: Duration) async { await sender.close(within: limit) }

    private func queue(_ event: PostHogEvent) {
        do {
            guard sender.add(try event.line()) else {
                return sender.report("An event that was recorded after the provider was closed is lost.")
            }
        } catch {
            sender.report("Can't encode an event as JSON, so it is lost: \(error)")
        }
    }

    private func makeAnonymous(_ make: (Double) -> AnonymousIdentifier.Answer) -> PostHogPerson {
        let answer = make(clock.now())
        if let fault = answer.fault { sender.report(fault) }
        return PostHogPerson(identifier: answer.identifier, isAnonymous: true)
    }
}
