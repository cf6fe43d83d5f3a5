import Synchronization

/// The user's decision about analytics.
public enum AnalyticsConsent: Sendable, Hashable {
    /// The user agreed.
    case granted
    /// The user declined, or hasn't decided yet.
    case denied
}

/// Sends events of actions with an analytics identifier to providers: one when an action begins, and one when it
/// completes.
///
/// Created by ``FeatureRuntime/attachAnalytics(to:consent:)`` and retained by the runtime.
///
/// The consent can be changed at any time with ``setConsent(_:)``. While it is ``AnalyticsConsent/denied``, nothing is
/// computed, not even the attributes of actions. Actions that were in flight when it was granted have no event.
///
/// Providers are called in a separate task, so no perform waits for them. If they fall behind by more than 4,096
/// events, the newest are dropped, counted in ``missed`` and reported.
public final class Analytics: Sendable {
    private struct State {
        var consent = AnalyticsConsent.denied
        var performs: HookedPerforms?
        /// The number of grants of consent, so that events of an earlier grant are dropped.
        var period = 0
        /// The number of the user's decisions.
        var decisions = 0
        var user: String?
        var missed = 0
        var isClosed = false
    }

    /// The providers.
    public let providers: [any AnalyticsProvider]
    private let runtime: RuntimeLink
    /// The lock held while providers are called, so that none is called after consent was withdrawn.
    private let state = Mutex(State())

    /// The maximum number of queued begins and completions.
    static let bound = 4_096

    init(providers: [any AnalyticsProvider], runtime: FeatureRuntime) {
        self.providers = providers
        self.runtime = RuntimeLink(runtime)
    }

    /// Whether the user agreed.
    public var consent: AnalyticsConsent { state.withLock { $0.consent } }

    /// The number of events that were dropped because the providers were too slow.
    public var missed: Int { state.withLock { $0.missed } }

    /// Sets the user's consent.
    ///
    /// If it is denied, all queued events are discarded, also on disk, before this returns. Store the decision in the
    /// program, and pass it at the next start.
    ///
    /// - Throws: The error of a provider that could not remove its events. They are not sent nevertheless.
    public func setConsent(_ consent: AnalyticsConsent) throws {
        state.withLock { $0.decisions += 1 }
        switch consent {
        case .granted: grant()
        case .denied: try deny()
        }
    }

    /// Sets the user of following events.
    ///
    /// While consent is denied, the identifier is stored in memory, and passed to providers when it is granted.
    ///
    /// - Parameter user: The user's identifier in analytics. Use an identifier without another meaning, rather than a
    ///   name or an address.
    public func identify(_ user: String) {
        setUser(user) { $0.identify(user) }
    }

    /// Makes following events anonymous, as after signing out.
    public func reset() {
        setUser(nil) { $0.reset() }
    }

    /// Attempts to deliver all events so far, and returns when that has succeeded or failed.
    public func flush() async {
        await state.withLock { $0.performs }?.barrier()
        await withTaskGroup { group in
            for provider in providers { group.addTask { await provider.flush() } }
        }
    }

    /// Ends analytics before the program ends.
    ///
    /// Events that could not be sent remain on disk for the next run, if the provider has a queue there. Granting
    /// consent afterwards has no effect; withdrawing it still discards.
    ///
    /// - Parameter limit: The maximum duration.
    public func close(within limit: Duration = .seconds(5)) async {
        let performs = state.withLock { state in
            state.isClosed = true
            return state.performs.take()
        }
        await performs?.barrier()
        performs?.end()
        await withTaskGroup { group in
            for provider in providers { group.addTask { await provider.close(within: limit) } }
        }
    }

    /// - Parameter decision: The decision that must still be current, unless this is a decision itself.
    private func grant(after decision: Int? = nil) {
        state.withLock { state in
            guard state.consent == .denied, !state.isClosed, decision == nil || decision == state.decisions else {
                return
            }
            state.consent = .granted
            state.period += 1
            for provider in providers {
                provider.start { [runtime, name = provider.name] words in runtime.report("\(name): \(words)") }
                if let user = state.user { provider.identify(user) }
            }
            guard let performs = runtime.hooks()?.attach(.analytics, bound: Self.bound) else { return }
            state.performs = performs
            let period = state.period
            Task.detached { [self] in
                for await element in performs { notify(element, in: period) }
            }
        }
    }

    private func deny() throws {
        try state.withLock { state in
            state.consent = .denied
            state.performs.take()?.drop()
            try discard()
        }
    }

    /// - Throws: The first error. The other providers discard their events nevertheless.
    private func discard() throws {
        var first: (any Error)?
        for provider in providers {
            do { try provider.discard() } catch { first = first ?? error }
        }
        if let first { throw first }
    }

    private func notify(_ element: HookedPerforms.Element, in period: Int) {
        switch element {
        case .perform(let perform):
            guard let event = AnalyticsEvent(perform) else { return }
            state.withLock { state in
                guard state.consent == .granted, state.period == period else { return }
                for provider in providers { provider.record(event) }
            }
        case .missed(let count):
            state.withLock { $0.missed += count }
            runtime.report(
                "Analytics events were dropped because providers are too slow. Use providers that return sooner.")
        case .barrier(let body): body()
        case .closed: break
        }
    }

    private func setUser(_ user: String?, _ notify: @escaping @Sendable (any AnalyticsProvider) -> Void) {
        let (performs, period) = state.withLock { state in
            state.user = user
            return (state.performs, state.period)
        }
        // In order with the events, so that earlier ones belong to the previous user. Without the lock, because without
        // a
        // runtime it is called immediately.
        performs?.inOrder { [self] in
            state.withLock { state in
                guard state.consent == .granted, state.period == period else { return }
                for provider in providers { notify(provider) }
            }
        }
    }
}

extension Analytics: HookAttachment {
    /// Discards all queued events, and continues with later ones.
    func erase() throws {
        let decision = state.withLock { $0.consent == .granted && !$0.isClosed ? $0.decisions : nil }
        // Unless the user withdrew consent meanwhile.
        defer { if let decision { grant(after: decision) } }
        try deny()
    }
}

extension FeatureRuntime {
    /// Attaches providers to the actions with an analytics identifier.
    ///
    /// ```swift
    /// let analytics = runtime.attachAnalytics(to: [ConsoleAnalytics()], consent: settings.analyticsConsent)
    /// ```
    ///
    /// The runtime retains the result. Without consent the providers discard the events of earlier runs.
    ///
    /// - Parameters:
    ///   - providers: The providers.
    ///   - consent: The user's decision so far.
    /// - Returns: The object that changes the consent and ends analytics.
    @discardableResult
    public func attachAnalytics(
        to providers: [any AnalyticsProvider], consent: AnalyticsConsent
    ) -> Analytics {
        let analytics = Analytics(providers: providers, runtime: self)
        dispatcher.hooks.retain(analytics)
        do {
            try analytics.setConsent(consent)
        } catch {
            dispatcher.report(.observer("Can't remove stored analytics events: \(ErrorText(error).message)"))
        }
        return analytics
    }

    /// The analytics that are attached, in the order in which they were.
    public var analytics: [Analytics] { dispatcher.hooks.retained.compactMap { $0 as? Analytics } }
}
