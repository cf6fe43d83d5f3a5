import Firesteel
import FiresteelTimeline
import Logging

/// Looks ten times a second what changed, and tells whoever listens. Without a listener it does nothing.
actor LiveHub {
    /// How often it looks.
    struct Pace: Sendable {
        var turn: Duration = .milliseconds(100)
        /// After how many turns it says that it is alive: every 10 seconds.
        var turnsPerHeartbeat = 100
        /// After how many turns it looks at the folder of runs: every 2 seconds.
        var turnsPerFolder = 20
    }

    private let runtime: FeatureRuntime
    private let timelines: Timelines
    private let pace: Pace
    private let logger: Logger
    private var subscriptions: [ObjectIdentifier: LiveSubscription] = [:]
    private var task: Task<Void, Never>?

    // What was seen last.
    private var counts: ChangeCounts
    private var lineTotal: UInt64 = 0
    private var runs: [String] = []
    /// What looks at the flags, while somebody listens.
    private var flags: (watch: FlagWatch, state: FlagWatch.State)?
    private var turns = 0
    /// Whether the timeline isn't looked at in the next turn.
    private var isResting = false

    init(_ runtime: FeatureRuntime, _ timelines: Timelines, pace: Pace, logger: Logger) {
        self.runtime = runtime
        self.timelines = timelines
        self.pace = pace
        self.logger = logger
        counts = runtime.changeCounts
    }

    /// How many listen.
    var subscriptionCount: Int { subscriptions.count }

    /// Begins to tell somebody.
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

    /// Stops telling somebody.
    func unsubscribe(_ subscription: LiveSubscription) {
        subscriptions[ObjectIdentifier(subscription)] = nil
        guard subscriptions.isEmpty else { return }
        task?.cancel()
        task = nil
        flags = nil
    }

    /// Ends every stream.
    func stop() {
        for subscription in subscriptions.values { subscription.end() }
        subscriptions = [:]
        task?.cancel()
        task = nil
        flags = nil
    }

    private func look() async {
        var news = LiveNews()
        turns += 1
        // A program that does so much at once is read half as often: it has better things to do.
        if isResting {
            isResting = false
        } else if let view = await timelines.live {
            news.performs = await view.refreshSome()
            isResting = news.performs.isTooMany
        }
        let now = runtime.changeCounts
        // What is performed changes the stack that it is performed in.
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
        guard !news.isEmpty else { return }
        for subscription in subscriptions.values { subscription.offer(news) }
    }

    /// The runs of the folder and how each ended.
    private func runNames() -> [String] {
        do {
            return try timelines.folder?.runs().map { run in
                guard case .success(let state) = run.state else { return run.id }
                return "\(run.id) \(state.end.identifier)"
            } ?? []
        } catch {
            logger.debug("The folder of runs can't be read: \(error)")
            return []
        }
    }
}
