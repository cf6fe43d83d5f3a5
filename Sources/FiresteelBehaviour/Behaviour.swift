public import Firesteel
import FiresteelTimeline
import Synchronization

/// What people do with a program, in this run and in earlier ones, and what they do next.
///
/// ```swift
/// let next = await runtime.behaviour.suggestions(in: session)
/// ```
///
/// It reads the timeline by a cursor, on request: performs cost what they cost without it, and nothing is read before the first
/// question. A question counts what was recorded since the last one. The first one starts to read the earlier runs of the
/// timeline's folder in the background; ``read()`` returns when they were read. A program that asks less than once in a lap of its
/// timeline, about 27,000 performs by default, calls ``read()`` in between, or loses what was overwritten: see
/// ``BehaviourBasis/lostEvents``.
///
/// - The memory is limited whatever was recorded: 1,000 actions, 20,000 pairs of actions that follow each other, 200 for each of
///   the last 500 people, and the last 50 to 100 steps of each of the last 10,000 sessions, 15 MB at most.
/// - Nothing is stored. Erasing the timeline, or a principal's part of it, makes it count again what is left.
/// - A **step** is an action that the user started, not another action, an agent or a replay. Within a session the next step is
///   the next one that begins, whether those before have completed or not. Steps of two sessions don't follow each other, so a
///   server that opens a session for each request has none.
public final class Behaviour: Sendable {
    /// The people whose steps count.
    public enum People: Sendable, Hashable {
        /// All people. In an app that one person uses, that person.
        case everyone
        /// The sessions of one principal; `nil` for sessions without a principal.
        case person(Principal?)
    }

    private let runtime: @Sendable () -> FeatureRuntime?
    private let timeline: Timeline?
    private let state: Mutex<State>

    init(of runtime: FeatureRuntime) {
        timeline = runtime.timeline
        // The runtime retains this object.
        self.runtime = { [weak runtime] in runtime }
        state = Mutex(State(erasures: runtime.changeCounts.erasures, cursor: runtime.timeline?.cursor()))
    }
}

extension FeatureRuntime {
    /// What people do with the program, counted from its timeline.
    ///
    /// Empty for a runtime without a timeline.
    public var behaviour: Behaviour { attached { Behaviour(of: $0) } }
}

// MARK: - Questions

extension Behaviour {
    /// Returns the figures of each action, the most performed first.
    @concurrent
    public func actions() async -> [ActionFigures] {
        ask { $0.counts.actions }.sorted { (-$0.performs, $0.action) < (-$1.performs, $1.action) }
    }

    /// Returns the steps that followed an action, whether they are available or not, the most certain first.
    ///
    /// - Parameters:
    ///   - action: The action that comes before.
    ///   - people: The people whose steps count.
    @concurrent
    public func next(after action: ActionPath, of people: People = .everyone) async -> [NextAction] {
        ask { $0.counts.next(after: action, of: people) }
    }

    /// Returns the actions that come next in a session, among those that are available there now, the most certain first.
    ///
    /// Checking the availability neither refuses a request nor exposes the user to flags. An action may still be refused when it is
    /// performed, since the availability can change.
    ///
    /// - Parameters:
    ///   - session: A session of the runtime.
    ///   - action: The action that comes before. By default the session's last step; without one, nothing is suggested.
    ///   - people: The people whose steps count.
    ///   - candidates: The actions to suggest. By default all that the program declares.
    ///   - confidence: The minimum ``NextAction/confidence``, from 0 to 1.
    ///   - limit: The maximum number of actions.
    @concurrent
    public func suggestions(
        in session: ActionSession, after action: ActionPath? = nil, of people: People = .everyone,
        among candidates: Set<ActionPath>? = nil, confidence: Double = 0, limit: Int = 3
    ) async -> [NextAction] {
        guard let runtime = runtime() else { return [] }
        let next = ask { state -> [NextAction] in
            let last = action ?? state.counts.lastAction(in: session.identifier, of: state.live)
            return last.map { state.counts.next(after: $0, of: people) } ?? []
        }
        var found: [NextAction] = []
        for one in next where one.confidence >= confidence && candidates?.contains(one.action) ?? true {
            if found.count >= limit { break }
            if runtime.availability(of: one.action, in: session)?.isAvailable == true { found.append(one) }
        }
        return found
    }

    /// Returns the number of sessions that reached each of several steps, in their order, with any others between them.
    ///
    /// Each session counts once, with its last steps.
    @concurrent
    public func funnel(_ steps: [ActionPath]) async -> [Int] { ask { $0.counts.funnel(steps) } }

    /// Returns the data that the figures are computed from.
    @concurrent
    public func basis() async -> BehaviourBasis {
        ask { state in
            var basis = state.basis
            basis.uncountedPerforms = state.counts.uncounted
            basis.sessions = state.counts.sessionCount
            return basis
        }
    }

