import Firesteel
import FiresteelTimeline
import Synchronization

/// Performs actions requested in the pages, and returns the outcome and the perform on the timeline.
final class ExternalActionPerformer: Sendable {
    /// Performs an action on the main actor.
    typealias Work =
        @MainActor @Sendable (FeatureRuntime, any PresentationRouter) async throws(ExternalActionError) -> ActionOutcome

    private let runtime: FeatureRuntime
    private let router: any PresentationRouter
    /// The maximum time that a response waits for the end of a perform, which continues.
    private let patience: Duration
    /// The performs already assigned to responses: two simultaneous calls for the same action are two performs.
    private let claimed = Mutex<Set<UInt64>>([])

    init(runtime: FeatureRuntime, router: any PresentationRouter, patience: Duration = .seconds(10)) {
        self.runtime = runtime
        self.router = router
        self.patience = patience
    }

    /// Whether there can be presenters.
    var presents: Bool { !(router is NoPresentation) }

    /// Returns the sessions that a request can select.
    func sessions() async -> [ActionSession] { await router.sessions() }

    /// Returns why an action can't be presented now, or `nil`.
    func obstacle(to action: ActionPath, in session: ActionSession?) async -> String? {
        await runtime.obstacle(to: action, presentedBy: router, in: session)
    }

    /// Performs an action.
    ///
    /// The perform belongs to the program: it continues if the response is sent before its end, or the page
    /// disconnects.
    ///
    /// - Parameters:
    ///   - action: The action, to find the perform on the timeline.
    ///   - source: The source of the perform.
    ///   - work: Performs the action.
    func perform(
        _ action: ActionPath, from source: ActionSource, _ work: @escaping Work
    ) async -> PageData.PerformAnswer {
        var finder = PerformFinder(runtime.timeline, action, source)
        let began = ContinuousClock.now
        let end = await firstEnd(of: work)
        let took = Int64(((ContinuousClock.now - began) / .microseconds(1)).rounded())
        if case .failure(let error)? = end {
            return PageData.PerformAnswer(outcome: "refused", refused: PageData.Refusal(error))
        }
        let found = await finder.find { id in claimed.withLock { $0.insert(id).inserted } }
        if claimed.withLock({ $0.count }) > 10_000 { claimed.withLock { $0 = [] } }
        guard case .success(let outcome)? = end else {
            return PageData.PerformAnswer(outcome: OutcomeWord.inFlight, perform: found?.id)
        }
        // The recorded message contains no more of an error than may be recorded.
        let words = outcome.error.map { error in found?.error ?? FeatureRuntime.recordedMessage(of: error) }
        return PageData.PerformAnswer(
            outcome: outcome.recorded.identifier, took: found?.took ?? took, error: words, perform: found?.id)
    }

    /// Returns the outcome, or `nil` if the perform takes longer than the limit.
    private func firstEnd(of work: @escaping Work) async -> Result<ActionOutcome, ExternalActionError>? {
        let (ends, continuation) = AsyncStream.makeStream(of: Result<ActionOutcome, ExternalActionError>?.self)
        Task { @MainActor [runtime, router] in
            do throws(ExternalActionError) {
                continuation.yield(.success(try await work(runtime, router)))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        let timer = Task { [patience] in
            try await Task.sleep(for: patience)
            continuation.yield(nil)
        }
        defer { timer.cancel() }
        for await end in ends { return end }
        return nil
    }
}

/// Finds a perform on the timeline that begins after this value was created.
struct PerformFinder {
    /// A perform on the timeline.
    struct Found {
        let id: UInt64
        /// The duration in microseconds, or `nil` while it is in flight.
        var took: Int64?
        /// The reason.
        var error: String?
    }

    private let timeline: Timeline?
    private var cursor: TimelineCursor?
    private let action: ActionPath
    private let source: ActionSource
    private var begins: [(id: UInt64, time: UInt64)] = []
    private var completions: [UInt64: Found] = [:]

    init(_ timeline: Timeline?, _ action: ActionPath, _ source: ActionSource) {
        self.timeline = timeline
        self.action = action
        self.source = source
        cursor = timeline?.cursor(from: .now)
    }

    /// Reads the events recorded meanwhile.
    ///
    /// A thread that is interrupted while it records hides the events behind its own. A choice without these could take the
    /// perform of a simultaneous call, so they are waited for, for at most a tenth of a second.
    ///
    /// - Parameter claims: Returns whether a candidate is the perform.
    /// - Returns: `nil` if it isn't found: actions can be hidden, and events of a busy program are overwritten.
    mutating func find(_ claims: (UInt64) -> Bool) async -> Found? {
        for _ in 0..<20 {
            read()
            guard cursor?.isCaughtUp == false else { break }
            do { try await Task.sleep(for: .milliseconds(5)) } catch { break }
        }
        begins.sort { $0.time < $1.time }
        guard let id = begins.first(where: { claims($0.id) })?.id else { return nil }
        return completions[id] ?? Found(id: id)
    }

    private mutating func read() {
        guard let timeline else { return }
        let names = timeline.run.names
        while let batch = cursor?.next(), !batch.isEmpty {
            for event in batch.events {
                if event.kind == .begin, isWanted(event, names) {
                    begins.append((event.perform, event.time))
                } else if event.kind == .completion, begins.contains(where: { $0.id == event.perform }) {
                    completions[event.perform] = Found(
                        id: event.perform, took: Int64(clamping: (event.time - min(event.time, event.began)) / 1_000),
                        error: event.outcome?.isFailure == true ? RecordedError(event.bytes).message : nil)
                }
            }
        }
    }

    private func isWanted(_ event: TimelineEvent, _ names: NameIndex) -> Bool {
        guard event.source == source, event.parent == 0, let name = names.action(event.subject) else { return false }
        return name.identifier == action.action && name.feature?.path == action.feature.text
    }
}

extension PageData.Refusal {
    /// Creates the response for an error.
    init(_ error: ExternalActionError) {
        let reason =
            switch error {
            case .unavailable: "unavailable"
            case .input: "input"
            case .notReady: "not-ready"
            case .cancelled: "cancelled"
            default: "declined"
            }
        self.init(reason: reason, message: error.description)
        if case .input(let fault) = error { parameter = fault.parameter }
    }
}
