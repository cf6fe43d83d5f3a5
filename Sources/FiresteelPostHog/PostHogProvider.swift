public import Firesteel
public import FiresteelHTTP
import Foundation
import Synchronization

/// Sends analytics to PostHog, or to whatever understands its capture API.
///
/// ```swift
/// let postHog = PostHogProvider(
///     PostHogOptions(projectKey: "phc_…", host: URL(string: "https://eu.i.posthog.com")!, folder: folder))
/// let analytics = runtime.attachAnalytics(to: [postHog], consent: settings.consent)
/// // At the end of the program:
/// await analytics.close(within: .seconds(3))
/// ```
///
/// **Nothing is lost, and nothing counts twice.** An event is in a file when ``record(_:)`` returns, and stays there until
/// the server took it: after a failure it is sent again, after the end of the program in the next run. It keeps the
/// identifier that it was given in the beginning, by which PostHog knows what it has already. What does get lost is counted
/// in ``status`` and reported: where the queue is full, the disk damaged, or the server refuses an event.
///
/// **What is sent.** The name of an event is the action's analytics identifier with `.begin` or `.end`. Its properties are the
/// action's attributes and `action_path`, `action_phase`, `action_perform`, `action_source`, `action_user_initiated`, and at
/// the end `action_outcome` and `action_duration` in seconds; these go before attributes of the same name. The names of
/// sessions are not sent, since they may say something about people.
///
/// **Who it is of.** An identifier that means nothing, kept in the folder until ``reset()``, or whoever
/// ``identify(_:)`` says: then PostHog is told that both are one.
///
/// **Answers.** Where the server can't be reached, answers with a fault of its own or with what no PostHog answers, or
/// redirects, it is tried again, later each time, and never before the `Retry-After` of the answer. 413 makes smaller
/// requests; 400 drops a batch; 401 and 403 stop sending until the next start.
public final class PostHogProvider: AnalyticsProvider {
    private struct State {
        var person: PostHogPerson?
        var hasStarted = false
    }

    /// `PostHog`.
    public let name = "PostHog"
    /// What it was made with.
    public let options: PostHogOptions
    private let clock: RemoteClock
    private let anonymous: AnonymousIdentifier
    private let sender: BatchSender
    private let state = Mutex(State())

    /// A provider; nothing happens before ``start(reporting:)``.
    ///
    /// - Parameters:
    ///   - options: Where events are sent, and how.
    ///   - transport: What sends them.
    ///   - clock: The time; a test gives another.
    public init(
        _ options: PostHogOptions, transport: any HTTPTransport = URLSessionTransport(), clock: RemoteClock = .system
    ) {
        self.options = options
        self.clock = clock
        anonymous = AnonymousIdentifier(folder: options.folder.path(percentEncoded: false))
        sender = BatchSender(options, transport: transport, clock: clock)
    }

    /// How it stands.
    public var status: PostHogStatus { sender.status }

    /// Who events are of, `nil` while it isn't started.
    public var distinctID: String? { state.withLock { $0.person?.identifier } }

    /// Begins to send, with what is left of earlier runs.
    public func start(reporting fault: @escaping @Sendable (String) -> Void) {
        sender.start(reporting: fault)
        if options.user?.isEmpty == true {
            sender.report("The user in the options has no identifier, so that events are of an anonymous one.")
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
        guard !user.isEmpty else { return sender.report("A user without an identifier can't be identified.") }
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

    /// Forgets all events and the anonymous identifier; a request under way is given up.
    ///
    /// - Throws: What the system says where a file can't be removed.
    public func discard() throws {
        try state.withLock { state in
            state.person = nil
            let events = Result { try sender.discard() }
            try anonymous.remove()
            try events.get()
        }
    }

    /// Tries to send everything that waits, and returns when it is sent or a try has failed.
    ///
    /// Does nothing while the server asked to be left alone.
    public func flush() async { await sender.flush() }

    /// Tries to send everything that waits, for at most so long; the rest is sent in the next run.
    public func close(within limit: Duration) async { await sender.close(within: limit) }

    private func queue(_ event: PostHogEvent) {
        do {
            guard sender.add(try event.line()) else {
                return sender.report("An event came after the end, and is lost.")
            }
        } catch {
            sender.report("An event could not be written as JSON, and is lost: \(error)")
        }
    }

    private func makeAnonymous(_ make: (Double) -> AnonymousIdentifier.Answer) -> PostHogPerson {
        let answer = make(clock.now())
        if let fault = answer.fault { sender.report(fault) }
        return PostHogPerson(identifier: answer.identifier, isAnonymous: true)
    }
}