    /// Counts what was recorded, and returns when the earlier runs were read.
    @concurrent
    public func read() async {
        // Awaiting a task that has ended with another priority takes some bytes each time (Swift 6.3).
        guard let reading = ask({ $0.basis.isComplete ? nil : $0.reading }) else { return }
        await reading.value
        ask { _ in }
    }
}

// MARK: - Reading

extension Behaviour {
    private struct State {
        let erasures: UInt64
        var counts = BehaviourCounts()
        var basis = BehaviourBasis()
        /// The run of this process.
        var live = BehaviourCounts.Source(number: 0)
        var cursor: TimelineCursor?
        /// Reads the earlier runs.
        var reading: Task<Void, Never>?

        init(erasures: UInt64, cursor: TimelineCursor?) {
            self.erasures = erasures
            self.cursor = cursor
            basis.isComplete = cursor == nil
        }

        /// Counts a batch of new events, and returns whether there may be more that were recorded before a time.
        mutating func readBatch(of timeline: Timeline, until time: UInt64) -> Bool {
            guard let batch = cursor?.next(), !batch.isEmpty else { return false }
            basis.lostEvents = basis.lostEvents.adding(batch.lost)
            for event in batch.events { counts.add(event, of: &live) { timeline.run.names } }
            return batch.events.last.map { $0.time <= time } ?? true
        }
    }

    /// Counts the new events, and returns what a closure reads.
    private func ask<Answer: Sendable>(_ body: (State) -> Answer) -> Answer {
        guard let timeline, let runtime = runtime() else { return state.withLock { body($0) } }
        let erasures = runtime.changeCounts.erasures
        state.withLock { state in
            if state.erasures != erasures { state = State(erasures: erasures, cursor: timeline.cursor()) }
            guard state.reading == nil else { return }
            state.reading = Task(priority: .utility) { [weak self] in
                await self?.readEarlierRuns(erasures)
                self?.change(erasures) { $0.basis.isComplete = true }
            }
        }
        // Released between batches, so that other questions wait for milliseconds.
        let now = timeline.now
        while state.withLock({ $0.readBatch(of: timeline, until: now) }) {}
        return state.withLock { body($0) }
    }

    /// Counts the earlier runs, the oldest first, unless events are erased meanwhile.
    @concurrent
    private func readEarlierRuns(_ erasures: UInt64) async {
        guard let timeline, let folder = timeline.folder else { return }
        let earlier: [RunSummary]
        do {
            earlier = try folder.runs().filter { $0.id != timeline.runIdentifier && !$0.isRunning }.reversed()
        } catch {
            change(erasures) { $0.basis.add(unreadable: "\(error)") }
            return
        }
        change(erasures) { $0.basis.remainingRuns = earlier.count }
        for (index, summary) in earlier.enumerated() {
            guard runtime() != nil else { return }
            let failure = read(summary, of: folder, BehaviourCounts.Source(number: UInt32(index + 1)), erasures)
            let isCurrent = change(erasures) { state in
                state.basis.remainingRuns -= 1
                if let failure { state.basis.add(unreadable: failure) } else { state.basis.runs += 1 }
            }
            guard isCurrent else { return }
            await Task.yield()
        }
    }

    /// The number of events that are counted while the lock is held.
    private static let chunk = 1_024

    /// Counts a run, and returns why it can't be read.
    private func read(
        _ summary: RunSummary, of folder: RunFolder, _ source: BehaviourCounts.Source, _ erasures: UInt64
    ) -> String? {
        let run: Run
        do { run = try folder.open(summary.id) } catch { return "\(summary.id): \(error)" }
        let names = run.names
        var source = source
        var waiting: [TimelineEvent] = []
        func count() -> Bool {
            defer { waiting.removeAll(keepingCapacity: true) }
            return change(erasures) { state in
                for event in waiting { state.counts.add(event, of: &source) { names } }
            }
        }
        let condition = run.forEachEvent { event in
            waiting.append(event)
            return waiting.count < Self.chunk || count()
        }
        let inFlight = run.end.isCrash ? run.inFlightEvents() : []
        guard count() else { return nil }
        change(erasures) { state in
            for begin in inFlight { state.counts.interrupt(begin, of: &source) { names } }
            let lost = condition.lost.adding(UInt64(condition.torn + condition.damaged))
            state.basis.lostEvents = state.basis.lostEvents.adding(lost)
        }
        return nil
    }

    /// Changes the counts, and returns whether it did: not if events were erased since they began.
    @discardableResult
    private func change(_ erasures: UInt64, _ body: (inout State) -> Void) -> Bool {
        state.withLock { state in
            guard state.erasures == erasures else { return false }
            body(&state)
            return true
        }
    }
}

extension UInt64 {
    /// Returns the sum, at most the largest number.
    fileprivate func adding(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
