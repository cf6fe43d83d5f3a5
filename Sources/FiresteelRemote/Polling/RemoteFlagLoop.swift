import FiresteelFlags
import FiresteelHTTP
import Synchronization

/// The background work of a provider: scheduled fetches, event streams, and reports of stale values.
///
/// All work takes place in one task, which only reads the provider's signal.
struct RemoteFlagLoop {
    private let signal: Signal
    private let options: RemoteFlagOptions
    private let transport: any HTTPTransport
    private var failures = 0
    /// The time before which the server accepts no requests, in seconds since 1970.
    private var blockedUntil = 0.0
    /// Whether streams are closed and fetching is paused.
    private var isPaused = false
    private var follower: EventStreamFollower?
    private var poll: Task<Void, any Error>?
    private var aging: Task<Void, any Error>?
    private var inactivity: Task<Void, any Error>?

    /// Starts and returns the task, which doesn't outlive the provider.
    static func task(of provider: RemoteFlagProvider) -> Task<Void, Never> {
        let signal = provider.signal
        let options = provider.options
        let transport = provider.transport
        return Task { [weak provider] in
            var loop = RemoteFlagLoop(signal: signal, options: options, transport: transport)
            while let work = await signal.next() {
                guard let provider else { break }
                await loop.handle(work, provider)
            }
            loop.end()
        }
    }

    private init(signal: Signal, options: RemoteFlagOptions, transport: any HTTPTransport) {
        self.signal = signal
        self.options = options
        self.transport = transport
    }

    private mutating func end() {
        for timer in [poll, aging, inactivity] { timer?.cancel() }
        follower?.stop()
    }

    private mutating func handle(_ work: Signal.Work, _ provider: RemoteFlagProvider) async {
        var work = work
        if work.isStale { provider.notifier.send(.all) }
        if work.activityChanged { updateActivity(provider, &work) }
        if work.isInactive { pause(provider) }
        guard work.callsForFetch, !isPaused else { return }
        let now = options.clock.now()
        guard now >= blockedUntil else {
            wait(.seconds(blockedUntil - now))
            return
        }
        // The context isn't set yet; setting it raises the signal again.
        guard provider.state.withLock({ $0.context != nil }) else { return }
        await fetch(work, provider)
    }

    private mutating func fetch(_ work: Signal.Work, _ provider: RemoteFlagProvider) async {
        poll?.cancel()
        let hint = work.hint
        let isConditional = !work.isUnconditional
        let fetch = Task {
            try await provider.fetch(hint: hint, isConditional: isConditional)
        }
        provider.state.withLock { $0.fetch = fetch }
        let result = await withTaskCancellationHandler {
            await fetch.result
        } onCancel: {
            fetch.cancel()
        }
        provider.state.withLock { $0.fetch = nil }
        guard !Task.isCancelled else {
            // A loop that was started since has to fetch it; one that is started later does so anyway.
            signal.raise { pending in
                pending.isDue = true
                pending.isUnconditional = pending.isUnconditional || !isConditional
            }
            return
        }
        switch result {
        case .success:
            failures = 0
            blockedUntil = 0
            follow(provider)
            if follower?.isFollowing != true { waitForPoll() }
        case .failure(let error as RemoteFlagError):
            failures += 1
            if error.isRejection {
                follower?.stop()
                follower = nil
                // The same credentials are rejected again. A new context, start() and refresh() resume polling.
                if provider.source.renewsCredentials { wait(options.retry.delay(after: failures)) }
            } else if let time = error.retryTime {
                blockedUntil = time
                wait(max(.seconds(time - options.clock.now()), options.retry.delay(after: failures)))
            } else if error.reason.code == .providerFatal {
                // More frequent attempts don't correct an address.
                waitForPoll()
            } else {
                wait(options.retry.delay(after: failures))
            }
        case .failure:
            // Cancelled because the context changed, which also raised the signal.
            waitForPoll()
        }
        watchAge(provider)
    }

    /// Schedules the next fetch of polling, unless polling is disabled.
    private mutating func waitForPoll() {
        if options.interval > .zero { wait(options.retry.spread(options.interval)) }
    }

    private mutating func wait(_ time: Duration) {
        poll?.cancel()
        poll = timer(time) { $0.isDue = true }
    }

    /// Schedules a report for when the values become stale.
    private mutating func watchAge(_ provider: RemoteFlagProvider) {
        aging?.cancel()
        guard let limit = options.staleAfter, let updated = provider.state.withLock({ $0.values?.updated }) else {
            return
        }
        let left = updated + limit.seconds - options.clock.now()
        if left > 0 { aging = timer(.seconds(left)) { $0.isStale = true } }
    }

    private func timer(_ time: Duration, _ raise: @escaping @Sendable (inout Signal.Work) -> Void) -> Task<
        Void, any Error
    > {
        let clock = options.clock
        let signal = signal
        return Task {
            try await clock.sleep(time)
            try Task.checkCancellation()
            signal.raise(raise)
        }
    }

    private mutating func follow(_ provider: RemoteFlagProvider) {
        let streams = provider.state.withLock { $0.values?.eventStreams ?? [] }
        if streams.isEmpty {
            follower?.stop()
            follower = nil
        } else if let follower, follower.count == streams.count {
            // Addresses with a token change in each response: new ones are used for the next connection.
            follower.replace(streams)
        } else {
            follower?.stop()
            follower = EventStreamFollower(streams, transport: transport, options: options, signal: signal)
        }
    }

    private mutating func updateActivity(_ provider: RemoteFlagProvider, _ work: inout Signal.Work) {
        let (isActive, delay) = provider.state.withLock { state in
            (state.isActive, state.values?.eventStreams.map(\.inactivityDelay).min())
        }
        inactivity?.cancel()
        if !isActive {
            inactivity = timer(options.inactivityDelay ?? delay ?? .seconds(120)) { $0.isInactive = true }
        } else if isPaused {
            isPaused = false
            work.isUnconditional = true
        }
    }

    private mutating func pause(_ provider: RemoteFlagProvider) {
        guard provider.state.withLock({ !$0.isActive }) else { return }
        isPaused = true
        poll?.cancel()
        follower?.stop()
        follower = nil
    }
}
