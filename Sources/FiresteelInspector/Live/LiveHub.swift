import Firesteel
import FiresteelTimeline
import Logging

/// Detects changes ten times a second, and notifies clients. Without a client it is idle.
actor LiveHub {
    /// The intervals of checks.
    struct Pace: Sendable {
        var turn: Duration = .milliseconds(100)
        /// The number of turns between heartbeats: every 10 seconds.
        var turnsPerHeartbeat = 100
        /// The number of turns between beats, from which pages know that the program isn't frozen: every second.
        var turnsPerBeat = 10
        /// The number of turns between checks of the folder of runs: every 2 seconds.
        var turnsPerFolder = 20
    }

    private let runtime: FeatureRuntime
    private let timelines: Timelines
    private let pace: Pace
    private let logger: Logger
    private var subscriptions: [ObjectIdentifier: LiveSubscription] = [:]
    private var task: Task<Void, Never>?

    // The last known state.
    private var counts: ChangeCounts
    private var lineTotal: UInt64 = 0
    private var runs: [String] = []
    /// The observation of flags, while there are clients.
    private var flags: (watch: FlagWatch, state: FlagWatch.State)?
    private var turns = 0
    /// Whether the timeline is skipped in the next turn.
    private var isResting = false
    /// The view that the last turn read, while there are clients.
    private var view: TimelineView?

    init(_ runtime: FeatureRuntime, _ timelines: Timelines, pace: Pace, logger: Logger) {
        self.runtime = runtime
        self.timelines = timelines
        self.pace = pace
        self.logger = logger
        counts = runtime.changeCounts
    }

    /// The interval of beats.
    nonisolated var beat: Duration { pace.turn * pace.turnsPerBeat }

    /// The number of clients.
    var subscriptionCount: Int { subscriptions.count }

    func subscribe() -> LiveSubscription {
        let subscription = LiveSubscription()
        subscriptions[ObjectIdentifier(subscription)] = subscription
        if task == nil {
            counts = runtime.changeCounts
            lineTotal = runtime.logStore?.total ?? 0
            runs = runNames()
            let watch = FlagWatch(runtime.flags)
            flags = (watch, watch.state)
            task = Task { [weak self, pace] in
                while !Task.isCancelled {
                    do { try await Task.sleep(for: pace.turn) } catch { return }
                    await self?.look()
                }
            }
        }
        return subscription
    }

    func unsubscribe(_ subscription: LiveSubscription) {
        subscriptions[ObjectIdentifier(subscription)] = nil
        guard subscriptions.isEmpty else { return }
        task?.cancel()
        task = nil
        flags = nil
        view = nil
    }

    func stop() {
        for subscription in subscriptions.values { subscription.end() }
        subscriptions = [:]
        task?.cancel()
        task = nil
        flags = nil
        view = nil
    }

    /// Detects what changed since the last turn.
    func look() async {
        var news = LiveChanges()
        turns += 1
        // A busy program is read half as often, to reduce the cost.
        if isResting {
            isResting = false
        } else if let view = await timelines.live {
            news.performs = await view.refreshSome()
            // What the run has was read anew, such as after an erasure: clients know none of it.
            if let earlier = self.view, earlier !== view { news.performs.overflow() }
            if task != nil { self.view = view }
            isResting = news.performs.isTooMany
        }
        let now = runtime.changeCounts
        // A perform changes the stack in which it is performed.
        if now.stacks != counts.stacks || !news.performs.isEmpty { news.topics.insert(.stacks) }
        if now.features != counts.features { news.topics.insert(.features) }
        if now.logging != counts.logging { news.topics.insert(.logging) }
        if now.erasures != counts.erasures {
            news.performs.overflow()
            news.topics.formUnion([.stacks, .logs, .runs])
        }
        counts = now
        if let (watch, before) = flags {
            let state = watch.state
            if state != before { news.topics.insert(.flags) }
            flags = (watch, state)
        }
        let total = runtime.logStore?.total ?? 0
        if total != lineTotal { news.topics.insert(.logs) }
        lineTotal = total
        if turns % pace.turnsPerFolder == 0 {
            let names = runNames()
            if names != runs { news.topics.insert(.runs) }
            runs = names
        }
        if turns % pace.turnsPerHeartbeat == 0 { news.topics.insert(.alive) }
        if turns % pace.turnsPerBeat == 0 { news.topics.insert(.beat) }
        guard !news.isEmpty else { return }
        for subscription in subscriptions.values { subscription.offer(news) }
    }

    /// Returns the runs of the folder with their ends.
    private func runNames() -> [String] {
        do {
            return try timelines.folder?.runs().map { run in
                guard case .success(let state) = run.state else { return run.id }
                return "\(run.id) \(state.end.identifier)"
            } ?? []
        } catch {
            logger.debug("Can't read the folder of runs.", metadata: ["error": "\(error)"])
            return []
        }
    }
}
