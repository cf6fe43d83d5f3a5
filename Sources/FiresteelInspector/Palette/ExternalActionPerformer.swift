import Firesteel
import FiresteelTimeline
import FiresteelWeb
import Synchronization

/// Performs what is asked for in the pages, and says what became of it and where it stands on the timeline.
final class ExternalActionPerformer: Sendable {
    /// How something is performed, on the main actor.
    typealias Work =
        @MainActor @Sendable (FeatureRuntime, any PresentationRouter) async throws(ExternalActionError) -> ActionOutcome

    private let runtime: FeatureRuntime
    private let router: any PresentationRouter
    /// How long an answer waits for the end of a perform; it goes on all the same.
    private let patience: Duration
    /// The performs that answers were given for: two calls at once for the same action are two performs.
    private let claimed = Mutex<Set<UInt64>>([])

    init(runtime: FeatureRuntime, router: any PresentationRouter, patience: Duration = .seconds(10)) {
        self.runtime = runtime
        self.router = router
        self.patience = patience
    }

    /// Whether there can be presenters.
    var presents: Bool { !(router is NoPresentation) }

    /// Performs an action.
    ///
    /// The perform belongs to the program: it goes on when the answer is given before its end, or the page goes.
    ///
    /// - Parameters:
    ///   - action: Which one, to find it on the timeline.
    ///   - source: The source that it is performed from.
    ///   - work: Performs it.
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
        let found = finder.find { id in claimed.withLock { $0.insert(id).inserted } }
        if claimed.withLock({ $0.count }) > 10_000 { claimed.withLock { $0 = [] } }
        guard case .success(let outcome)? = end else {
            return PageData.PerformAnswer(outcome: OutcomeWord.inFlight, perform: found?.id)
        }
        // As the timeline has it, which says no more of an error than may be recorded.
        let words = outcome.error.map { error in found?.error ?? FeatureRuntime.recordedMessage(of: error) }
        return PageData.PerformAnswer(
            outcome: outcome.recorded.identifier, took: found?.took ?? took, error: words, perform: found?.id)
    }

    /// How it ended, nil where it goes on for longer than anybody wants to wait.
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

/// Finds a perform on the timeline that begins after this is made.
struct PerformFinder {
    /// What the timeline says of it.
    struct Found {
        let id: UInt64
        /// How long it took in microseconds, nil while it goes on.
        var took: Int64?
        /// What went wrong.
        var error: String?
    }

    private let timeline: Timeline?
    private var cursor: TimelineCursor?
    private let action: ActionPath
    private let source: ActionSource

    init(_ timeline: Timeline?, _ action: ActionPath, _ source: ActionSource) {
        self.timeline = timeline
        self.action = action
        self.source = source
        cursor = timeline?.cursor(from: .now)
    }

    /// Reads what was recorded meanwhile.
    ///
    /// - Parameter claims: Whether a perform is the one, where it could be.
    /// - Returns: Nil where it isn't there: actions can be hidden, and what a busy program recorded is overwritten.
    mutating func find(_ claims: (UInt64) -> Bool) -> Found? {
        guard let timeline else { return nil }
        let names = timeline.run.names
        var found: Found?
        while let batch = cursor?.next(), !batch.isEmpty {
            for event in batch.events {
                if event.kind == .begin, found == nil, isWanted(event, names), claims(event.perform) {
                    found = Found(id: event.perform)
                } else if event.kind == .completion, event.perform == found?.id {
                    found?.took = Int64(clamping: (event.time - min(event.time, event.began)) / 1_000)
                    if event.outcome?.isFailure == true { found?.error = RecordedError(event.bytes).message }
                    return found
                }
            }
        }
        return found
    }

    private func isWanted(_ event: TimelineEvent, _ names: NameIndex) -> Bool {
        guard event.source == source, event.parent == 0, let name = names.action(event.subject) else { return false }
        return name.identifier == action.action && name.feature?.path == action.feature.text
    }
}

extension PageData.Refusal {
    /// Why something was not performed.
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
