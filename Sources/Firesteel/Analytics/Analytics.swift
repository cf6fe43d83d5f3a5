import Synchronization

/// Whether the user agreed that analytics knows what they do.
public enum AnalyticsConsent: Sendable, Hashable {
    /// They agreed.
    case granted
    /// They did not, or were not asked yet.
    case denied
}

/// Tells providers of the actions that have an analytics identifier: an event when one begins, and one when it completes.
///
/// Made by ``FeatureRuntime/attachAnalytics(to:consent:)``, and kept by the runtime.
///
/// Consent can be changed at any time with ``setConsent(_:)``. While it is ``AnalyticsConsent/denied`` nothing is computed:
/// actions aren't even asked for their attributes. What was under way when it was granted has no event.
///
/// Providers are told in a task of their own, so no perform waits for them. If they fall behind by more than 4,096 events,
/// the newest are dropped, counted in ``missed`` and reported.
public final class Analytics: Sendable {
    private struct State {
        var consent = AnalyticsConsent.denied
        var performs: HookedPerforms?
        /// Counts grants of consent, so that what was read under an earlier one is not told.
        var period = 0
        /// Counts what the user decided.
        var decisions = 0
        var user: String?
        var missed = 0
        var isClosed = false
    }

    /// Who is told.
    public let providers: [any AnalyticsProvider]
    private let runtime: RuntimeLink
    /// Held while providers are told: when consent was taken back, nobody is told any more.
    private let state = Mutex(State())

    /// The most begins and completions that wait for the providers.
    static let bound = 4_096

    init(providers: [any AnalyticsProvider], runtime: FeatureRuntime) {
        self.providers = providers
        self.runtime = RuntimeLink(runtime)
    }

    /// Whether the user agreed.
    public var consent: AnalyticsConsent { state.withLock { $0.consent } }

    /// How many events were dropped because the providers were too slow.
    public var missed: Int { state.withLock { $0.missed } }

    /// Notes what the user decided.
    ///
    /// Denied, everything that waits anywhere is dropped, on disk too, before this returns. Keep the decision yourself and
    /// hand it over at the next start.
    ///
    /// - Throws: What a provider says where something could not be removed. Nothing is sent all the same.
    public func setConsent(_ consent: AnalyticsConsent) throws {
        state.withLock { $0.decisions += 1 }
        switch consent {
        case .granted: grant()
        case .denied: try deny()
        }
    }

    /// From now on events are of this user.
    ///
    /// Kept in memory while consent is denied, and told when it is granted.
    ///
    /// - Parameter user: What services know the user by. Not a name or an address: something that means nothing elsewhere.
    public func identify(_ user: String) {
        setUser(user) { $0.identify(user) }
    }

    /// From now on events are of somebody else whom nobody knows, as after signing out.
    public func reset() {
        setUser(nil) { $0.reset() }
    }

    /// Tries to bring everything that happened so far to where it goes, and returns when that is done or has failed.
    public func flush() async {
        await state.withLock { $0.performs }?.barrier()
        await withTaskGroup { group in
            for provider in providers { group.addTask { await provider.flush() } }
        }
    }

    /// Ends analytics in good order, as before the program ends.
    ///
    /// What could not be sent by then waits on disk for the next run, where a provider keeps a queue there. Consent that is
    /// given later begins nothing any more; consent that is taken back still discards.
    ///
    /// - Parameter limit: How long it may take.
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

    /// - Parameter decision: The decision that it is still to be after, if it isn't one itself.
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

    /// - Throws: The first error; the others discard all the same.
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
            runtime.report("Analytics fell behind, and events are missing. Use providers that return sooner.")
        case .barrier(let body): body()
        case .closed: break
        }
    }

    private func setUser(_ user: String?, _ notify: @escaping @Sendable (any AnalyticsProvider) -> Void) {
        let (performs, period) = state.withLock { state in
            state.user = user
            return (state.performs, state.period)
        }
        // In order with the events, so that those before are of who it was then. Without the lock: where the runtime is
        // gone, it is done at once.
        performs?.inOrder { [self] in
            state.withLock { state in
                guard state.consent == .granted, state.period == period else { return }
                for provider in providers { notify(provider) }
            }
        }
    }
}

extension Analytics: HookAttachment {
    /// Drops everything that waits; analytics goes on with what happens from now on.
    func erase() throws {
        let decision = state.withLock { $0.consent == .granted && !$0.isClosed ? $0.decisions : nil }
        // Not where the user took consent back meanwhile.
        defer { if let decision { grant(after: decision) } }
        try deny()
    }
}

extension FeatureRuntime {
    /// Tells providers of the actions that have an analytics identifier.
    ///
    /// ```swift
    /// let analytics = runtime.attachAnalytics(to: [ConsoleAnalytics()], consent: settings.analyticsConsent)
    /// ```
    ///
    /// The runtime keeps it. Without consent the providers discard what they have of earlier runs.
    ///
    /// - Parameters:
    ///   - providers: Who is told.
    ///   - consent: What the user decided so far.
    /// - Returns: What consent is changed with, and analytics is ended.
    @discardableResult
    public func attachAnalytics(
        to providers: [any AnalyticsProvider], consent: AnalyticsConsent
    ) -> Analytics {
        let analytics = Analytics(providers: providers, runtime: self)
        dispatcher.hooks.keep(analytics)
        do {
            try analytics.setConsent(consent)
        } catch {
            dispatcher.report(.observer("What analytics kept could not be removed: \(ErrorText(error).message)"))
        }
        return analytics
    }

    /// The analytics that are attached, in the order in which they were.
    public var analytics: [Analytics] { dispatcher.hooks.kept.compactMap { $0 as? Analytics } }
}
